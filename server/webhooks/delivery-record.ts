import type { Prisma, WebhookDelivery } from "../generated/prisma/client.ts";
import { WebhookEvent } from "../generated/prisma/enums.ts";

/** What a delivery's record takes from its event. */
export const DELIVERY_FACTS = {
  event: { select: { name: true, payload: true } },
} as const satisfies Prisma.WebhookDeliveryInclude;

export type DeliveryRecord = Pick<
  WebhookDelivery,
  "id" | "webhookId" | "state" | "attempts" | "responseStatus" | "error" | "createdAt" | "nextAttemptAt" | "deliveredAt"
> & { event: WebhookEvent; payload: unknown };

type Row = WebhookDelivery & { event: { name: string; payload: unknown } };

export function deliveryRecord({ event, ...row }: Row): DeliveryRecord {
  const name = Object.values(WebhookEvent).find((value) => value === event.name);
  if (!name) throw new Error(`a delivery of ${event.name}, which no webhook can choose`);
  return { ...row, event: name, payload: withSeq(name, event.payload, row.eventSeq) };
}

/** A payload as it is sent: with the event's place in the log, by which a subscriber puts events of one conversation in order. */
export function withSeq(name: WebhookEvent, payload: unknown, seq: bigint): unknown {
  if (name === "MESSAGE_UPDATED_SMPP" || typeof payload !== "object" || payload === null) return payload;
  return { ...payload, seq: Number(seq) };
}
