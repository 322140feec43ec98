import type { InboundMessage } from "../channels/channel.ts";
import { convEvent } from "../events/events.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import type { Known } from "./facts.ts";
import { isKeyword } from "./keyword.ts";
import { ratingChoice } from "../ratings/rating-answer.ts";
import { scopeOfSender } from "./sender-scope.ts";
import { asTold, type GuardedWrite } from "./write-messages.ts";

/** The contact as it is, and the workspace's rules about it. */
type Standing = {
  contact: { isArchived: boolean; isOptedOut: boolean; isArchivedByKeyword?: boolean };
  keywords: Known["facts"]["keywords"];
  /** Whether a message brings an archived contact back. */
  unarchives: boolean;
};

/**
 * What a message changes for its contact: opts out, opts in, comes back from the archive. Opting in also brings a contact back if the opt-out
 * had archived them. If the contact is archived afterwards, the message is stored but its conversation is not routed.
 */
export function planStanding({ contact, keywords, unarchives }: Standing, inbound: InboundMessage) {
  const optsOut = isKeyword(keywords.optOut, inbound);
  const optsIn = !optsOut && contact.isOptedOut && isKeyword(keywords.optIn, inbound);
  const isBack = unarchives || (optsIn && contact.isArchivedByKeyword === true);
  const isUnarchived = contact.isArchived && !optsOut && isBack;
  return { optsOut, optsIn, isUnarchived, isRouted: !optsOut && (!contact.isArchived || isUnarchived) };
}

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
  const { optsOut, optsIn } = planStanding({ contact, keywords, unarchives: true }, inbound);
  if (optsOut || optsIn) return null;
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
