import { Webhook as Signer } from "standardwebhooks";
import { currentRequestContext } from "../observe/request-context.ts";
import { isReservedHeader } from "./webhook-headers.ts";

/** Identifies the product in the receiver's logs. */
const USER_AGENT = "Omnichannel-Webhooks/1";
/** How long the previous secret also signs after a rotation, in milliseconds. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

/** The `webhook-id` of an event: the same for all attempts, receivers and replays, and for pulled events. */
export function webhookIdOf(eventId: string): string {
  return `msg_${eventId}`;
}

type SigningSecrets = { secret: string; previousSecret: string | null; rotatedAt: Date | null };

/**
 * All headers of a delivery: the caller's permitted ones, then ours (Standard Webhooks). The id is the event's and stays the same for all
 * attempts; the time is the attempt's. `webhook-request-id` is the request that caused the event, if there was one. For a day after a
 * rotation, both secrets sign.
 * @param content the signed content: the body, or the query string of a GET.
 */
export function deliveryHeaders(
  given: Record<string, string>,
  eventId: string,
  content: string,
  secrets: SigningSecrets,
  now: Date,
): Record<string, string> {
  const id = webhookIdOf(eventId);
  const requestId = currentRequestContext()?.requestId ?? null;
  const { secret, previousSecret, rotatedAt } = secrets;
  const isRotating = rotatedAt !== null && now.getTime() - rotatedAt.getTime() < ROTATION_MS;
  const keys = isRotating && previousSecret !== null ? [secret, previousSecret] : [secret];
  // Checked again here, although they were checked when saved: no custom header may duplicate one of ours.
  const own = Object.entries(given).filter(([name]) => !isReservedHeader(name));
  return {
    ...Object.fromEntries(own),
    "user-agent": USER_AGENT,
    ...(requestId === null ? {} : { "webhook-request-id": requestId }),
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": keys.map((key) => new Signer(key).sign(id, now, content)).join(" "),
  };
}
