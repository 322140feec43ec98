"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RowFilter } from "./conv-rows.ts";
import { useInbox } from "./inbox-context.tsx";
import { convRowsQuery } from "./queries.ts";

/**
 * The rows of a list, as far as they are loaded, and how its reading stands: the same object as long as nothing of it has changed. A row
 * that moved between two pages while they were read counts once.
 */
export function useConvRows(filter: RowFilter) {
  const { workspaceId } = useInbox();
  const query = useInfiniteQuery({ ...convRowsQuery(workspaceId, filter), enabled: !filter.isPending });
  const pages = query.data?.pages;
  const rows = useMemo(() => {
    const byId = new Map(pages?.flatMap((page) => page.nodes.map((row) => [row.id, row] as const)));
    return [...byId.values()];
  }, [pages]);
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const { isPending, isSuccess, isError, error, isFetching, fetchStatus, dataUpdatedAt, hasNextPage, refetch } = query;
  const { isFetchNextPageError: hasFailed, fetchNextPage } = query;
  // While it is read again its next page would take that reading's place, and what it was read for be lost. So is what is kept from an
  // earlier visit, and waits for the service.
  const isReading = fetchStatus !== "idle" || dataUpdatedAt === 0;
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

export type ConvRows = ReturnType<typeof useConvRows>;
