import { clientOfName, lockNames, namesOf, PHONE_SCOPE, resolveSender } from "../clients/client-identities.ts";
import { ClientMerged } from "../clients/current-client.ts";
import { COMMENT } from "../channels/comments.ts";
import type { ClientProfile, InboundEcho } from "../channels/inbound.ts";
import { messageOfPart } from "../channels/part-names.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { convEvent, type NewEvent } from "../events/events.ts";
import type { Conversation, Integration } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { beginMediaCopy } from "../media/begin-media-copy.ts";
import { keepAvatar } from "../media/keep-avatar.ts";
import { NotYet, type Arrival } from "./not-yet.ts";
import { followOtherApp } from "../conversations/other-app.ts";
import { openConv } from "../conversations/open-conv.ts";
import { placeMedia } from "../media/place-media.ts";
import { findRepliedTo } from "./receive-in-full.ts";
import { scopeOfName, scopesOfNames } from "./sender-scope.ts";
import { takeOverFromOutside } from "../conversations/take-over.ts";
import { applyParkedStatuses, updateMessageStatuses } from "../sending/update-message-status.ts";
import { asTold, Repeated, writeMessage, type NewMessage } from "./write-messages.ts";

/**
 * Stores what the business wrote outside the service as a sent outgoing message, in the contact's open conversation or in a new one.
 * It counts as an agent's answer: the conversation needs no response, and an assistant leaves it. A conversation that opens this way
 * has no assignee, because the author is not here, and no assistant may answer in it.
 *
 * Some providers keep no id of ours with a message and send our own messages back as echoes. While the result of a send is unknown, the
 * echo waits. If its content matches a send whose response was lost, it proves that the message was sent.
 * @param ctx outside a transaction, with a system actor.
 * @param profile the provider's profile of a contact who is new here.
 */
export async function takeEcho(
  ctx: Ctx,
  integration: Integration,
  echo: InboundEcho,
  arrival: Arrival,
  profile: ClientProfile,
): Promise<void> {
  const { externalMessageId, providerAt: at } = echo;
  if (externalMessageId !== null) {
    if (await isStored(ctx, integration, externalMessageId)) return;
    const messageId = echo.isForeign ? null : await findOurs(ctx, integration, echo, arrival);
    if (messageId !== null) {
      const proof = { messageId, externalMessageId, status: "sent", at } as const;
      return updateMessageStatuses(ctx, integration.id, [proof]);
    }
  }
  for (;;) {
    try {
      return await inTransaction(ctx, (tx) => store(tx, integration, echo, profile));
    } catch (error) {
      if (error instanceof Repeated) return;
      if (!(error instanceof ClientMerged)) throw error;
    }
  }
}

/** Also matches a part that the provider added to a stored message: a link preview comes back as a part with its own id. */
async function isStored(ctx: Ctx, integration: Integration, externalMessageId: string): Promise<boolean> {
  const named = { in: [externalMessageId, messageOfPart(externalMessageId)] };
  const stored = await ctx.db.message.findMany({
    where: { workspaceId: ctx.workspaceId, integrationId: integration.id, isAgent: true, externalMessageId: named },
    select: { externalMessageId: true, sentElsewhere: true },
  });
  return stored.some((message) => !message.sentElsewhere || message.externalMessageId === externalMessageId);
}

/**
 * Finds the outgoing message that an echo belongs to: by our id if the echo has one, otherwise by equal content among sends without a
 * provider response. An id that is not one of this channel's messages comes from another system that also writes for the business.
 * @throws NotYet while the response to a send may still arrive.
 */
async function findOurs(
  ctx: Ctx,
  integration: Integration,
  echo: InboundEcho,
  { mayWait }: Arrival,
): Promise<string | null> {
  const { messageId, recipientId } = echo;
  if (messageId !== undefined) {
    const where = { workspaceId: ctx.workspaceId, integrationId: integration.id, isAgent: true, id: messageId };
    return (await ctx.db.message.count({ where })) > 0 ? messageId : null;
  }
  const client = await clientOfName(ctx, scopesOfNames(integration), recipientId);
  if (!client) {
    // The response to a private answer says who the commenter is.
    if (mayWait && (await isAnsweringPrivately(ctx, integration)))
      throw new NotYet("It may answer a comment privately");
    return null;
  }
  const unanswered = await findUnanswered(ctx, integration, client.id, echo);
  if (mayWait && unanswered.some(({ isUnderWay }) => isUnderWay))
    throw new NotYet("It may be a message of ours whose send has not been answered yet");
  return unanswered.find(({ isSame }) => isSame)?.id ?? null;
}

async function isAnsweringPrivately(ctx: Ctx, { id }: Integration): Promise<boolean> {
  const message = { address: { startsWith: COMMENT } };
  const where = { workspaceId: ctx.workspaceId, integrationId: id, attemptNo: { gt: 0 }, message };
  return (await ctx.db.sendQueue.findFirst({ where, select: { messageId: true } })) !== null;
}

/** How long after an attempt starts its result may still be on its way to the database. */
const ANSWER_SECONDS = 60;
/** An agent's reply is retried for at most this long if its provider keeps no id of ours. */
const TRIED_SECONDS = 20 * 60;

/**
 * Attempted sends to the contact without a provider id, oldest first. A file comes back under the provider's own address, so any file
 * of the same type counts as the same.
 */
function findUnanswered(
  ctx: Ctx,
  integration: Integration,
  clientId: string,
  { type, content, media }: InboundEcho,
): Promise<{ id: string; isUnderWay: boolean; isSame: boolean }[]> {
  return ctx.db.$queryRaw`
    select m.id, coalesce(t.open > now() - make_interval(secs => ${ANSWER_SECONDS}), false) as "isUnderWay",
      case when ${media?.type ?? null}::text is null then m.type = ${type}::"MessageType" and m.content = ${content}
        else m.type::text = ${media?.type ?? null} end as "isSame"
    from "Message" m cross join lateral (
      select max(a."startedAt") as last, max(a."startedAt") filter (where a.outcome is null) as open from "SendAttempt" a
      where a."workspaceId" = m."workspaceId" and a."messageId" = m.id and (a.outcome is null or a.outcome in ('unknown', 'accepted'))) t
    where m."workspaceId" = ${ctx.workspaceId} and m."clientId" = ${clientId}::uuid and m."integrationId" = ${integration.id}::uuid
      and m."isAgent" and m.type <> 'note' and not m."sentElsewhere" and m."externalMessageId" is null
      and m."createdAt" > now() - interval '2 days' and t.last > now() - make_interval(secs => ${TRIED_SECONDS})
    order by m."createdAt", m.id`;
}

/** Whatever the business answers elsewhere, an assistant leaves it, unless the contact has written to us since. */
async function whoAnswers(
  tx: Ctx,
  conv: Conversation,
  { isStandby, isAutomatic, providerAt }: InboundEcho,
): Promise<Conversation> {
  if (isAutomatic) return conv;
  if (!isStandby) return takeOverFromOutside(tx, conv);
  const at = providerAt ?? tx.now;
  const followed = await followOtherApp(tx, conv, at);
  const isLate = conv.lastClientMessageAt !== null && at < conv.lastClientMessageAt;
  return followed.otherAppSince || isLate ? followed : takeOverFromOutside(tx, followed);
}

async function store(tx: Ctx, integration: Integration, echo: InboundEcho, profile: ClientProfile): Promise<void> {
  const { recipientId: externalId, externalMessageId, externalConversationId } = echo;
  const known = await clientOfName(tx, scopesOfNames(integration), externalId);
  const scope = scopeOfName(integration, externalId);
  const { identities: aliases } = echo;
  const sender = { scope, externalId, aliases, phone: scope === PHONE_SCOPE ? externalId : null, profile };
  if (!known || aliases) await lockNames(tx, namesOf(sender));
  const resolved = known && !aliases ? { client: known, created: false } : await resolveSender(tx, sender);
  const client = resolved.created ? await keepAvatar(tx, integration, resolved.client, profile) : resolved.client;
  const found = await openConv(tx, { client, integration, externalConversationId }, "nobody");
  const { opened } = found;
  const conv = await whoAnswers(tx, found.conv, echo);
  const placed = echo.media ? await placeMedia(tx, echo.media) : null;
  const replyTo = await findRepliedTo(tx, integration, client.id, echo);
  const row: NewMessage = {
    type: placed?.type ?? echo.type,
    content: placed?.content ?? echo.content,
    caption: placed?.caption ?? null,
    isAgent: true,
    status: "sent",
    createdBy: SYSTEM,
    sentElsewhere: true,
    externalMessageId,
    replyToMessageId: replyTo?.id ?? null,
    replyContext: replyTo ? null : echo.replyTo,
    raw: echo.raw,
    providerAt: echo.providerAt,
    address: externalId,
    isStandby: echo.isStandby === true || echo.isAutomatic === true,
  };
  const id = newId();
  const parts = { conv, integration, client, message: asTold(conv, id, row) };
  const events: NewEvent[] = [];
  if (resolved.created) events.push({ name: "CLIENT_CHANGED", clientId: client.id });
  if (opened) events.push(convEvent("NEW_CONV", parts));
  events.push(convEvent("OUTGOING_MESSAGE", parts));
  await writeMessage(tx, { conv, id, message: row, send: null, events });
  if (echo.media && placed) await beginMediaCopy(tx, integration, placed.uploadId, echo.media, { messageId: id });
  // Apply statuses that arrived before the message.
  if (externalMessageId !== null) await applyParkedStatuses(tx, integration.id, [externalMessageId]);
}
