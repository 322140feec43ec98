"use client";

import { onlineManager } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, type PointerEvent } from "react";
import { useInbox } from "./inbox-context.tsx";
import {
  clientQuery,
  convFactsQuery,
  convNotesQuery,
  convsOfClientQuery,
  pinnedNotesQuery,
  rowInLists,
  threadQuery,
} from "./queries.ts";
import { useDetailsColumn } from "./use-panes.ts";

/** A row under a resting pointer for this long is likely to be opened. */
const HOVER_MS = 80;
/** Wait until the open thread is read. */
const NEIGHBOURS_MS = 300;

/**
 * Prefetches the conversations that are likely to be opened next, with all that their panes show: those whose rows are before and after
 * the open one's, and the one under the pointer. The open one is read here too, so that its panes need not ask one by one.
 * @param openId the row of the open conversation. It may stand for several conversations of a person.
 * @returns the handler for the list's `onPointerOver`. Rows must have `data-conv-id`.
 */
export function usePrefetch(ids: readonly string[], openId: string | null, openConvId: string | null) {
  const { workspaceId, cache } = useInbox();
  const { client } = cache;
  const timer = useRef<number | undefined>(undefined);
  const { isPinned: hasDetails } = useDetailsColumn();

  const prefetch = useCallback(
    (convId: string) => {
      // Offline, reads would pile up.
      if (!onlineManager.isOnline()) return;
      const clientId = rowInLists(workspaceId, convId, client)?.row.clientId;
      void client.prefetchQuery(threadQuery(workspaceId, convId));
      if (clientId !== undefined) void client.prefetchQuery(convsOfClientQuery(workspaceId, clientId));
      if (clientId === undefined || !hasDetails) return;
      void client.prefetchQuery(convFactsQuery(workspaceId, convId));
      void client.prefetchQuery(convNotesQuery(workspaceId, convId));
      void client.prefetchQuery(pinnedNotesQuery(workspaceId, clientId, convId));
      void client.prefetchQuery(clientQuery(workspaceId, clientId));
    },
    [client, workspaceId, hasDetails],
  );

  useEffect(() => {
    if (openConvId !== null) prefetch(openConvId);
  }, [openConvId, prefetch]);

  const at = openId === null ? -1 : ids.indexOf(openId);
  const before = at > 0 ? ids[at - 1] : undefined;
  const after = at === -1 ? undefined : ids[at + 1];
  useEffect(() => {
    const waiting = window.setTimeout(() => {
      if (after) prefetch(after);
      if (before) prefetch(before);
    }, NEIGHBOURS_MS);
    return () => window.clearTimeout(waiting);
  }, [before, after, prefetch]);

  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(
    (event: PointerEvent) => {
      window.clearTimeout(timer.current);
      if (event.pointerType !== "mouse") return;
      const convId = (event.target as Element).closest<HTMLElement>("[data-conv-id]")?.dataset.convId;
      if (convId) timer.current = window.setTimeout(() => prefetch(convId), HOVER_MS);
    },
    [prefetch],
  );
}
