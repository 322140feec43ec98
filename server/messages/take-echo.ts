import { clientOfName, lockNames, namesOf, PHONE_SCOPE, resolveSender } from "../clients/client-identities.ts";
import { ClientMerged } from "../clients/current-client.ts";
import type { ClientProfile, InboundEcho } from "../channels/channel.ts";
import { messageOfPart } from "../channels/part-names.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { convEvent, type NewEvent } from "../events/events.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { beginMediaCopy } from "../media/begin-media-copy.ts";
import { keepAvatar } from "../media/keep-avatar.ts";
import { NotYet, type Arrival } from "./not-yet.ts";
import { openConv } from "../conversations/open-conv.ts";
import { placeMedia } from "../media/place-media.ts";
import { findRepliedTo } from "./receive-in-full.ts";
import { scopeOfName, scopesOfNames } from "./sender-scope.ts";
import { takeOverFromOutside } from "../conversations/take-over.ts";
import { applyParkedStatuses, updateMessageStatuses } from "../sending/update-message-status.ts";
import { asTold, Repeated, writeMessage, type NewMessage } from "./write-messages.ts";

/**
 * What the business wrote elsewhere, as a message of ours that is sent: in the client's open conversation, else in a new one. It
 * counts as a person's answer: nobody else has to, and an assistant lets go of the conversation. One that opens this way belongs to
 * nobody: whoever wrote is not here, and no assistant is to talk into it.
 *
 * Providers that keep nothing of ours with a message bring our own sends back like this. While the answer to one is not known, the
 * echo waits; one that says the same as a send whose answer was lost is the proof that it went out.
 * @param ctx outside a transaction, with a system actor.
 * @param profile what the provider tells of a client who is new here.
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
    const messageId = await findOurs(ctx, integration, echo, arrival);
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

/** A message of ours is one here, whatever the provider has added to it: the preview of a link comes back as a part of its own. */
async function isStored(ctx: Ctx, integration: Integration, externalMessageId: string): Promise<boolean> {
  const named = { in: [externalMessageId, messageOfPart(externalMessageId)] };
  const stored = await ctx.db.message.findMany({
    where: { workspaceId: ctx.workspaceId, integrationId: integration.id, isAgent: true, externalMessageId: named },
    select: { externalMessageId: true, sentElsewhere: true },
  });
  return stored.some((message) => !message.sentElsewhere || message.externalMessageId === externalMessageId);
}

/**
 * The message of ours that comes back: the one that is named, else one that says the same and whose send nobody has answered. An id
 * that is none of this channel's messages is that of another system which writes for the business too.
 * @throws NotYet while a send may still be answered.
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
  if (!client) return null;
  const unanswered = await findUnanswered(ctx, integration, client.id, echo);
  if (mayWait && unanswered.some(({ isUnderWay }) => isUnderWay))
    throw new NotYet("It may be a message of ours whose send has not been answered yet");
  return unanswered.find(({ isSame }) => isSame)?.id ?? null;
}

/** How long after its begin an attempt's answer may still be on its way to the database. */
const ANSWER_SECONDS = 60;
/** A send is tried for this long at most where its provider keeps nothing of ours: an agent's reply. */
const TRIED_SECONDS = 20 * 60;

/**
 * Sends to the client that were tried and have no name at the provider, the first first. A file comes back under an address of the
 * provider's: one of the same kind is taken for it.
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

async function store(tx: Ctx, integration: Integration, echo: InboundEcho, profile: ClientProfile): Promise<void> {
  const { recipientId: externalId, externalMessageId, externalConversationId } = echo;
  const known = await clientOfName(tx, scopesOfNames(integration), externalId);
  const scope = scopeOfName(integration, externalId);
  const sender = { scope, externalId, phone: scope === PHONE_SCOPE ? externalId : null, profile };
  if (!known) await lockNames(tx, namesOf(sender));
  const resolved = known ? { client: known, created: false } : await resolveSender(tx, sender);
  const client = resolved.created ? await keepAvatar(tx, integration, resolved.client, profile) : resolved.client;
  const found = await openConv(tx, { client, integration, externalConversationId }, "nobody");
  const { opened } = found;
  const conv = await takeOverFromOutside(tx, found.conv);
  const placed = echo.media ? await placeMedia(tx, echo.media) : null;
  const replyTo = echo.replyTo?.id ? await findRepliedTo(tx, integration.id, client.id, echo.replyTo.id) : null;
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
  };
  const id = newId();
  const parts = { conv, integration, client, message: asTold(conv, id, row) };
  const events: NewEvent[] = [];
  if (resolved.created) events.push({ name: "CLIENT_CHANGED", clientId: client.id });
  if (opened) events.push(convEvent("NEW_CONV", parts));
  events.push(convEvent("OUTGOING_MESSAGE", parts));
  await writeMessage(tx, { conv, id, message: row, send: null, events });
  if (echo.media && placed) await beginMediaCopy(tx, integration, placed.uploadId, echo.media, { messageId: id });
  // What was told of it before it came.
  if (externalMessageId !== null) await applyParkedStatuses(tx, integration.id, [externalMessageId]);
}
