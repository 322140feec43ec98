"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { COUNT_MAX, convViewCountsQuery, savedViewsQuery } from "./list-queries.ts";
import { useNames } from "./use-conv-query.ts";
import { parseQuery, type ConvQuery, type QueryField } from "./conv-query.ts";
import type { SavedView } from "./list-documents.ts";
import { namedFields, resolveQuery, type ConvFilter, type Names } from "./resolve-query.ts";

/** The views' counts and those of the saved views, read in one request by whoever asks on the page. */
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

/** How many conversations are unread among the viewer's and the unassigned: for the tab's title. */
export function useUnreadTotal(): number {
  return useViewCounts().counts?.unread ?? 0;
}

/** A count as it is shown: counting ends at a thousand. */
export function countWords(count: number | null | undefined): string {
  if (count === undefined || count === null || count === 0) return "";
  return count >= COUNT_MAX ? `${COUNT_MAX - 1}+` : String(count);
}

/** Saved views that are counted, the first ones: the server counts no more in one request, and refuses all where it is asked to. */
const COUNTED_MAX = 20;

type CountedView = { id: string; query: ConvQuery };

function countedViews(views: readonly SavedView[]): CountedView[] {
  return views.filter(({ isCounted }) => isCounted).map(({ id, query }) => ({ id, query: parseQuery(query) }));
}

/** The fields whose names have to be known before those views can be counted. */
function fieldsOfCounted(counted: readonly CountedView[]): QueryField[] {
  return [...new Set(counted.flatMap(({ query }) => namedFields(query)))];
}

/** What the service is asked to count, in the order of the views. */
function filtersOfCounted(counted: readonly CountedView[], names: Names): { id: string; filter: ConvFilter }[] {
  return counted
    .flatMap(({ id, query }) => {
      const { filter } = resolveQuery(query, names);
      return filter ? [{ id, filter }] : [];
    })
    .slice(0, COUNTED_MAX);
}
