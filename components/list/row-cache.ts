import { hashKey, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { isPassing } from "../graphql/gql-request.ts";
import { readAgain } from "../shell/read-again.ts";
import { coalesce } from "../offline/coalesce.ts";
import { isServersAlone, patchPages, type RowFilter } from "./conv-rows.ts";
import type { ConvRow, ConvRowPage } from "../inbox/documents.ts";
import { readMembers } from "./list-queries.ts";
import { inboxKeys, readRows } from "../inbox/queries.ts";

export type InboxCache = { workspaceId: number; viewerAgentId: string | null; client: QueryClient };

/** Moves changed rows to their new places in every cached list, and removes deleted rows. */
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

/** Which of the rows are in the visible lists that only the server can decide. Other lists reload when they are shown. */
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
      // The server rejects this filter. Its own list shows the error, and the other lists continue.
      return [];
    }
  });
  return new Map((await Promise.all(found)).flat());
}

/** Applies an optimistic change to one row. The server's row follows and replaces it. */
export function patchRow(cache: InboxCache, convId: string, patch: Partial<ConvRow>): void {
  const row = cache.client.getQueryData<ConvRow | null>(inboxKeys.row(cache.workspaceId, convId));
  if (row) applyRows(cache, [{ ...row, ...patch }], new Set());
}

/** The request's limit for rows. */
const BATCH = 200;
/** Pause between two reads while changes keep coming. The first change shows at once, a burst a few times per second. */
const BURST_PAUSE_MS = 250;
/** Longer than for rows: counts cost more, and users look at them less. */
const COUNTS_PAUSE_MS = 1_000;
/** Wait before the retry after a failed read. */
const AGAIN_MS = 2_000;

/**
 * Reads the given rows again, with one request at a time. Ids that arrive during a request go into the next one. So an older response
 * never replaces a newer one, and a burst of changes costs few requests. Then it refreshes the views' counts.
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
        // The events for these changes are not repeated, so the rows must be read again.
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
    // These reads may have started before the change, and their responses would overwrite the new rows. So read again after them.
    if (underWay.length > 0) void Promise.allSettled(underWay).then(() => read(ids));
  };
}

/** The running reads of lists and of these rows. */
function readingsUnderWay({ workspaceId, client }: InboxCache, ids: readonly string[]): Promise<unknown>[] {
  const keys = [inboxKeys.lists(workspaceId), ...ids.map((id) => inboxKeys.row(workspaceId, id))];
  return keys
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" }))
    .map((query) => query.fetch());
}
