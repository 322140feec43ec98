import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { PushSubscription } from "../generated/prisma/client.ts";
import { personOf } from "../workspaces/person.ts";
import { hashOfEndpoint } from "./push-subscription.ts";

/**
 * Ends notices on one of the signed-in person's browsers.
 * @returns the subscription as it was.
 * @throws AppError NOT_FOUND, for another person's too, and for API keys.
 */
export async function deletePushSubscription(ctx: Ctx, input: { endpoint: string }): Promise<PushSubscription> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  const { userId } = personOf(ctx);
  const { workspaceId } = ctx;
  const own = { workspaceId, userId, endpointHash: hashOfEndpoint(input.endpoint) };
  const row = await ctx.db.pushSubscription.findFirst({ where: own });
  if (!row) throw notFound("PushSubscription");
  await ctx.db.pushSubscription.deleteMany({ where: own });
  return row;
}
