"use client";

import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ClientConv } from "../inbox/conv-parts.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { threadQuery } from "../inbox/queries.ts";
import { useOtherOpenConvs } from "../inbox/use-other-open-convs.ts";
import { preferencesOf } from "../shell/preferences.ts";
import { mergeByTime } from "./merge-by-time.ts";
import { useLoadOlder } from "./use-load-older.ts";
import { bubbleOfMessage, type ThreadView } from "./use-thread.ts";

const NONE: ClientConv[] = [];
const ALONE: ReadonlySet<string> = new Set();

/** The log of a thread, and the conversations that it shows together; none: it shows one only. */
export type MergedLog = { thread: ThreadView; together: ReadonlySet<string> };

/**
 * Shows the contact's other open conversations in the log too, by time, if the viewer wants that (`mergesChannels`). After a jump to an
 * older message, the log shows its conversation only.
 */
export function useMergedLog(thread: ThreadView, row: ConvRow): MergedLog {
  const { workspaceId, viewer } = useInbox();
  const { log, isLoading } = thread;
  const open = useOtherOpenConvs(row);
  const others = preferencesOf(viewer).mergesChannels && !log.hasNewer ? open : NONE;
  const { isLoading: isLoadingOther, load: loadOther } = useLoadOlder();
  const threads = useQueries({
    queries: others.map(({ id }) => threadQuery(workspaceId, id)),
    // The identity is stable while nothing changes (react-query shares equal results).
    combine: (results) => results.map(({ data }) => data),
  });

  return useMemo(() => {
    // One that is not loaded yet, or cannot be, is left out. Its messages appear when it is.
    const loaded = others.flatMap(({ id }, index) => {
      const data = threads[index];
      return data ? [{ convId: id, messages: data.messages.map(bubbleOfMessage), hasOlder: data.hasOlder }] : [];
    });
    if (loaded.length === 0) return { thread, together: ALONE };
    const stored = log.bubbles.filter(({ local }) => local === null);
    const { messages, behind } = mergeByTime([{ convId: row.id, messages: stored, hasOlder: log.hasOlder }, ...loaded]);
    const merged = {
      ...log,
      bubbles: [...messages, ...log.bubbles.filter(({ local }) => local !== null)],
      hasOlder: behind !== null,
      loadOlder: () => (behind === null || behind === row.id ? log.loadOlder() : loadOther(behind)),
    };
    return {
      thread: { ...thread, log: merged, isLoading: isLoading || isLoadingOther },
      together: new Set([row.id, ...loaded.map(({ convId }) => convId)]),
    };
  }, [thread, log, isLoading, isLoadingOther, loadOther, others, threads, row.id]);
}
