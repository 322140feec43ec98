import type { InboundMessage } from "../channels/channel.ts";
import { convEvent } from "../events/events.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import type { Known } from "./facts.ts";
import { isKeyword } from "./keyword.ts";
import { ratingChoice } from "./rating-answer.ts";
import { scopeOfSender } from "./sender-scope.ts";
import { asTold, type GuardedWrite } from "./write-messages.ts";

/** Nothing that has to be looked up or fetched comes with it. */
export function isPlainInbound({ isPlayground }: Integration, inbound: InboundMessage): boolean {
  return !isPlayground && !inbound.replyTo && !inbound.media && !ratingChoice(inbound);
}

/**
 * What is written for a client's message into their open conversation.
 * @returns null when something else has to happen first (the contact opts out or in, or comes back; a dormant conversation wakes; it may be a
 * rating), or the channel takes none: the transaction of `receiveMessage` does it.
 */
export function planInbound(integration: Integration, inbound: InboundMessage, known: Known): GuardedWrite | null {
  const { conv, channel, contact, keywords } = known.facts;
  if (channel.type !== integration.type || channel.isDeleted || channel.state === "disabled") return null;
  if (contact.isArchived || conv.dormant || conv.isRatingAsked || conv.isPlayground) return null;
  if (isKeyword(keywords.optOut, inbound) || (contact.isOptedOut && isKeyword(keywords.optIn, inbound))) return null;
  const id = newId();
  const message = { ...clientMessage(inbound), createdBy: conv.clientId };
  const parts = {
    conv,
    integration: { id: conv.integrationId, type: channel.type },
    client: { id: conv.clientId, externalClientId: contact.externalClientId },
    message: asTold(conv, id, message),
  };
  const from = {
    ...{ scope: scopeOfSender(integration, inbound), sender: inbound.senderId, names: inbound.identities ?? null },
    credentials: integration.credentials,
  };
  const events = [convEvent("INCOMING_MESSAGE", parts)];
  const guard = { facts: known.facts, from };
  return { conv, id, message, send: null, events, guard, key: null };
}

/** A client's message as it is stored, without what has to be looked up. It is where it should be: with us. */
export function clientMessage(inbound: InboundMessage) {
  const {
    type,
    content,
    caption = null,
    externalMessageId,
    sourceType,
    sourceUrl,
    raw,
    providerAt,
    senderId,
  } = inbound;
  const body = { type, content, caption, sourceType, sourceUrl, raw };
  return {
    ...body,
    isAgent: false,
    status: "delivered",
    externalMessageId,
    providerAt,
    clientAddress: senderId,
  } as const;
}
