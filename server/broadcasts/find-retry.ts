import DataLoader from "dataloader";
import type { Ctx } from "../ctx.ts";

/** One query for a page of broadcasts. */
function createLoader({ db, workspaceId }: Ctx): DataLoader<string, string | null> {
  return new DataLoader(
    async (ids) => {
      const retries = await db.broadcast.findMany({
        where: { workspaceId, retryOfId: { in: [...new Set(ids)] } },
        select: { id: true, retryOfId: true },
      });
      const found = new Map(retries.map(({ id, retryOfId }) => [retryOfId, id]));
      return ids.map((id) => found.get(id) ?? null);
    },
    // A second mutation of the same request sees what the first one made.
    { cache: false },
  );
}

const loaders = new WeakMap<Ctx, DataLoader<string, string | null>>();

/** The id of the broadcast that is for the failed recipients of one that the caller was given; null: it was not retried. */
export function findRetry(ctx: Ctx, broadcastId: string): Promise<string | null> {
  let loader = loaders.get(ctx);
  if (!loader) loaders.set(ctx, (loader = createLoader(ctx)));
  return loader.load(broadcastId);
}
