import { Prisma } from "../generated/prisma/client.ts";
import { columnsOf } from "../read-rows.ts";
import { seenConv } from "./access.ts";
import { STAMP_TEXT } from "./append-message.ts";
import { PRIORITY } from "./queue-message.ts";

/** $1 to $16 of the statement, in this order. */
export type Added = {
  workspaceId: number;
  convId: string;
  /** Null: whichever the conversation's is. */
  integrationId: string | null;
  messageId: string;
  content: string;
  agentId: string | null;
  createdBy: string;
  /** The types of channel that can send it, and how many hours after the client's last message they do; null: always. */
  types: string[];
  windowHours: (number | null)[];
  now: Date;
  /** Sees every conversation, else only `ownAgentId`'s and nobody's. */
  seesAll: boolean;
  ownAgentId: string | null;
  /** Takes over what an assistant holds: then it is not done here. */
  takesOver: boolean;
  giveUpMinutes: number;
  outgoingId: string;
  smppId: string;
};

const NAMES: (keyof Added)[] = [
  ...(["workspaceId", "convId", "integrationId", "messageId", "content", "agentId", "createdBy", "types"] as const),
  ...(["windowHours", "now", "seesAll", "ownAgentId", "takesOver", "giveUpMinutes", "outgoingId", "smppId"] as const),
];

export function valuesOf(added: Added): unknown[] {
  return NAMES.map((name) => added[name]);
}

/** Whoever has something that can still be undone sends that first: not here. */
const NOTHING_UNDOABLE = `and not exists (
      select from "ScheduledMessage" u where u."workspaceId" = $1 and u."convId" = $2::uuid and u.state = 'waiting'
        and u."agentId" = $6::uuid and u."isUndoable")`;

/** By name: where a migration adds one, the statement stands in each connection as it was prepared. */
const COLUMNS = columnsOf(Prisma.MessageScalarFieldEnum, '"Message"').sql;

const CORE = (more: string) => `place as (
  select c.id, c."clientId", i.id as "integrationId", i.type, cl."externalClientId", able.hours
  from "Conversation" c
  join "Integration" i on i."workspaceId" = $1 and i.id = c."integrationId" and i."deletedAt" is null
    and i.state not in ('disabled', 'pending') and i."readReceipts" <> 'replied'
  join "Client" cl on cl."workspaceId" = $1 and cl.id = c."clientId" and cl."deletedAt" is null
  join unnest($8::text[], $9::int[]) as able(type, hours) on able.type = i.type::text
  where c."workspaceId" = $1 and c.id = $2::uuid and ($3::uuid is null or c."integrationId" = $3::uuid) ${more}
), conv as (
  update "Conversation" c set "lastSeq" = c."lastSeq" + 1, "lastMessageAt" = ${STAMP_TEXT}, "lastMessageId" = $4::uuid, "needsResponse" = false
  from place
  where c."workspaceId" = $1 and c.id = place.id and c."clientId" = place."clientId" and not c.ended and not c."isPlayground"
    and ${seenConv("$11::boolean", "$12::uuid")}
    and (c."aiId" is null or not $13::boolean)
    and (place.hours is null or $10::timestamptz < c."lastClientMessageAt" + make_interval(hours => place.hours))
  returning place.*, c."lastSeq" as seq, c."lastMessageAt" as at, c."assigneeId"
), message as (
  insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "agentId", "createdBy",
    status, "createdAt")
  select $1, $4::uuid, id, "clientId", "integrationId", seq, $5, 'text', true, $6::uuid, $7, 'pending', at from conv
  returning ${COLUMNS}
), ahead as materialized (
  -- A broadcast's messages that wait before this one go as early as it does. One that a worker holds goes now.
  select q."messageId" from conv join "SendQueue" q on q."workspaceId" = $1 and q."convId" = conv.id
  where q."broadcastId" is not null and q.priority > ${PRIORITY.reply} and q."leaseToken" is null
  for update of q skip locked
), lifted as (
  update "SendQueue" q set priority = ${PRIORITY.reply} from ahead where q."workspaceId" = $1 and q."messageId" = ahead."messageId"
), queued as (
  insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "giveUpAt")
  select $1, id, "integrationId", "convId", seq, ${PRIORITY.reply}, now() + make_interval(mins => $14::int) from message
), told as (
  insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "createdAt")
  select $1, e.id, e.name, e.payload, conv.id, conv."clientId", $4::uuid, conv."assigneeId", clock_timestamp()
  from conv cross join lateral (values
    (1, $15::uuid, 'OUTGOING_MESSAGE', json_build_object(
      'event', 'OUTGOING_MESSAGE', 'workspaceId', $1::int, 'type', 'text', 'content', $5::text, 'messageId', $4::uuid,
      'integrationId', conv."integrationId", 'integrationType', conv.type, 'externalClientId', conv."externalClientId",
      'isAgent', true, 'conversationId', conv.id, 'clientId', conv."clientId",
      'createdAt', to_char(conv.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
    (2, $16::uuid, 'MESSAGE_UPDATED_SMPP', json_build_object('message_id', $4::uuid, 'status', 'ENROUTE'))
  ) as e(no, id, name, payload)
  order by e.no
)`;

/** The writer's draft is done with, as dropDraft does it. */
const DRAFT = `draft as (
  select text <> '' or attachments <> '[]'::jsonb or template is not null as "hadWords" from "Draft"
  where "workspaceId" = $1 and "agentId" = $6::uuid and "convId" = $2::uuid and mode = 'reply'
), emptied as (
  insert into "Draft" as d ("workspaceId", "agentId", "convId", mode, text, "patchedAt")
  select $1, $6::uuid, "convId", 'reply', '', $10::timestamptz from message
  on conflict ("workspaceId", "agentId", "convId", mode) do update
    set text = '', attachments = '[]', "replyToMessageId" = null, template = null, version = d.version + 1, "patchedAt" = excluded."patchedAt"
)`;

/** The answer is kept under the caller's key, as once() does it. $17 the caller's id, $18 the key, $19 the hash */
const KEPT = `kept as (
  insert into "IdempotencyKey" ("workspaceId", "callerId", key, "requestHash", response)
  select $1, $17, $18, $19::bytea, to_jsonb(message) from message
)`;

/**
 * An ordinary text in one statement: checked against the conversation, its channel and client as they are, put at the end under the
 * lock of the conversation's row, queued and told, with the payloads of `acceptedEvents` (the tests hold the two against each other).
 * No row: it is not the ordinary case, or not allowed.
 */
export function addStatement({ isPersons, isKept }: { isPersons: boolean; isKept: boolean }) {
  const name = `add-message${isPersons ? "-of-person" : ""}${isKept ? "-once" : ""}`;
  const parts = [CORE(isPersons ? NOTHING_UNDOABLE : ""), ...(isPersons ? [DRAFT] : []), ...(isKept ? [KEPT] : [])];
  const hadDraft = isPersons ? `coalesce((select "hadWords" from draft), false)` : "false";
  return { name, text: `with ${parts.join(", ")} select message.*, ${hadDraft} as "hadDraft" from message` };
}
