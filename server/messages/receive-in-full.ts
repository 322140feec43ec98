import { archiveClient, unarchiveClient } from "../clients/archive-client.ts";
import { ClientMerged, holdUnmerged } from "../clients/current-client.ts";
import { lockNames, namesOf, resolveSender } from "../clients/client-identities.ts";
import { useReferral } from "../clients/client-referral.ts";
import { isArchivedByKeyword, keepOptOut, optedOutSince } from "../clients/opt-out.ts";
import type { InboundMessage } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { emit } from "../events/emit.ts";
import { clientEvent, convEvent, type NewEvent } from "../events/events.ts";
import type { Client, Conversation, Integration, Message } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { thankForRating } from "../ratings/ask-rating.ts";
import { beginMediaCopy } from "../media/begin-media-copy.ts";
import { NOBODY, type Owner } from "../conversations/choose-assignee.ts";
import { endOpenConvs } from "../conversations/end-open-convs.ts";
import { keepAvatar } from "../media/keep-avatar.ts";
import { chooseFor, openConv } from "../conversations/open-conv.ts";
import { followOtherApp, takeFromOtherApp } from "../conversations/other-app.ts";
import { placeMedia, type PlacedMedia } from "../media/place-media.ts";
import { clientMessage, planStanding } from "./plan-inbound.ts";
import { senderOf } from "./sender-scope.ts";
import { keepRatingAnswer, readRatingAnswer } from "../ratings/take-rating.ts";
import { wakeDormant } from "../conversations/wake-dormant.ts";
import { Repeated, writeMessage } from "./write-messages.ts";

export type Received = { messageId: string; conversationId: string; clientId: string };

/**
 * Stores a contact's message and everything that may have to happen first, in one transaction. It detects repeated messages, creates
 * or finds the contact, opts them in or out, opens or wakes the conversation, gives it to another app or takes it back, and places
 * files.
 * @param ctx outside a transaction.
 */
export async function receiveInFull(ctx: Ctx, integration: Integration, inbound: InboundMessage): Promise<Received> {
  for (;;) {
    try {
      return await inTransaction(ctx, (tx) => store(tx, integration, inbound));
    } catch (error) {
      // The contact was merged meanwhile, or the database aborted this transaction because of a deadlock: try again.
      if (error instanceof ClientMerged || isDeadlock(error)) continue;
      const repeated = error instanceof Repeated ? await findReceived(ctx, integration, inbound) : null;
      if (repeated) return repeated;
      throw error;
    }
  }
}

async function store(ctx: Ctx, integration: Integration, inbound: InboundMessage): Promise<Received> {
  const sender = senderOf(integration, inbound);
  // Serializes parallel first messages of one sender until the commit, so that they create one contact and one conversation.
  await lockNames(ctx, namesOf(sender));
  const before = await findReceived(ctx, integration, inbound);
  if (before) return before;

  const resolved = await resolveSender(ctx, sender);
  const { created, cameBackAs, isLate } = resolved;
  const client = created ? await keepAvatar(ctx, integration, resolved.client, inbound.profile) : resolved.client;
  const source = inbound.sourceType || !cameBackAs ? null : await useReferral(ctx, cameBackAs);
  const settings = await ctx.db.workspaceSettings.findUnique({ where: { workspaceId: ctx.workspaceId } });
  const contact = {
    isArchived: client.deletedAt !== null,
    isOptedOut: optedOutSince(client) !== null,
    isArchivedByKeyword: isArchivedByKeyword(client),
  };
  const keywords = { optOut: settings?.optOutKeyword ?? null, optIn: settings?.optInKeyword ?? null };
  const unarchives = settings?.autoUnarchiveOnMessage ?? true;
  const { optsOut, optsIn, isUnarchived, isRouted } = planStanding({ contact, keywords, unarchives }, inbound);
  // Lock the contact's row before the conversation's, as everywhere, to prevent deadlocks.
  if (isUnarchived || optsOut || optsIn) await holdUnmerged(ctx, client.id);
  if (isUnarchived) await unarchiveClient(ctx, { id: client.id });
  if (optsOut) await archiveClient(ctx, { id: client.id });
  if (optsOut || optsIn) await keepOptOut(ctx, client, optsOut);

  const { externalConversationId } = inbound;
  const isOurs = isRouted && !inbound.isStandby;
  const answer = isRouted ? await readRatingAnswer(ctx, { client, integration }, inbound) : null;
  const found = answer
    ? { conv: answer.conv, opened: false }
    : await openConv(ctx, { client, integration, externalConversationId }, isOurs ? "routed" : "nobody");
  const { opened } = found;
  const chosen = () => (isOurs ? chooseFor(ctx, { client, integration, externalConversationId }) : NOBODY);
  const awake = found.conv.dormant && !answer ? await wakeDormant(ctx, found.conv, await chosen()) : found.conv;
  const conv = await whoAnswers(ctx, awake, inbound, chosen);
  const placed = inbound.media ? await placeMedia(ctx, inbound.media) : null;
  const isStandby = inbound.isStandby === true && !isTakenOver(ctx, conv);
  const row = await asMessage(ctx, integration, client, { ...inbound, isStandby, ...placed, ...source }, isLate);
  const message = await writeMessage(ctx, { conv, message: row, send: null, events: [] });
  if (inbound.media && placed) {
    await beginMediaCopy(ctx, integration, placed.uploadId, inbound.media, { messageId: message.id });
  }

  const rated = answer && (await keepRatingAnswer(ctx, answer, message));
  const parts = { conv: rated?.conv ?? conv, integration, client, message };
  const events: NewEvent[] = [];
  const { sourceType, sourceUrl, ad } = message;
  if (created) events.push(clientEvent("NEW_CLIENT", client, { integration, sourceType, sourceUrl, ad }));
  if (opened) events.push(convEvent("NEW_CONV", parts));
  events.push(convEvent("INCOMING_MESSAGE", parts));
  await emit(ctx, ...events);
  if (rated?.isFirst && !inbound.isStandby) await thankForRating(ctx, { conv: rated.conv, integration, client });
  if (optsOut) await endOpenConvs(ctx, client, say("line.endedOptOut"));
  return { messageId: message.id, conversationId: conv.id, clientId: client.id };
}

/** From this message on another app answers the contact, or no longer does. */
async function whoAnswers(
  ctx: Ctx,
  conv: Conversation,
  { isStandby, providerAt }: InboundMessage,
  chosen: () => Promise<Owner> | Owner,
): Promise<Conversation> {
  const at = providerAt ?? ctx.now;
  if (conv.ended || isStandby === null) return conv;
  if (isStandby) return followOtherApp(ctx, conv, at);
  if (!conv.otherAppSince || conv.otherAppSince > at) return conv;
  return takeFromOtherApp(ctx, conv, { until: at, ownerOf: chosen, line: say("line.otherAppOver"), isDue: false });
}

/** Whether somebody has taken the conversation over and has yet to write, so that the contact waits for them. */
function isTakenOver({ now }: Ctx, { otherAppSince, otherAppUntil }: Conversation): boolean {
  return otherAppSince === null && otherAppUntil !== null && otherAppUntil > now;
}

/** @param isLate under names that were replaced: replies go on to the new ones. */
export async function asMessage(
  ctx: Ctx,
  integration: Integration,
  client: Client,
  inbound: InboundMessage & Partial<PlacedMedia>,
  isLate: boolean,
) {
  const replyTo = await findRepliedTo(ctx, integration, client.id, inbound);
  const { clientAddress, ...message } = clientMessage(inbound, replyTo);
  return { ...message, ...(isLate ? {} : { clientAddress }), createdBy: client.id };
}

/** The message that the contact replied to: the business's first, then their own. Never another contact's. null: none is stored. */
export async function findRepliedTo(
  ctx: Ctx,
  integration: Pick<Integration, "id">,
  clientId: string,
  { replyTo }: Pick<InboundMessage, "replyTo">,
): Promise<Pick<Message, "id"> | null> {
  if (!replyTo?.id) return null;
  return ctx.db.message.findFirst({
    where: { workspaceId: ctx.workspaceId, integrationId: integration.id, clientId, externalMessageId: replyTo.id },
    orderBy: { isAgent: "desc" },
    select: { id: true },
  });
}

export async function findReceived(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
): Promise<Received | null> {
  if (inbound.externalMessageId === null) return null;
  const message = await ctx.db.message.findFirst({
    where: {
      workspaceId: ctx.workspaceId,
      integrationId: integration.id,
      isAgent: false,
      externalMessageId: inbound.externalMessageId,
    },
    select: { id: true, convId: true, clientId: true },
  });
  return message && { messageId: message.id, conversationId: message.convId, clientId: message.clientId };
}
