import type { WebhookDelivery } from "../generated/prisma/client.ts";
import { WebhookEvent } from "../generated/prisma/enums.ts";

export function deliveredEvent({ event }: { event: { name: string } }): WebhookEvent {
  const name = Object.values(WebhookEvent).find((value) => value === event.name);
  if (!name) throw new Error(`a delivery of ${event.name}, which no webhook can choose`);
  return name;
}

/** The request body. */
export function deliveredPayload(
  delivery: Pick<WebhookDelivery, "eventSeq"> & { event: { name: string; payload: unknown } },
): unknown {
  return withSeq(deliveredEvent(delivery), delivery.event.payload, delivery.eventSeq);
}

/** The payload as sent: with the event's log position, by which a subscriber can order the events of a conversation. */
export function withSeq(name: WebhookEvent, payload: unknown, seq: bigint): unknown {
  if (name === "MESSAGE_UPDATED_SMPP" || typeof payload !== "object" || payload === null) return payload;
  return { ...payload, seq: Number(seq) };
}
