import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import type { BulkAction } from "../generated/prisma/client.ts";
import { bulkActionOf } from "./bulk-action-of.ts";

/**
 * How far a bulk action of the signed-in person's has come.
 * @throws AppError NOT_FOUND
 */
export async function getBulkAction(ctx: Ctx, input: { id: string }): Promise<BulkAction> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  return bulkActionOf(ctx, input.id);
}
