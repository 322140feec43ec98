import { NIL } from "uuid";
import { clientEvent, convEvent, statusEvents } from "../events/events.ts";
import type { WebhookEventName } from "../events/payloads.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";

// The ids belong to no object, so a receiver that looks one up recognizes a test.
const INTEGRATION = { id: NIL, type: "CUSTOM" } as const;
const CLIENT = {
  id: NIL,
  name: "Test",
  surname: "Event",
  phone: null,
  email: "test@example.com",
  address: null,
  city: null,
  country: null,
  code: null,
  avatarUrl: null,
  externalClientId: "test-client",
  tags: ["test"],
  stageId: null,
  defaultAgentId: null,
  deletedAt: null,
  archivedBy: null,
  optedOutAt: null,
  mergedIntoId: null,
  isPlayground: false,
} as const;

/**
 * A sample payload for a webhook's chosen event, made by the builders of the real events, with `debug: true` (contract.md, Events). For
 * ANY_EVENT: an INCOMING_MESSAGE.
 */
export function sampleEvent(
  chosen: WebhookEvent,
  workspaceId: number,
  at: Date,
): { name: WebhookEventName; payload: { debug: true } } {
  const name = chosen === "ANY_EVENT" ? "INCOMING_MESSAGE" : chosen;
  return { name, payload: { ...payloadOf(name, workspaceId, at), debug: true } };
}

function payloadOf(name: WebhookEventName, workspaceId: number, at: Date): Record<string, unknown> | undefined {
  switch (name) {
    case "NEW_CLIENT":
    case "CLIENT_UPDATED": {
      const client = { ...CLIENT, workspaceId, tags: [...CLIENT.tags], createdAt: at };
      if (name === "CLIENT_UPDATED") return clientEvent(name, { ...client, patchedAt: at }).payload;
      return clientEvent(name, { ...client, patchedAt: null }, { integration: INTEGRATION }).payload;
    }
    case "MESSAGE_UPDATED":
    case "MESSAGE_UPDATED_SMPP": {
      const message = { id: NIL, workspaceId, externalMessageId: "test-message", clientId: NIL };
      const conv = { id: NIL, externalConversationId: "test-conversation", assigneeId: null };
      const change = { from: "sent", to: "delivered" } as const;
      const told = statusEvents({ message, conv, integration: INTEGRATION, ...change, at });
      return told.find((event) => event.name === name)?.payload;
    }
    default: {
      const conv = { workspaceId, id: NIL, assigneeId: null, dormant: false };
      const text = {
        type: "text",
        content: "This is a test event",
        caption: null,
        sourceType: null,
        sourceUrl: null,
        ad: null,
      } as const;
      const message = { ...text, id: NIL, isAgent: name === "OUTGOING_MESSAGE", createdAt: at };
      return convEvent(name, { conv, integration: INTEGRATION, client: CLIENT, message }).payload;
    }
  }
}
