import { archiveClient, unarchiveClient } from "../clients/archive-client.ts";
import { ClientMerged, holdUnmerged } from "../clients/current-client.ts";
import { lockNames, namesOf, resolveSender } from "../clients/client-identities.ts";
import { useReferral } from "../clients/client-referral.ts";
import { isArchivedByKeyword, keepOptOut, optedOutSince } from "../clients/opt-out.ts";
import type { InboundMessage } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { emit } from "../events/emit.ts";
import { clientEvent, convEvent, type NewEvent } from "../events/events.ts";
import type { Client, Integration, Message } from "../generated/prisma/client.ts";
import { noteInbound } from "../integrations/note-inbound.ts";
import { metrics } from "../observe/metrics.ts";
import { span } from "../observe/spans.ts";
import { say } from "../say.ts";
import { appendMessage } from "./append-message.ts";
import { beginMediaCopy } from "./begin-media-copy.ts";
import { chooseAssignee, NOBODY } from "./choose-assignee.ts";
import { endOpenConvs } from "./end-open-convs.ts";
import { openConv } from "./open-conv.ts";
import { keepAvatar } from "./keep-avatar.ts";
import { isKeyword } from "./keyword.ts";
import { thankForRating } from "./ask-rating.ts";
import { placeMedia, type PlacedMedia } from "./place-media.ts";
import { receiveFromKnown } from "./receive-from-known.ts";
import { receiveFromNew } from "./receive-from-new.ts";
import { senderOf } from "./sender-scope.ts";
import { keepRatingAnswer, readRatingAnswer } from "./take-rating.ts";
import { wakeDormant } from "./wake-dormant.ts";

export type Received = { messageId: string; conversationId: string; clientId: string };

/** Thrown inside the transaction so that all of it is undone: the channel has brought this message before. */
export class Repeated extends Error {}

/**
 * Stores a client's message: client, conversation, message, routing and their events in one transaction. A message that came
 * before (same channel and externalMessageId, whatever its sender) is answered with the ids it has, and stores nothing.
 *
 * The ordinary message – a known client's, into an open conversation – takes one statement instead, and so does the first one of most.
 * @param ctx outside a transaction, with a system actor.
 * @param openAgain of a caller who was let in by a row that may be a second old: asked before anything else than the one statement,
 * which holds the row against the channel as it is, is made of it.
 */
export async function receiveMessage(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
  openAgain: () => Promise<Integration> = () => Promise.resolve(integration),
): Promise<Received> {
  if (ctx.wakes) throw new Error("receiveMessage() opens its own transaction, to be able to undo it");
  const received = await span("receiveMessage", "internal", {}, () => receive(ctx, integration, inbound, openAgain));
  metrics.received.inc({ channel: integration.type });
  return received;
}

async function receive(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
  openAgain: () => Promise<Integration>,
): Promise<Received> {
  noteInbound(integration);
  const known = await receiveFromKnown(ctx, integration, inbound);
  if (known) return known;
  const sender = `${integration.id} ${inbound.senderId}`;
  const before = generalOf.get(sender);
  const received = receiveOther(ctx, integration, inbound, { before, openAgain });
  generalOf.set(sender, received);
  try {
    return await received;
  } finally {
    if (generalOf.get(sender) === received) generalOf.delete(sender);
  }
}

/**
 * The last message of each sender that goes the general way in this process. One sender's wait for each other's locks anyway; here
 * they do so without a connection each, which everybody else would miss.
 */
const generalOf = new Map<string, Promise<Received>>();

type Way = { before: Promise<Received> | undefined; openAgain: () => Promise<Integration> };

async function receiveOther(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
  { before, openAgain }: Way,
): Promise<Received> {
  await before?.catch(() => undefined);
  // Mostly they are known by now.
  const known = before && (await receiveFromKnown(ctx, integration, inbound));
  return (
    known ??
    (await receiveFromNew(ctx, integration, inbound)) ??
    (await receiveGenerally(ctx, await openAgain(), inbound))
  );
}

async function receiveGenerally(ctx: Ctx, integration: Integration, inbound: InboundMessage): Promise<Received> {
  for (;;) {
    try {
      return await inTransaction(ctx, (tx) => receiveInFull(tx, integration, inbound));
    } catch (error) {
      // The contact became another one while we wrote, or somebody who waited for us was let go first: once more.
      if (error instanceof ClientMerged || isDeadlock(error)) continue;
      const repeated = error instanceof Repeated ? await findReceived(ctx, integration, inbound) : null;
      if (repeated) return repeated;
      throw error;
    }
  }
}

async function receiveInFull(ctx: Ctx, integration: Integration, inbound: InboundMessage): Promise<Received> {
  const sender = senderOf(integration, inbound);
  // Parallel first messages of one sender wait for each other, until the commit: one client, one conversation.
  await lockNames(ctx, namesOf(sender));
  const before = await findReceived(ctx, integration, inbound);
  if (before) return before;

  const resolved = await resolveSender(ctx, sender);
  const { created, cameBackAs } = resolved;
  const client = created ? await keepAvatar(ctx, integration, resolved.client, inbound.profile) : resolved.client;
  const source = inbound.sourceType || !cameBackAs ? null : await useReferral(ctx, cameBackAs);
  const settings = await ctx.db.workspaceSettings.findUnique({ where: { workspaceId: ctx.workspaceId } });
  const optsOut = isKeyword(settings?.optOutKeyword ?? null, inbound);
  const optsIn = !optsOut && optedOutSince(client) !== null && isKeyword(settings?.optInKeyword ?? null, inbound);
  // Who opts in is back, too, where it was the opt-out that archived them.
  const isBack = (settings?.autoUnarchiveOnMessage ?? true) || (optsIn && isArchivedByKeyword(client));
  const isUnarchived = client.deletedAt !== null && !optsOut && isBack;
  // The client's row before the conversation's, as everywhere, or two transactions could wait for each other.
  if (isUnarchived || optsOut || optsIn) await holdUnmerged(ctx, client.id);
  if (isUnarchived) await unarchiveClient(ctx, { id: client.id });
  if (optsOut) await archiveClient(ctx, { id: client.id });
  if (optsOut || optsIn) await keepOptOut(ctx, client, optsOut);

  const isActive = client.deletedAt === null || isUnarchived;
  const { externalConversationId } = inbound;
  const isRouted = isActive && !optsOut;
  const answer = isRouted ? await readRatingAnswer(ctx, { client, integration }, inbound) : null;
  const found = answer
    ? { conv: answer.conv, opened: false }
    : await openConv(ctx, { client, integration, externalConversationId }, isRouted ? "routed" : "nobody");
  const { opened } = found;
  const conv =
    found.conv.dormant && !answer
      ? await wakeDormant(ctx, found.conv, isRouted ? await chooseAssignee(ctx, integration, client) : NOBODY)
      : found.conv;
  const placed = inbound.media ? await placeMedia(ctx, inbound.media) : null;
  const message = await appendMessage(
    ctx,
    conv,
    await asMessage(ctx, integration, client, { ...inbound, ...placed, ...source }),
  );
  if (!message) throw new Repeated();
  if (inbound.media && placed) {
    await beginMediaCopy(ctx, integration, placed.uploadId, inbound.media, { messageId: message.id });
  }

  const rated = answer && (await keepRatingAnswer(ctx, answer, message));
  const parts = { conv: rated?.conv ?? conv, integration, client, message };
  const events: NewEvent[] = [];
  const { sourceType, sourceUrl } = message;
  if (created) events.push(clientEvent("NEW_CLIENT", client, { integration, sourceType, sourceUrl }));
  if (opened) events.push(convEvent("NEW_CONV", parts));
  events.push(convEvent("INCOMING_MESSAGE", parts));
  await emit(ctx, ...events);
  if (rated?.isFirst) await thankForRating(ctx, { conv: rated.conv, integration, client });
  if (optsOut) await endOpenConvs(ctx, client, say("line.endedOptOut"));
  return { messageId: message.id, conversationId: conv.id, clientId: client.id };
}

export async function asMessage(
  ctx: Ctx,
  integration: Integration,
  client: Client,
  inbound: InboundMessage & Partial<PlacedMedia>,
) {
  const replyTo = inbound.replyTo?.id ? await findRepliedTo(ctx, integration.id, client.id, inbound.replyTo.id) : null;
  return {
    type: inbound.type,
    content: inbound.content,
    caption: inbound.caption ?? null,
    isAgent: false,
    // It is where it should be: with us.
    status: "delivered" as const,
    createdBy: client.id,
    externalMessageId: inbound.externalMessageId,
    replyToMessageId: replyTo?.id ?? null,
    replyContext: replyTo ? null : inbound.replyTo,
    sourceType: inbound.sourceType,
    sourceUrl: inbound.sourceUrl,
    raw: inbound.raw,
    providerAt: inbound.providerAt,
    clientAddress: inbound.senderId,
  };
}

/** The message that the client answers: ours first, else one of their own; never another client's. */
export function findRepliedTo(
  ctx: Ctx,
  integrationId: string,
  clientId: string,
  externalMessageId: string,
): Promise<Pick<Message, "id"> | null> {
  return ctx.db.message.findFirst({
    where: { workspaceId: ctx.workspaceId, integrationId, clientId, externalMessageId },
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
