import type { InboundMessage } from "../channels/inbound.ts";
import { convEvent } from "../events/events.ts";
import type { Integration, Message } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import type { Known } from "./facts.ts";
import { isKeyword } from "./keyword.ts";
import { ratingChoice } from "../ratings/rating-answer.ts";
import { scopeOfSender } from "./sender-scope.ts";
import { asTold, type GuardedWrite } from "./write-messages.ts";

/** The contact's current state, and the workspace's rules for it. */
type Standing = {
  contact: { isArchived: boolean; isOptedOut: boolean; isArchivedByKeyword?: boolean };
  keywords: Known["facts"]["keywords"];
  /** Whether a message unarchives its contact. */
  unarchives: boolean;
};

/**
 * What a message changes for its contact: opt-out, opt-in, unarchive. Opting in also unarchives a contact whom the opt-out archived.
 * If the contact is archived afterwards, the message is stored but its conversation is not routed.
 */
export function planStanding({ contact, keywords, unarchives }: Standing, inbound: InboundMessage) {
  const optsOut = isKeyword(keywords.optOut, inbound);
  const optsIn = !optsOut && contact.isOptedOut && isKeyword(keywords.optIn, inbound);
  const isBack = unarchives || (optsIn && contact.isArchivedByKeyword === true);
  const isUnarchived = contact.isArchived && !optsOut && isBack;
  return { optsOut, optsIn, isUnarchived, isRouted: !optsOut && (!contact.isArchived || isUnarchived) };
}

/** Whether the message needs no download and can be no rating. */
export function isPlainInbound({ isPlayground }: Integration, inbound: InboundMessage): boolean {
  return !isPlayground && !inbound.media && !ratingChoice(inbound);
}

/**
 * Plans the write of a contact's message into their open conversation.
 * @param replyTo the stored message that it answers, if there is one.
 * @returns null if the channel accepts no messages, or if something else must happen first: the contact opts out or in or is unarchived,
 * a dormant conversation wakes, another app begins or stops answering, or it may be a rating. Then the transaction of `receiveMessage`
 * handles it.
 */
export function planInbound(
  integration: Integration,
  inbound: InboundMessage,
  known: Known,
  replyTo: Pick<Message, "id"> | null,
): GuardedWrite | null {
  const { conv, channel, contact, keywords } = known.facts;
  if (channel.type !== integration.type || channel.isDeleted || channel.state === "disabled") return null;
  const { isStandby = false } = inbound;
  if (isStandby !== null && isStandby !== conv.hasOtherApp) return null;
  if (contact.isArchived || conv.dormant || conv.isRatingAsked || conv.isPlayground) return null;
  const { optsOut, optsIn } = planStanding({ contact, keywords, unarchives: true }, inbound);
  if (optsOut || optsIn) return null;
  const id = newId();
  const message = { ...clientMessage(inbound, replyTo), createdBy: conv.clientId };
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

/**
 * A contact's message as it is stored. It counts as delivered: it has reached the business.
 * @param replyTo the stored message that it answers; null: none, or one that is not stored. Then the provider's quote is kept.
 */
export function clientMessage(inbound: InboundMessage, replyTo: Pick<Message, "id"> | null = null) {
  const {
    type,
    content,
    caption = null,
    externalMessageId,
    sourceType,
    sourceUrl,
    ad,
    raw,
    providerAt,
    senderId,
    isStandby,
    writerName = null,
  } = inbound;
  const body = { type, content, caption, sourceType, sourceUrl, ad, raw, writerName };
  return {
    ...body,
    isAgent: false,
    status: "delivered",
    externalMessageId,
    providerAt,
    clientAddress: senderId,
    isStandby: isStandby === true,
    ...{ replyToMessageId: replyTo?.id ?? null, replyContext: replyTo ? null : inbound.replyTo },
  } as const;
}
