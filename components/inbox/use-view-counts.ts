"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { countedViews, fieldsOfCounted, filtersOfCounted } from "./counted-views.ts";
import { COUNT_MAX, convViewCountsQuery, savedViewsQuery } from "./list-queries.ts";
import { useNames } from "./use-conv-query.ts";

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
