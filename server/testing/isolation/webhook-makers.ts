import { database } from "../../db.ts";
import { createWebhook } from "../../webhooks/create-webhook.ts";
import { testCtx } from "../factories.ts";

type Place = { workspaceId: number; mark: string; text: (what: string) => string };

/** Creates webhooks and their deliveries, with the workspace's mark in every text. */
export function webhookMakersFor({ workspaceId, mark, text }: Place) {
  const db = database();

  async function newWebhook(): Promise<string> {
    const input = { label: text("webhook"), url: `http://127.0.0.1:9/${mark}`, event: "ANY_EVENT" as const };
    const { id } = await createWebhook(testCtx(workspaceId), { ...input, headers: { "x-own": text("header") } });
    return id;
  }
  async function newDelivery(webhookId: string): Promise<string> {
    const event = await db.event.create({
      data: { workspaceId, name: "NEW_CLIENT", payload: { event: "NEW_CLIENT", name: text("payload") } },
    });
    const delivery = await db.webhookDelivery.create({
      data: { workspaceId, webhookId, eventId: event.id, eventSeq: event.seq, state: "failed", error: text("failure") },
    });
    const attempt = { attemptNo: 1, startedAt: new Date(), durationMs: 1, error: text("attempt") };
    await db.webhookAttempt.create({ data: { workspaceId, deliveryId: delivery.id, ...attempt } });
    return delivery.id;
  }

  return { newWebhook, newDelivery };
}
