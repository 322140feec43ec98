import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { AppError, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { WebhookDelivery } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { say } from "../say.ts";

/**
 * Sends a delivery again, now, with the same webhook-id; the retry schedule restarts. A pending delivery gets its next attempt now.
 * @throws AppError CONFLICT when its webhook is switched off: the delivery would wait unnoticed.
 */
export const replayWebhookDelivery = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { id: string }): Promise<WebhookDelivery> => {
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      const before = await tx.db.webhookDelivery.findFirst({
        where: { workspaceId, id: input.id, webhook: { deletedAt: null } },
        include: { webhook: { select: { active: true } } },
      });
      if (!before) throw notFound("delivery");
      if (!before.webhook.active) throw new AppError("CONFLICT", say("refusal.webhookOffReplay"));
      // Uses the row's own count and the database's clock, because an attempt may be ending at this moment.
      await tx.db.$executeRaw`
      update "WebhookDelivery" set state = 'pending', "nextAttemptAt" = now(), "scheduleStep" = attempts, "deliveredAt" = null
      where "workspaceId" = ${workspaceId} and id = ${before.id}::uuid`;
      const where = { workspaceId_id: { workspaceId, id: before.id } };
      const row = await tx.db.webhookDelivery.findUniqueOrThrow({ where });
      await audit(tx, "replayWebhookDelivery", before.id, { after: { webhookId: before.webhookId } });
      tx.wakes?.add("deliveries");
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return row;
    });
  },
);
