import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import type { BulkAction } from "../generated/prisma/client.ts";
import { bulkActionOf } from "./bulk-action-of.ts";

/**
 * Stops a bulk action after the batch under way; what is done stays, and can be undone. One that is over stays as it is.
 * @throws AppError NOT_FOUND
 */
export async function cancelBulkAction(ctx: Ctx, input: { id: string }): Promise<BulkAction> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  const { workspaceId } = ctx;
  const { id } = await bulkActionOf(ctx, input.id);
  await ctx.db.bulkAction.updateMany({
    where: { workspaceId, id, state: { in: ["queued", "running"] } },
    data: { state: "cancelled", completedAt: new Date() },
  });
  return bulkActionOf(ctx, id);
}
