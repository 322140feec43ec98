import type { BulkAction } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { bulkActionOf } from "./bulk-action-of.ts";

/**
 * Stops a bulk action after the current batch. Completed changes stay and can be undone. A finished action is not changed.
 * @throws AppError NOT_FOUND
 */
export const cancelBulkAction = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { id: string }): Promise<BulkAction> => {
    const { workspaceId } = ctx;
    const { id } = await bulkActionOf(ctx, input.id);
    await ctx.db.bulkAction.updateMany({
      where: { workspaceId, id, state: { in: ["queued", "running"] } },
      data: { state: "cancelled", completedAt: new Date() },
    });
    return bulkActionOf(ctx, id);
  },
);
