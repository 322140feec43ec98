import type { Prisma, WebhookDelivery } from "../generated/prisma/client.ts";
import { WebhookEvent } from "../generated/prisma/enums.ts";

/** What a delivery's record takes from its event. */
export const DELIVERY_FACTS = {
  event: { select: { name: true, payload: true } },
} as const satisfies Prisma.WebhookDeliveryInclude;

/** A delivery as it is answered. */
export type DeliveryRecord = Pick<
  WebhookDelivery,
  "id" | "webhookId" | "state" | "attempts" | "responseStatus" | "error" | "createdAt" | "nextAttemptAt" | "deliveredAt"
> & { event: WebhookEvent; payload: unknown };

type Row = WebhookDelivery & { event: { name: string; payload: unknown } };

export function deliveryRecord({ event, ...row }: Row): DeliveryRecord {
  const name = Object.values(WebhookEvent).find((value) => value === event.name);
  if (!name) throw new Error(`a delivery of ${event.name}, which no webhook can choose`);
  return { ...row, event: name, payload: event.payload };
}
