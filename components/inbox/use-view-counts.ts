"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { parseQuery } from "./conv-query.ts";
import { COUNT_MAX, convViewCountsQuery, savedViewsQuery } from "./list-queries.ts";
import { namedFields, resolveQuery } from "./resolve-query.ts";
import { useNames } from "./use-conv-query.ts";

/** Saved views that are counted, the first ones: the server counts no more in one request, and refuses all where it is asked to. */
const COUNTED_MAX = 20;

/** The views' counts and those of the saved views, read in one request by whoever asks on the page. */
export function useViewCounts() {
  const workspaceId = useWorkspaceId();
  const viewer = useViewer();
  const hasInbox = Boolean(viewer) && viewer?.plan !== "GATEWAY";
  const views = useQuery({ ...savedViewsQuery(workspaceId), enabled: hasInbox && Boolean(viewer?.userId) }).data;
  const counted = useMemo(
    () => (views ?? []).filter(({ isCounted }) => isCounted).map(({ id, query }) => ({ id, query: parseQuery(query) })),
    [views],
  );
  const { names, isPending } = useNames(workspaceId, [...new Set(counted.flatMap(({ query }) => namedFields(query)))]);
  const asked = counted
    .flatMap(({ id, query }) => {
      const { filter } = resolveQuery(query, names);
      return filter ? [{ id, filter }] : [];
    })
    .slice(0, COUNTED_MAX);
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
