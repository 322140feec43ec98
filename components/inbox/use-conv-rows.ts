"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RowFilter } from "./conv-rows.ts";
import { useInbox } from "./inbox-context.tsx";
import { convRowsQuery } from "./queries.ts";

/** The rows of a list, as far as they are loaded. A row that moved between two pages while they were read counts once. */
export function useConvRows(filter: RowFilter) {
  const { workspaceId } = useInbox();
  const query = useInfiniteQuery({ ...convRowsQuery(workspaceId, filter), enabled: !filter.isPending });
  const pages = query.data?.pages;
  const rows = useMemo(() => {
    const byId = new Map(pages?.flatMap((page) => page.nodes.map((row) => [row.id, row] as const)));
    return [...byId.values()];
  }, [pages]);
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  return { query, rows, ids };
}

export type ConvRows = ReturnType<typeof useConvRows>;
