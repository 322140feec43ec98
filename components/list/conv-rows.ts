import type { ConvFilter } from "./resolve-query.ts";

/** The parts of a row that decide its place in a list. Times are ISO strings. */
export type PlacedRow = {
  id: string;
  integrationId: string;
  clientId: string;
  stageId: string | null;
  tags: readonly string[];
  ended: boolean;
  dormant: boolean;
  otherAppSince: string | null;
  needsResponse: boolean;
  assigneeId: string | null;
  aiId: string | null;
  isSnoozed: boolean;
  activityAt: string;
  waitingSince: string | null;
  slaDueAt: string | null;
  replyWindowClosesAt: string | null;
};

export const VIEWS = [
  "mine",
  "needsReply",
  "unassigned",
  "aiHandling",
  "mentions",
  "snoozed",
  "dormant",
  "windowClosing",
  "failed",
  "drafts",
  "all",
  "ended",
] as const;
export type ConvView = (typeof VIEWS)[number];
export const SORTS = ["newest", "oldestWaiting", "windowClosing", "slaDue"] as const;
export type ConvSort = (typeof SORTS)[number];

/** Views whose members cannot be derived from a row alone. */
const SERVERS_ALONE: ReadonlySet<ConvView> = new Set(["mentions", "windowClosing", "failed", "drafts"]);

export type RowFilter = {
  /** Without a view: open and ended conversations. */
  view?: ConvView | null;
  sort: ConvSort;
  /** The conditions of the search field. */
  filter?: ConvFilter | null;
  /** Whether names in the conditions are still being resolved. Until then, no request is sent. */
  isPending?: boolean;
  search?: string | null;
  integrationId?: string | null;
  tags?: readonly string[] | null;
  stageId?: string | null;
  clientId?: string | null;
};

/** Whether only the server can decide which rows belong to a list. The server is then asked about changed rows. */
export function isServersAlone({ view, filter, search }: RowFilter): boolean {
  return Boolean(filter) || Boolean(search) || (view != null && SERVERS_ALONE.has(view));
}

type Page<R> = { nodes: R[]; pageInfo: { hasNextPage: boolean } };

/**
 * Whether a changed row belongs to a list. The server builds the lists. This repeats its rule for single rows, so that a change does not
 * reload the whole list. For lists that only the server decides (`isServersAlone`), a row's membership stays the same until the
 * server has answered.
 */
export function belongs(row: PlacedRow, filter: RowFilter, viewerAgentId: string | null, wasThere: boolean): boolean {
  if (isServersAlone(filter)) return wasThere;
  if (filter.integrationId && filter.integrationId !== row.integrationId) return false;
  if (filter.stageId && filter.stageId !== row.stageId) return false;
  if (filter.clientId && filter.clientId !== row.clientId) return false;
  if (filter.tags?.some((tag) => !row.tags.includes(tag))) return false;
  const isAwake = !row.ended && !row.dormant && !row.isSnoozed;
  switch (filter.view) {
    case "mine":
      return isAwake && viewerAgentId !== null && row.assigneeId === viewerAgentId;
    case "needsReply":
      return isAwake && row.needsResponse;
    case "unassigned":
      return isAwake && row.assigneeId === null && row.aiId === null && row.otherAppSince === null;
    case "aiHandling":
      return isAwake && row.assigneeId === null && row.aiId !== null;
    case "snoozed":
      return !row.ended && row.isSnoozed;
    case "dormant":
      return !row.ended && row.dormant;
    case "all":
      return isAwake;
    case "ended":
      return row.ended;
    case "mentions":
    case "windowClosing":
    case "failed":
    case "drafts":
      return wasThere;
    case null:
    case undefined:
      return true;
  }
}

/** What a list is sorted by, soonest first. The next one counts only between rows without the one before. */
const SOONEST = {
  newest: [],
  oldestWaiting: ["waitingSince"],
  windowClosing: ["replyWindowClosesAt"],
  slaDue: ["slaDueAt", "waitingSince"],
} as const satisfies Record<ConvSort, readonly (keyof PlacedRow)[]>;

/**
 * Sorts by newest activity, or by the longest wait, the window that closes first, or the answer that is due first and then the longest
 * wait. Rows without such a value come last, by newest activity. Ids break ties, as on the server.
 */
export function compareRows(a: PlacedRow, b: PlacedRow, sort: ConvSort): number {
  for (const key of SOONEST[sort]) {
    const [first, second] = [a[key], b[key]];
    if (!first && !second) continue;
    const bySoonest = inOrder(first ?? "9999", second ?? "9999");
    return bySoonest !== 0 ? bySoonest : inOrder(a.id, b.id);
  }
  const byTime = inOrder(b.activityAt, a.activityAt);
  return byTime !== 0 ? byTime : inOrder(b.id, a.id);
}

/** Times and ids contain only ASCII, so a plain comparison is enough. A burst compares thousands. */
function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Moves changed rows to their new places in the loaded pages and removes deleted rows. A row that belongs after the last loaded row is
 * left to the next page. Pages keep their cursors, because cursors are values and not positions.
 * @param members the changed rows that are in the list according to the server. null: `belongs` decides.
 */
export function patchPages<R extends PlacedRow, P extends Page<R>>(
  pages: readonly P[],
  changed: readonly R[],
  goneIds: ReadonlySet<string>,
  filter: RowFilter,
  viewerAgentId: string | null,
  members: ReadonlySet<string> | null = null,
): P[] {
  const there = new Set(pages.flatMap((page) => page.nodes.map((row) => row.id)));
  const changedIds = new Set(changed.map((row) => row.id));
  const next = pages.map((page) => ({
    ...page,
    nodes: page.nodes.filter((row) => !goneIds.has(row.id) && !changedIds.has(row.id)),
  }));
  // The next page starts after the last loaded row, or after that row's former position.
  const hasMore = pages.at(-1)?.pageInfo.hasNextPage ?? false;
  const end = hasMore ? pages.flatMap((page) => page.nodes).at(-1) : undefined;
  for (const row of changed) {
    if (goneIds.has(row.id)) continue;
    if (!(members ? members.has(row.id) : belongs(row, filter, viewerAgentId, there.has(row.id)))) continue;
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
