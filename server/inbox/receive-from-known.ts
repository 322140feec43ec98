import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import type { InboundMessage } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { pool } from "../db.ts";
import { signal } from "../events/signal.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { Received } from "./receive-message.ts";
import { scopeOfSender } from "./sender-scope.ts";

/**
 * The ordinary message in one statement: a known identity, a client who is not archived, an open conversation, a text that
 * is not the opt-out keyword. It locks the conversation's row, gives seq and time, stores the message and writes the event with
 * the payload of `convEvent` (the tests hold the two against each other).
 *
 * $1 workspaceId, $2 integrationId, $3 scope, $4 sender, $5 externalConversationId or '', $6 message id, $7 externalMessageId,
 * $8 type, $9 content, $10 the text that may be the keyword or null, $11 providerAt, $12 event id, $13 integration type, $14 and
 * $15 scopes and ids of all the sender's names, or null where the channel knows but one.
 */
const RECEIVE = `
with sender as (
  select cl.id as "clientId", cl."externalClientId", cv.id as "convId"
  from "ClientIdentity" i
  join "Client" cl on cl."workspaceId" = i."workspaceId" and cl.id = i."clientId" and cl."deletedAt" is null
  join "Conversation" cv on cv."workspaceId" = i."workspaceId" and cv."clientId" = cl.id and cv."integrationId" = $2::uuid
    and coalesce(cv."externalConversationId", '') = $5 and not cv.ended
  where i."workspaceId" = $1 and i.scope = $3 and i."externalId" = $4
    -- By what they came back is told of the message.
    and (i.referral is null or (i.referral ->> 'isUsed')::boolean)
    and ($10::text is null or not exists (
      select 1 from "WorkspaceSettings" s
      where s."workspaceId" = $1 and (lower(btrim(s."optOutKeyword", E' \\t\\r\\n')) = $10
        -- Case beyond ASCII is left to the rule itself, unless the text is far too long to be the keyword.
        or (s."optOutKeyword" !~ '^[ -~]*$' and length($10) <= 2 * length(s."optOutKeyword")))))
    -- A name of the sender's that is new has to be added to the contact first.
    and ($14::text[] is null or not exists (
      select 1 from unnest($14::text[], $15::text[]) as name(scope, id)
      where not exists (select 1 from "ClientIdentity" n where n."workspaceId" = $1 and n.scope = name.scope and n."externalId" = name.id)))
), conv as (
  update "Conversation" c set
    "lastSeq" = c."lastSeq" + 1,
    "lastMessageAt" = greatest(date_trunc('milliseconds', clock_timestamp()), c."lastMessageAt" + interval '1 millisecond'),
    "lastClientMessageAt" = greatest(date_trunc('milliseconds', clock_timestamp()), c."lastMessageAt" + interval '1 millisecond'),
    "lastMessageId" = $6::uuid,
    "needsResponse" = true,
    "clientAddress" = $4,
    -- Whoever had put it aside has it no longer so (here and below). Null again where it is null: no index is touched.
    "snoozedAt" = null, "snoozedUntil" = null, "snoozedBy" = null
  from sender
  -- The last condition is for a merge that was waited for: the conversation is another contact's by now.
  where c."workspaceId" = $1 and c.id = sender."convId" and not c.ended and c."clientId" = sender."clientId"
  returning c.id, c."lastSeq" as seq, c."lastMessageAt" as at, c."assigneeId", sender."clientId", sender."externalClientId"
), awake as (
  delete from "ConvSnooze" s using conv where s."workspaceId" = $1 and s."convId" = conv.id
), message as (
  insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy", status,
    "externalMessageId", "providerAt", "createdAt")
  select $1, $6::uuid, conv.id, conv."clientId", $2::uuid, conv.seq, $9, $8::"MessageType", false, conv."clientId"::text, 'delivered',
    $7, $11::timestamptz, conv.at
  from conv
), event as (
  insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "createdAt")
  select $1, $12::uuid, 'INCOMING_MESSAGE', json_build_object(
      'event', 'INCOMING_MESSAGE', 'workspaceId', $1::int, 'type', $8::text, 'content', $9::text, 'messageId', $6::text,
      'integrationId', $2::text, 'integrationType', $13::text, 'externalClientId', conv."externalClientId", 'isAgent', false,
      'conversationId', conv.id, 'clientId', conv."clientId",
      'createdAt', to_char(conv.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    -- Not the statement's time: it may have waited for the conversation.
    conv.id, conv."clientId", $6::uuid, conv."assigneeId", clock_timestamp()
  from conv
)
select conv.id as "conversationId", conv."clientId" from conv`;

const UNIQUE_VIOLATION = "23505";

/** @returns null when the message is not the ordinary one, or is a repetition: then the general way decides. */
export async function receiveFromKnown(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
): Promise<Received | null> {
  // The playground's events are marked where all others are written (emit.ts).
  if (integration.isPlayground) return null;
  if (inbound.replyTo || inbound.sourceType || inbound.sourceUrl || inbound.raw || inbound.media || inbound.caption)
    return null;
  const messageId = uuidv7();
  const values = [
    ctx.workspaceId,
    integration.id,
    scopeOfSender(integration, inbound),
    inbound.senderId,
    inbound.externalConversationId ?? "",
    messageId,
    inbound.externalMessageId,
    inbound.type,
    inbound.content,
    inbound.type === "text" ? inbound.content.trim().toLowerCase() : null,
    inbound.providerAt,
    uuidv7(),
    integration.type,
    inbound.identities?.map(({ scope }) => scope) ?? null,
    inbound.identities?.map(({ externalId }) => externalId) ?? null,
  ];
  try {
    const { rows } = await pool().query<{ conversationId: string; clientId: string }>({
      name: "receive",
      text: RECEIVE,
      values,
    });
    const [row] = rows;
    if (!row) return null;
    signal(["events"], pool());
    return { messageId, conversationId: row.conversationId, clientId: row.clientId };
  } catch (error) {
    // The channel has brought this externalMessageId before: all of the statement is undone.
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return null;
    throw error;
  }
}
