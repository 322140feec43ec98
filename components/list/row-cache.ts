import { hashKey, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { isPassing } from "../graphql/gql-request.ts";
import { readAgain } from "../shell/read-again.ts";
import { coalesce } from "../offline/coalesce.ts";
import { isServersAlone, patchPages, type RowFilter } from "./conv-rows.ts";
import type { ConvRow, ConvRowPage } from "../inbox/documents.ts";
import { readMembers } from "./list-queries.ts";
import { inboxKeys, readRows } from "../inbox/queries.ts";

export type InboxCache = { workspaceId: number; viewerAgentId: string | null; client: QueryClient };

/** Puts changed rows where they now belong in every cached list, and takes rows out that are gone. */
export function applyRows(
  cache: InboxCache,
  changed: ConvRow[],
  goneIds: ReadonlySet<string>,
  members: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): void {
  const { workspaceId, viewerAgentId, client } = cache;
  for (const row of changed) client.setQueryData(inboxKeys.row(workspaceId, row.id), row);
  for (const id of goneIds) client.setQueryData(inboxKeys.row(workspaceId, id), null);
  const lists = client.getQueriesData<InfiniteData<ConvRowPage>>({ queryKey: inboxKeys.lists(workspaceId) });
  for (const [key, list] of lists) {
    const filter = key[3] as RowFilter;
    if (!list) continue;
    const held = members.get(hashKey(key)) ?? null;
    client.setQueryData(key, { ...list, pages: patchPages(list.pages, changed, goneIds, filter, viewerAgentId, held) });
  }
}

/** Which of the rows are in those lists that only the server can tell of: of lists on the page. The others are read anew when shown. */
async function membersOf({ workspaceId, client }: InboxCache, ids: string[]): Promise<Map<string, Set<string>>> {
  const lists = client.getQueryCache().findAll({ queryKey: inboxKeys.lists(workspaceId) });
  const alone = lists.filter(({ queryKey }) => isServersAlone(queryKey[3] as RowFilter));
  for (const list of alone) if (!list.isActive()) list.invalidate();
  const shown = alone.filter((list) => list.isActive() && !(list.queryKey[3] as RowFilter).isPending);
  const found = shown.map(async ({ queryKey }) => {
    try {
      return [[hashKey(queryKey), await readMembers(workspaceId, queryKey[3] as RowFilter, ids)] as const];
    } catch (error) {
      if (isPassing(error)) throw error;
      // A filter that cannot be asked: its own list says so, and the others go on.
      return [];
    }
  });
  return new Map((await Promise.all(found)).flat());
}

/** Shows a change to one row at once; the server's own row follows and has the last word. */
export function patchRow(cache: InboxCache, convId: string, patch: Partial<ConvRow>): void {
  const row = cache.client.getQueryData<ConvRow | null>(inboxKeys.row(cache.workspaceId, convId));
  if (row) applyRows(cache, [{ ...row, ...patch }], new Set());
}

/** As many rows as one request may name. */
const BATCH = 200;
/** Between two readings while changes go on coming: the first is shown at once, a burst a few times a second. */
const BURST_PAUSE_MS = 250;
/** Counts are dearer than rows and less looked at. */
const COUNTS_PAUSE_MS = 1_000;
/** After an answer that did not come. */
const AGAIN_MS = 2_000;

/**
 * Reads named rows again, one request at a time: what is asked for while one is under way goes into the next, so an older
 * answer never covers a newer one and a burst of changes costs few requests. The views' counts follow.
 */
export function createRowRefresher(cache: InboxCache): (ids: Iterable<string>) => Promise<void> {
  const { workspaceId, client } = cache;
  let wanted = new Set<string>();
  let again: ReturnType<typeof setTimeout> | undefined;

  const readWanted = coalesce(async () => {
    while (wanted.size > 0) {
      const ids = [...wanted].slice(0, BATCH);
      wanted = new Set([...wanted].slice(BATCH));
      try {
        const [rows, members] = await Promise.all([readRows(workspaceId, ids), membersOf(cache, ids)]);
        const found = new Set(rows.map((row) => row.id));
        applyRows(cache, rows, new Set(ids.filter((id) => !found.has(id))), members);
      } catch (error) {
        if (!isPassing(error)) throw error;
        // Nobody tells of these changes a second time.
        for (const id of ids) wanted.add(id);
        clearTimeout(again);
        again = setTimeout(() => void readWanted(), AGAIN_MS);
        return;
      }
      if (wanted.size > 0) await new Promise((resolve) => setTimeout(resolve, BURST_PAUSE_MS));
    }
  });

  const recount = coalesce(async () => {
    await readAgain(client, { queryKey: inboxKeys.counts(workspaceId) });
    await new Promise((resolve) => setTimeout(resolve, COUNTS_PAUSE_MS));
  });

  async function read(ids: readonly string[]): Promise<void> {
    for (const id of ids) wanted.add(id);
    await readWanted();
    void recount();
  }

  return async (given) => {
    const ids = [...given];
    const underWay = readingsUnderWay(cache, ids);
    await read(ids);
    // Their answers may be from before the change, and take the place of what was put in meanwhile.
    if (underWay.length > 0) void Promise.allSettled(underWay).then(() => read(ids));
  };
}

/** The ends of the readings of lists, and of these rows by themselves, that are under way. */
function readingsUnderWay({ workspaceId, client }: InboxCache, ids: readonly string[]): Promise<unknown>[] {
  const keys = [inboxKeys.lists(workspaceId), ...ids.map((id) => inboxKeys.row(workspaceId, id))];
  return keys
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" }))
    .map((query) => query.fetch());
}
