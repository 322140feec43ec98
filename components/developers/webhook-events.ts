import type { WebhookEvent } from "./queries.ts";

/** What a webhook can listen for (contract.md, Events), in the order in which it is offered. */
const OFFERED: Record<WebhookEvent, true> = {
  ANY_EVENT: true,
  INCOMING_MESSAGE: true,
  OUTGOING_MESSAGE: true,
  MESSAGE_UPDATED: true,
  NEW_CONV: true,
  ENDING_CONV: true,
  NEW_CLIENT: true,
  CLIENT_UPDATED: true,
  MESSAGE_UPDATED_SMPP: true,
};

export const EVENT_NAMES = Object.keys(OFFERED) as WebhookEvent[];
