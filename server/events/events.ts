import type { Client, Conversation, Integration, Message } from "../generated/prisma/client.ts";
import type { MessageStatus } from "../generated/prisma/enums.ts";
import type { WebhookEventName } from "./payloads.ts";

/** Events for the portal only: something that it shows has changed. They have no payload and are not sent to subscribers. */
export type PortalEventName =
  | "CONV_CHANGED"
  | "MESSAGE_CHANGED"
  | "CLIENT_CHANGED"
  | "WORKSPACE_CHANGED"
  /** Progress of a running broadcast, emitted about once a second. Its launch and end are WORKSPACE_CHANGED. */
  | "BROADCAST_CHANGED"
  /** Golden questions or an eval run have changed. Emitted about once a second during a run. */
  | "EVAL_CHANGED";

/** What a change concerns: the rows to read again, and the conversation's agent, who decides who may receive the event. */
type About = {
  convId?: string;
  clientId?: string;
  messageId?: string;
  /** The conversation's agent after the change. */
  assigneeId?: string | null;
  /** The conversation's agent before the change, if the change was an assignment. */
  prevAssigneeId?: string | null;
};

export type NewEvent = About &
  ({ name: WebhookEventName; payload: Record<string, unknown> } | { name: PortalEventName; payload?: undefined });

/** Placeholder for a message's time in events written with it. The statement that writes both sets it under the conversation's lock. */
export const WRITTEN_AT = "@writtenAt";
type MessageTime = Date | typeof WRITTEN_AT;

function iso(at: MessageTime): string {
  return at === WRITTEN_AT ? at : at.toISOString();
}

type ConvEventName = "INCOMING_MESSAGE" | "OUTGOING_MESSAGE" | "ENDING_CONV" | "NEW_CONV";
type ConvParts = Pick<Conversation, "workspaceId" | "id" | "assigneeId" | "dormant"> &
  Partial<Pick<Conversation, "rating" | "ratingScale" | "ratingComment">>;
type IntegrationParts = Pick<Integration, "id" | "type">;
type ClientParts = Pick<Client, "id" | "externalClientId">;
type MessageParts = Pick<
  Message,
  "id" | "type" | "content" | "caption" | "isAgent" | "sourceType" | "sourceUrl" | "ad"
> & {
  createdAt: MessageTime;
};

/** INCOMING_MESSAGE, OUTGOING_MESSAGE, NEW_CONV and ENDING_CONV; the last two carry the conversation's first and last message. */
export function convEvent(
  name: ConvEventName,
  parts: { conv: ConvParts; integration: IntegrationParts; client: ClientParts; message: MessageParts | null },
): NewEvent {
  const { conv, integration, client, message } = parts;
  const referral = name === "INCOMING_MESSAGE" || name === "NEW_CONV";
  return {
    name,
    convId: conv.id,
    clientId: client.id,
    ...(message ? { messageId: message.id } : {}),
    assigneeId: conv.assigneeId,
    payload: {
      event: name,
      workspaceId: conv.workspaceId,
      type: message?.type ?? null,
      content: message?.content ?? null,
      // The caption of a file. The contract has no field for it, and it must not be lost.
      ...(message?.caption ? { caption: message.caption } : {}),
      messageId: message?.id ?? null,
      integrationId: integration.id,
      integrationType: integration.type,
      externalClientId: client.externalClientId,
      isAgent: message?.isAgent ?? null,
      conversationId: conv.id,
      clientId: client.id,
      createdAt: iso(message?.createdAt ?? new Date()),
      ...(name === "NEW_CONV" ? { dormant: conv.dormant } : {}),
      ...(referral && message?.sourceType ? { sourceType: message.sourceType } : {}),
      ...(referral && message?.sourceUrl ? { sourceUrl: message.sourceUrl } : {}),
      ...(referral && message?.ad ? { ad: message.ad } : {}),
      ...(conv.rating == null
        ? {}
        : { rating: conv.rating, ratingScale: conv.ratingScale ?? null, ratingComment: conv.ratingComment ?? null }),
    },
  };
}

type ClientTold = Pick<
  Client,
  | "workspaceId"
  | "id"
  | "email"
  | "name"
  | "surname"
  | "phone"
  | "address"
  | "city"
  | "country"
  | "avatarUrl"
  | "externalClientId"
  | "tags"
  | "stageId"
  | "createdAt"
  | "patchedAt"
>;

/** NEW_CLIENT (with the channel that the contact came from) and CLIENT_UPDATED. Missing values are null. */
export function clientEvent(
  name: "NEW_CLIENT" | "CLIENT_UPDATED",
  client: Omit<ClientTold, "createdAt"> & { createdAt: MessageTime },
  source?: { integration: IntegrationParts } & Partial<Pick<Message, "sourceType" | "sourceUrl" | "ad">>,
): NewEvent {
  return {
    name,
    clientId: client.id,
    payload: {
      event: name,
      workspaceId: client.workspaceId,
      id: client.id,
      email: client.email,
      name: client.name,
      surname: client.surname,
      phone: client.phone,
      address: client.address,
      city: client.city,
      country: client.country,
      avatarUrl: client.avatarUrl,
      externalClientId: client.externalClientId,
      tags: client.tags,
      stageId: client.stageId,
      createdAt: iso(client.createdAt),
      patchedAt: client.patchedAt?.toISOString() ?? null,
      ...(source ? { integrationId: source.integration.id, integrationType: source.integration.type } : {}),
      ...(source?.sourceType ? { sourceType: source.sourceType } : {}),
      ...(source?.sourceUrl ? { sourceUrl: source.sourceUrl } : {}),
      ...(source?.ad ? { ad: source.ad } : {}),
    },
  };
}

type StatusParts = {
  message: Pick<Message, "id" | "workspaceId" | "externalMessageId" | "clientId">;
  conv: Pick<Conversation, "id" | "externalConversationId" | "assigneeId">;
  integration: IntegrationParts;
  from: MessageStatus | null;
  to: MessageStatus;
  at: MessageTime;
};

/** The delivery-receipt words of MESSAGE_UPDATED_SMPP (contract.md, Events). */
const SMPP_WORDS: Record<MessageStatus, string> = {
  pending: "ENROUTE",
  sent: "ACCEPTD",
  failed: "UNDELIV",
  delivered: "DELIVRD",
  read: "DELIVRD",
  played: "DELIVRD",
};

/**
 * The events of a message's status change: MESSAGE_UPDATED for sent, delivered, read and failed (played from below read counts as
 * read), and MESSAGE_UPDATED_SMPP on pending and whenever its word changes.
 * @param parts `from` is null when the message was just accepted.
 */
export function statusEvents(parts: StatusParts): NewEvent[] {
  const { message, conv, integration, from, to, at } = parts;
  const about = { convId: conv.id, clientId: message.clientId, messageId: message.id, assigneeId: conv.assigneeId };
  const events: NewEvent[] = [];
  const told = to === "played" ? (from === "read" ? null : "read") : to;
  if (told && told !== "pending") {
    events.push({
      ...about,
      name: "MESSAGE_UPDATED",
      payload: {
        event: "MESSAGE_UPDATED",
        workspaceId: message.workspaceId,
        integrationId: integration.id,
        integrationType: integration.type,
        status: told,
        externalMessageId: message.externalMessageId,
        externalConversationId: conv.externalConversationId,
        messageId: message.id,
        conversationId: conv.id,
        clientId: message.clientId,
        createdAt: iso(at),
      },
    });
  } else if (from !== null) {
    events.push({ ...about, name: "MESSAGE_CHANGED" });
  }
  if (from === null || SMPP_WORDS[from] !== SMPP_WORDS[to]) {
    events.push({
      ...about,
      name: "MESSAGE_UPDATED_SMPP",
      payload: { message_id: message.id, status: SMPP_WORDS[to] },
    });
  }
  return events;
}
