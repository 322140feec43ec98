import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import { broadcastOr404 } from "./access.ts";

/**
 * One broadcast.
 * @throws AppError NOT_FOUND
 */
export async function getBroadcast(ctx: Ctx, input: { id: string }): Promise<Broadcast> {
  can(ctx, "MANAGE_BROADCASTS");
  needsInboxPlan(ctx, "Broadcasts");
  return broadcastOr404(ctx, input.id);
}
