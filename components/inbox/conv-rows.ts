/** What places a row in a list; ISO times. */
export type PlacedRow = {
  id: string;
  integrationId: string;
  clientId: string;
  stageId: string | null;
  tags: readonly string[];
  ended: boolean;
  needsResponse: boolean;
  assigneeId: string | null;
  aiId: string | null;
  lastMessageAt: string;
  waitingSince: string | null;
};

export type ConvView = "mine" | "needsReply" | "unassigned" | "all" | "ended";
export type ConvSort = "newest" | "oldestWaiting";

export type RowFilter = {
  /** Left out: open and ended. */
  view?: ConvView | null;
  sort: ConvSort;
  search?: string | null;
  integrationId?: string | null;
  tags?: readonly string[] | null;
  stageId?: string | null;
  clientId?: string | null;
};

type Page<R> = { nodes: R[]; pageInfo: { hasNextPage: boolean } };

/**
 * Whether a row that changed belongs into a list. The server draws the lists; this repeats its rule for single rows, so that
 * a change does not cost the whole list. A search is the server's alone: rows never enter it here, they only change or leave.
 */
export function belongs(row: PlacedRow, filter: RowFilter, viewerAgentId: string | null, wasThere: boolean): boolean {
  if (filter.search && !wasThere) return false;
  if (filter.integrationId && filter.integrationId !== row.integrationId) return false;
  if (filter.stageId && filter.stageId !== row.stageId) return false;
  if (filter.clientId && filter.clientId !== row.clientId) return false;
  if (filter.tags?.some((tag) => !row.tags.includes(tag))) return false;
  switch (filter.view) {
    case "mine":
      return !row.ended && viewerAgentId !== null && row.assigneeId === viewerAgentId;
    case "needsReply":
      return !row.ended && row.needsResponse;
    case "unassigned":
      return !row.ended && row.assigneeId === null && row.aiId === null;
    case "all":
      return !row.ended;
    case "ended":
      return row.ended;
    case null:
    case undefined:
      return true;
  }
}

/** Newest first by last message, or the longest wait first; ids break ties as the server does. */
export function compareRows(a: PlacedRow, b: PlacedRow, sort: ConvSort): number {
  if (sort === "oldestWaiting") {
    const byWait = (a.waitingSince ?? "9999").localeCompare(b.waitingSince ?? "9999");
    return byWait !== 0 ? byWait : a.id.localeCompare(b.id);
  }
  const byTime = b.lastMessageAt.localeCompare(a.lastMessageAt);
  return byTime !== 0 ? byTime : b.id.localeCompare(a.id);
}

/**
 * Puts changed rows where they belong in the loaded pages, and takes out those that are gone. A row that belongs behind the
 * last loaded one, as that one stood, is left to the next page. Pages keep their cursors, which are values and not positions.
 */
export function patchPages<R extends PlacedRow, P extends Page<R>>(
  pages: readonly P[],
  changed: readonly R[],
  goneIds: ReadonlySet<string>,
  filter: RowFilter,
  viewerAgentId: string | null,
): P[] {
  const there = new Set(pages.flatMap((page) => page.nodes.map((row) => row.id)));
  const changedIds = new Set(changed.map((row) => row.id));
  const next = pages.map((page) => ({
    ...page,
    nodes: page.nodes.filter((row) => !goneIds.has(row.id) && !changedIds.has(row.id)),
  }));
  // The next page begins behind the last loaded row, or behind where that one stood.
  const hasMore = pages.at(-1)?.pageInfo.hasNextPage ?? false;
  const end = hasMore ? pages.flatMap((page) => page.nodes).at(-1) : undefined;
  for (const row of changed) {
    if (goneIds.has(row.id) || !belongs(row, filter, viewerAgentId, there.has(row.id))) continue;
    if (!hasMore || (end && compareRows(row, end, filter.sort) <= 0)) insert(next, row, filter.sort);
  }
  return next;
}

function insert<R extends PlacedRow, P extends Page<R>>(pages: P[], row: R, sort: ConvSort): void {
  for (const page of pages) {
    const index = page.nodes.findIndex((other) => compareRows(row, other, sort) < 0);
    if (index !== -1) {
      page.nodes.splice(index, 0, row);
      return;
    }
  }
  pages.at(-1)?.nodes.push(row);
}
