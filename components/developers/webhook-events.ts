import type { WebhookEvent } from "./queries.ts";

/** What a webhook can listen for, and when that happens (contract.md, Events). */
export const WEBHOOK_EVENTS: Record<WebhookEvent, string> = {
  ANY_EVENT: "Every event but the SMPP receipts",
  INCOMING_MESSAGE: "A client wrote",
  OUTGOING_MESSAGE: "We wrote: an agent, an assistant, a key or a broadcast",
  MESSAGE_UPDATED: "A message was sent, delivered, read, or failed",
  NEW_CONV: "A conversation was opened",
  ENDING_CONV: "A conversation was ended",
  NEW_CLIENT: "Somebody wrote for the first time",
  CLIENT_UPDATED: "A contact was edited",
  MESSAGE_UPDATED_SMPP: "Delivery receipts as GET requests, for SMPP systems",
};

export const EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as WebhookEvent[];
