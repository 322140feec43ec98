import { notFound } from "../errors.ts";
import type { WebhookAttempt } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";

/** After many replays a delivery has more attempts than anybody reads, each with up to 16 KiB of an answer. */
const MOST = 20;

/**
 * The last attempts of a delivery, newest first.
 * @throws AppError NOT_FOUND, also when its webhook was deleted
 */
export const listWebhookAttempts = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, input: { deliveryId: string }): Promise<WebhookAttempt[]> => {
    const delivery = await ctx.db.webhookDelivery.findFirst({
      where: { workspaceId: ctx.workspaceId, id: input.deliveryId, webhook: { deletedAt: null } },
      include: { attemptRows: { orderBy: { attemptNo: "desc" }, take: MOST } },
    });
    if (!delivery) throw notFound("delivery");
    return delivery.attemptRows;
  },
);
