import { notFound } from "../errors.ts";
import { verb } from "../verb.ts";
import { personOf } from "../workspaces/person.ts";
import { hashOfEndpoint } from "./push-subscription.ts";

/**
 * Stops notifications on one of the signed-in person's browsers.
 * @returns the subscription as it was.
 * @throws AppError NOT_FOUND, also for another person's subscription and for API keys.
 */
export const deletePushSubscription = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { endpoint: string }) => {
    const { userId } = personOf(ctx);
    const own = { workspaceId: ctx.workspaceId, userId, endpointHash: hashOfEndpoint(input.endpoint) };
    const row = await ctx.db.pushSubscription.findFirst({ where: own });
    if (!row) throw notFound("pushSubscription");
    await ctx.db.pushSubscription.deleteMany({ where: own });
    return row;
  },
);
