"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { byConversation, byPerson } from "./by-person.ts";
import type { RowFilter } from "./conv-rows.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { convRowsQuery } from "../inbox/queries.ts";

/**
 * The loaded rows of a list, or one row for each person (`isByPerson`). `ids` are of the rows, `convIds` of all conversations. A row that moved between two pages while they were read appears once. Changes render with a lower priority
 * than typing and key presses, because in a burst the list renders several times per second.
 */
export function useConvRows(filter: RowFilter, isByPerson = false) {
  const { workspaceId } = useInbox();
  const query = useInfiniteQuery({ ...convRowsQuery(workspaceId, filter), enabled: !filter.isPending });
  const pages = query.data?.pages;
  const now = useMemo(() => {
    const byId = new Map(pages?.flatMap((page) => page.nodes.map((row) => [row.id, row] as const)));
    const grouped = (isByPerson ? byPerson : byConversation)([...byId.values()]);
    const ids = grouped.rows.map((row) => row.id);
    return { filter, isRead: pages !== undefined, ...grouped, ids, convIds: [...byId.keys()] };
  }, [filter, pages, isByPerson]);
  const later = useDeferredValue(now);
  const shown = mayWait(later, now) ? later : now;
  const { rows, ids, convIds, othersOf, shownIdOf, convIdsOf } = shown;
  const { isPending, isSuccess, isError, error, isFetching, fetchStatus, dataUpdatedAt, hasNextPage, refetch } = query;
  const { isFetchNextPageError: hasFailed, fetchNextPage } = query;
  // Do not fetch the next page during a reload: it would replace the reload, and the reload's changes would be lost. The same applies
  // while rows from an earlier visit wait for the service, and while loaded rows are not rendered yet.
  const isReading = fetchStatus !== "idle" || dataUpdatedAt === 0 || shown !== now;
  return useMemo(
    () => ({
      ...{ rows, ids, convIds, othersOf, shownIdOf, convIdsOf },
      ...{ isPending, isSuccess, isError, error, isFetching, isReading, hasNextPage, hasFailed },
      ...{ refetch, fetchNextPage },
    }),
    [
      rows,
      ids,
      convIds,
      othersOf,
      shownIdOf,
      convIdsOf,
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

type Shown = { filter: RowFilter; isRead: boolean; convIds: readonly string[] };

/**
 * Whether the old rows may stay visible a moment longer. Not if the list was another one or was not loaded. Not if a row has left:
 * the user has probably just removed it, and the next key press relies on it.
 */
function mayWait(before: Shown, now: Shown): boolean {
  if (before === now || before.filter !== now.filter || !before.isRead) return false;
  const there = new Set(now.convIds);
  return before.convIds.every((id) => there.has(id));
}

export type ConvRows = ReturnType<typeof useConvRows>;
