import type { WebhookDelivery } from "../generated/prisma/client.ts";
import { WebhookEvent } from "../generated/prisma/enums.ts";

/** The event that a delivery carries. */
export function deliveredEvent({ event }: { event: { name: string } }): WebhookEvent {
  const name = Object.values(WebhookEvent).find((value) => value === event.name);
  if (!name) throw new Error(`a delivery of ${event.name}, which no webhook can choose`);
  return name;
}

/** The body that is sent. */
export function deliveredPayload(
  delivery: Pick<WebhookDelivery, "eventSeq"> & { event: { name: string; payload: unknown } },
): unknown {
  return withSeq(deliveredEvent(delivery), delivery.event.payload, delivery.eventSeq);
}

/** A payload as it is sent: with the event's place in the log, by which a subscriber puts events of one conversation in order. */
export function withSeq(name: WebhookEvent, payload: unknown, seq: bigint): unknown {
  if (name === "MESSAGE_UPDATED_SMPP" || typeof payload !== "object" || payload === null) return payload;
  return { ...payload, seq: Number(seq) };
}
