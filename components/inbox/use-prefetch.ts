"use client";

import { useCallback, useEffect, useRef, type PointerEvent } from "react";
import { useInbox } from "./inbox-context.tsx";
import { scheduledQuery } from "../composer/scheduled.ts";
import {
  clientQuery,
  convFactsQuery,
  convNotesQuery,
  convRowsQuery,
  convsOfClientQuery,
  pinnedNotesQuery,
  rowInLists,
  threadQuery,
} from "./queries.ts";
import { filterOfClient } from "../list/conv-rows.ts";

/** A row under a resting pointer for this long is likely to be opened. */
const HOVER_MS = 80;
/** Wait until the open thread is read. */
const NEIGHBOURS_MS = 300;

/**
 * Prefetches what conversations show that are likely to be opened next: the ones before and after the open one, and the one under the
 * pointer. What the open one shows is read here too, so that its panes need not ask for their parts one by one.
 * @returns the handler for the list's `onPointerOver`. Rows must have `data-conv-id`.
 */
export function usePrefetch(ids: readonly string[], openId: string | null) {
  const { workspaceId, cache } = useInbox();
  const { client } = cache;
  const timer = useRef<number | undefined>(undefined);

  const prefetch = useCallback(
    (convId: string) => {
      void client.prefetchQuery(threadQuery(workspaceId, convId));
      void client.prefetchQuery(convFactsQuery(workspaceId, convId));
      void client.prefetchQuery(convNotesQuery(workspaceId, convId));
      void client.prefetchQuery(scheduledQuery(workspaceId, convId));
      const clientId = rowInLists(workspaceId, convId, client)?.row.clientId;
      if (clientId === undefined) return;
      void client.prefetchQuery(pinnedNotesQuery(workspaceId, clientId, convId));
      void client.prefetchQuery(clientQuery(workspaceId, clientId));
      void client.prefetchQuery(convsOfClientQuery(workspaceId, clientId));
      void client.prefetchInfiniteQuery(convRowsQuery(workspaceId, filterOfClient(clientId)));
    },
    [client, workspaceId],
  );

  useEffect(() => {
    if (openId !== null) prefetch(openId);
  }, [openId, prefetch]);

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
