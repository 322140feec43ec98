import { audit } from "../auth/audit.ts";
import { inTransaction, transactionTime } from "../db.ts";
import { AppError } from "../errors.ts";
import type { WebhookDelivery } from "../generated/prisma/client.ts";
import { emitTest } from "../events/emit.ts";
import { verb } from "../verb.ts";
import { webhookOr404 } from "./access.ts";
import { sampleEvent } from "./sample-event.ts";
import { say } from "../say.ts";

/**
 * Sends a sample of its event to one webhook, with `debug: true`. It is signed, retried and logged like any other, so a successful test
 * proves the setup. No other webhook, the portal or event pulls see it.
 * @throws AppError CONFLICT when the webhook is switched off: the delivery would wait unnoticed.
 */
export const sendTestEvent = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { webhookId: string }): Promise<WebhookDelivery> => {
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      const webhook = await webhookOr404(tx, input.webhookId);
      if (!webhook.active) throw new AppError("CONFLICT", say("refusal.webhookOffTest"));
      const sample = sampleEvent(webhook.event, workspaceId, tx.now);
      // Not emitted: readers of the log skip test events, and the one delivery is created here instead of by the fan-out.
      const event = await emitTest(tx, sample);
      const row = await tx.db.webhookDelivery.create({
        data: {
          workspaceId,
          webhookId: webhook.id,
          eventId: event.id,
          eventSeq: event.seq,
          nextAttemptAt: await transactionTime(tx),
        },
      });
      await audit(tx, "sendTestEvent", webhook.id, { after: { event: sample.name, deliveryId: row.id } });
      tx.wakes?.add("deliveries");
      return row;
    });
  },
);
