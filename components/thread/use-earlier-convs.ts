"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { ClientConv } from "../inbox/conv-parts.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { convsOfClientQuery, threadQuery } from "../inbox/queries.ts";
import { useLoadOlder } from "./use-load-older.ts";
import { bubbleOfMessage, type Bubble } from "./use-thread.ts";

/** The contact's earlier conversations above the open one, as far as they were loaded. */
export type Earlier = {
  /** The messages of all loaded conversations, oldest first. */
  bubbles: Bubble[];
  /** All conversations of the contact that the viewer may see. */
  byId: ReadonlyMap<string, ClientConv>;
  /** The conversation before the oldest fully loaded one. null: none, or not known yet. */
  next: ClientConv | null;
  hasOlder: boolean;
  isLoading: boolean;
  /** Loads more: the rest of the oldest one, then the one before it. */
  goOn: () => Promise<void>;
};

/**
 * The contact's conversations before this one that the viewer may see, one after the other.
 * @param isWanted whether the start of the open conversation is loaded. No request is sent before.
 * @param together the conversations that the log shows anyway.
 */
export function useEarlierConvs(
  row: Pick<ConvRow, "id" | "clientId" | "createdAt">,
  isWanted: boolean,
  together: ReadonlySet<string>,
): Earlier {
  const { workspaceId } = useInbox();
  const [opened, setOpened] = useState(0);
  const { isLoading: isGoingOn, load } = useLoadOlder();
  const convs = useQuery({ ...convsOfClientQuery(workspaceId, row.clientId), enabled: isWanted }).data;

  const before = useMemo(
    () => (convs ?? []).filter(({ id, createdAt }) => id !== row.id && !together.has(id) && createdAt < row.createdAt),
    [convs, row.id, row.createdAt, together],
  );
  const shown = useMemo(() => before.slice(0, opened), [before, opened]);
  const threads = useQueries({
    queries: shown.map(({ id }) => threadQuery(workspaceId, id)),
    // The identity is stable while nothing changes (react-query shares equal results).
    combine: (results) => ({
      isLoading: results.some(({ isPending }) => isPending),
      // Show nothing beyond a failed conversation, because users would not notice the gap.
      hasFailed: results.some(({ isError, data }) => isError && !data),
      data: results.map(({ data }) => data),
    }),
  });

  const bubbles = useMemo(
    () => threads.data.toReversed().flatMap((thread) => thread?.messages.map(bubbleOfMessage) ?? []),
    [threads.data],
  );
  const last = threads.data.at(-1);
  const lastId = shown.at(-1)?.id;
  const hasRest = last?.hasOlder ?? false;

  const goOn = useCallback(async () => {
    if (!hasRest || !lastId) return setOpened((count) => count + 1);
    await load(lastId);
  }, [hasRest, lastId, load]);

  return useMemo(() => {
    const isWaiting = hasRest || threads.isLoading || threads.hasFailed;
    const next = isWaiting ? null : (before[opened] ?? null);
    return {
      bubbles,
      byId: new Map((convs ?? []).map((conv) => [conv.id, conv])),
      next,
      hasOlder: hasRest || next !== null,
      isLoading: threads.isLoading || isGoingOn,
      goOn,
    };
  }, [bubbles, convs, before, opened, hasRest, threads.isLoading, threads.hasFailed, isGoingOn, goOn]);
}
