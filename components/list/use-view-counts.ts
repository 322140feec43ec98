"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { COUNT_MAX, convViewCountsQuery, savedViewsQuery } from "./list-queries.ts";
import { useNames } from "./use-conv-query.ts";
import { parseQuery, type ConvQuery, type QueryField } from "./conv-query.ts";
import type { SavedView } from "./list-documents.ts";
import { namedFields, resolveQuery, type ConvFilter, type Names } from "./resolve-query.ts";

/** The counts of the views and the saved views. All callers on the page share one request. */
export function useViewCounts() {
  const workspaceId = useWorkspaceId();
  const viewer = useViewer();
  const hasInbox = Boolean(viewer) && viewer?.plan !== "GATEWAY";
  const views = useQuery({ ...savedViewsQuery(workspaceId), enabled: hasInbox && Boolean(viewer?.userId) }).data;
  const counted = useMemo(() => countedViews(views ?? []), [views]);
  const { names, isPending } = useNames(workspaceId, fieldsOfCounted(counted));
  const asked = filtersOfCounted(counted, names);
  const counts = useQuery({
    ...convViewCountsQuery(
      workspaceId,
      asked.map(({ filter }) => filter),
    ),
    enabled: hasInbox && !isPending,
    placeholderData: keepPreviousData,
  }).data;
  const ofSaved = new Map(asked.map(({ id }, index) => [id, counts?.filters[index]]));
  return { counts, ofSaved };
}

/** The number of unread conversations among the viewer's and the unassigned ones, for the tab's title. */
export function useUnreadTotal(): number {
  return useViewCounts().counts?.unread ?? 0;
}

/** A count as shown. Counting ends at a thousand. */
export function countWords(count: number | null | undefined): string {
  if (count === undefined || count === null || count === 0) return "";
  return count >= COUNT_MAX ? `${COUNT_MAX - 1}+` : String(count);
}

/** The first saved views get counts. The server counts no more in one request and rejects a longer one as a whole. */
const COUNTED_MAX = 20;

type CountedView = { id: string; query: ConvQuery };

function countedViews(views: readonly SavedView[]): CountedView[] {
  return views.filter(({ isCounted }) => isCounted).map(({ id, query }) => ({ id, query: parseQuery(query) }));
}

/** The fields whose names must be resolved before those views can be counted. */
function fieldsOfCounted(counted: readonly CountedView[]): QueryField[] {
  return [...new Set(counted.flatMap(({ query }) => namedFields(query)))];
}

/** The filters to count, in the order of the views. */
function filtersOfCounted(counted: readonly CountedView[], names: Names): { id: string; filter: ConvFilter }[] {
  return counted
    .flatMap(({ id, query }) => {
      const { filter } = resolveQuery(query, names);
      return filter ? [{ id, filter }] : [];
    })
    .slice(0, COUNTED_MAX);
}
