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
 * Sends one webhook a sample of its event, with `debug: true`: signed, tried again and logged like any other, so that what works
 * for it works for the rest. Nothing has happened: it is told to no other webhook, not to the portal, and not where events are
 * pulled.
 * @throws AppError CONFLICT when the webhook is switched off: it would wait unseen.
 */
export const sendTestEvent = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { webhookId: string }): Promise<WebhookDelivery> => {
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      const webhook = await webhookOr404(tx, input.webhookId);
      if (!webhook.active) throw new AppError("CONFLICT", say("refusal.webhookOffTest"));
      const sample = sampleEvent(webhook.event, workspaceId, tx.now);
      // Not emitted: readers of the log pass a test by, and its one delivery is made here instead of by the fan-out.
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
