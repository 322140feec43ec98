"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { RowFilter } from "./conv-rows.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { convRowsQuery } from "../inbox/queries.ts";

/**
 * The rows of a list, as far as they are loaded. A row that moved between two pages while they were read counts once. What changes in
 * them is drawn behind what somebody types or presses meanwhile: in a burst a list is drawn several times a second.
 */
export function useConvRows(filter: RowFilter) {
  const { workspaceId } = useInbox();
  const query = useInfiniteQuery({ ...convRowsQuery(workspaceId, filter), enabled: !filter.isPending });
  const pages = query.data?.pages;
  const now = useMemo(() => {
    const byId = new Map(pages?.flatMap((page) => page.nodes.map((row) => [row.id, row] as const)));
    const rows = [...byId.values()];
    return { filter, isRead: pages !== undefined, rows, ids: rows.map((row) => row.id) };
  }, [filter, pages]);
  const later = useDeferredValue(now);
  const shown = mayWait(later, now) ? later : now;
  const { rows, ids } = shown;
  const { isPending, isSuccess, isError, error, isFetching, fetchStatus, dataUpdatedAt, hasNextPage, refetch } = query;
  const { isFetchNextPageError: hasFailed, fetchNextPage } = query;
  // While it is read again its next page would take that reading's place, and what it was read for be lost. So is what is kept from an
  // earlier visit, and waits for the service; and what has been read is not drawn yet.
  const isReading = fetchStatus !== "idle" || dataUpdatedAt === 0 || shown !== now;
  return useMemo(
    () => ({
      ...{ rows, ids, isPending, isSuccess, isError, error, isFetching, isReading, hasNextPage, hasFailed },
      ...{ refetch, fetchNextPage },
    }),
    [
      rows,
      ids,
      isPending,
      isSuccess,
      isError,
      error,
      isFetching,
      isReading,
      hasNextPage,
      hasFailed,
      refetch,
      fetchNextPage,
    ],
  );
}

type Shown = { filter: RowFilter; isRead: boolean; ids: readonly string[] };

/**
 * Whether the list may be seen as it was for a moment longer: not where it was another one, or was still empty, and not where a row has
 * left it, which is what somebody has just done and what the next key counts on.
 */
function mayWait(before: Shown, now: Shown): boolean {
  if (before === now || before.filter !== now.filter || !before.isRead) return false;
  const there = new Set(now.ids);
  return before.ids.every((id) => there.has(id));
}

export type ConvRows = ReturnType<typeof useConvRows>;
