import DataLoader from "dataloader";
import type { Ctx } from "../ctx.ts";

/**
 * failedCount of broadcasts: messages that failed, and recipients for whom none was made. Counted, never kept, so a delivery that
 * overrules a failure is in it. One query for a page of broadcasts.
 */
function createLoader({ db, workspaceId }: Ctx): DataLoader<string, number> {
  return new DataLoader(
    async (ids) => {
      const rows = await db.$queryRaw<{ id: string; failedCount: number }[]>`
        select wanted.id, (
          (select count(*) from "Message" m
            where m."workspaceId" = ${workspaceId} and m."broadcastId" = wanted.id and m.status = 'failed')
          + (select count(*) from "BroadcastRecipient" r
            where r."workspaceId" = ${workspaceId} and r."broadcastId" = wanted.id and r.error is not null)
        )::int as "failedCount"
        from unnest(${[...new Set(ids)]}::uuid[]) as wanted (id)`;
      const counts = new Map(rows.map((row) => [row.id, row.failedCount]));
      return ids.map((id) => counts.get(id) ?? 0);
    },
    // A second mutation of the same request sees what the first one changed.
    { cache: false },
  );
}

const loaders = new WeakMap<Ctx, DataLoader<string, number>>();

/** failedCount of a broadcast that the caller was given. */
export function countFailed(ctx: Ctx, broadcastId: string): Promise<number> {
  let loader = loaders.get(ctx);
  if (!loader) loaders.set(ctx, (loader = createLoader(ctx)));
  return loader.load(broadcastId);
}
