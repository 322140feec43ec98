import { fewRows } from "../few-rows.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { columnsOf } from "../read-rows.ts";
import { seenConv } from "./access.ts";
import { STAMP_TEXT } from "./append-message.ts";
import { PRIORITY } from "./write-messages.ts";

/** What the statements are told of a message; of a single one $1 to $17, in this order. */
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
  /** Takes over what an assistant holds and what is dormant: then it is not done here. */
  takesOver: boolean;
  giveUpMinutes: number;
  outgoingId: string;
  smppId: string;
  /** Of the request that asked for it; null for none. */
  trail: string | null;
};

const NAMES: (keyof Added)[] = [
  ...(["workspaceId", "convId", "integrationId", "messageId", "content", "agentId", "createdBy", "types"] as const),
  ...([
    "windowHours",
    "now",
    "seesAll",
    "ownAgentId",
    "takesOver",
    "giveUpMinutes",
    "outgoingId",
    "smppId",
    "trail",
  ] as const),
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

/**
 * A broadcast's messages that wait before this one go as early as it does. One that a worker holds goes now. The condition is written so
 * that the index of all broadcasts does not answer it: they may be many, and those of the conversation are few.
 */
function lifted(row: string, convId: string): string {
  return `ahead as materialized (
  select q."messageId" from ${row} join "SendQueue" q on q."workspaceId" = $1 and q."convId" = ${row}.${convId}
  where num_nulls(q."broadcastId") = 0 and q.priority > ${PRIORITY.reply} and q."leaseToken" is null
  for update of q skip locked
), lifted as (
  update "SendQueue" q set priority = ${PRIORITY.reply} from ahead where q."workspaceId" = $1 and q."messageId" = ahead."messageId"
)`;
}

type EventParts = Record<"row" | "convId" | "channelType" | "messageId" | "content" | "outgoingId" | "smppId", string>;

/** What is told of a message, in its order. */
function eventsOf({ row, convId, channelType, messageId, content, outgoingId, smppId }: EventParts): string {
  return `(values
    (1, ${outgoingId}, 'OUTGOING_MESSAGE', json_build_object(
      'event', 'OUTGOING_MESSAGE', 'workspaceId', $1::int, 'type', 'text', 'content', ${content}, 'messageId', ${messageId},
      'integrationId', ${row}."integrationId", 'integrationType', ${row}.${channelType}, 'externalClientId', ${row}."externalClientId",
      'isAgent', true, 'conversationId', ${row}.${convId}, 'clientId', ${row}."clientId",
      'createdAt', to_char(${row}.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
    (2, ${smppId}, 'MESSAGE_UPDATED_SMPP', json_build_object('message_id', ${messageId}, 'status', 'ENROUTE'))
  ) as e(no, id, name, payload)`;
}

const CORE = (more: string) => `place as (
  select c.id, c."clientId", i.id as "integrationId", i.type, cl."externalClientId", able.hours
  from "Conversation" c
  join "Integration" i on i."workspaceId" = $1 and i.id = c."integrationId" and i."deletedAt" is null
    and i.state not in ('disabled', 'pending') and i."readReceipts" <> 'replied'
  join "Client" cl on cl."workspaceId" = $1 and cl.id = c."clientId" and cl."deletedAt" is null
  join unnest($8::text[], $9::int[]) as able(type, hours) on able.type = i.type::text
  where c."workspaceId" = $1 and c.id = $2::uuid and ($3::uuid is null or c."integrationId" = $3::uuid)
    and c."ratingAskedAt" is null ${more}
), conv as (
  update "Conversation" c set "lastSeq" = c."lastSeq" + 1, "lastMessageAt" = ${STAMP_TEXT}, "lastMessageId" = $4::uuid, "needsResponse" = false
  from place
  where c."workspaceId" = $1 and c.id = place.id and c."clientId" = place."clientId" and not c.ended and not c."isPlayground"
    and ${seenConv("$11::boolean", "$12::uuid")}
    and (c."aiId" is null and not c.dormant or not $13::boolean)
    and (place.hours is null or $10::timestamptz < c."lastClientMessageAt" + make_interval(hours => place.hours))
  returning place.*, c."lastSeq" as seq, c."lastMessageAt" as at, c."assigneeId"
), message as (
  insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "agentId", "createdBy",
    status, "createdAt")
  select $1, $4::uuid, id, "clientId", "integrationId", seq, $5, 'text', true, $6::uuid, $7, 'pending', at from conv
  returning ${COLUMNS}
), ${lifted("conv", "id")}, queued as (
  insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "giveUpAt", trail)
  select $1, id, "integrationId", "convId", seq, ${PRIORITY.reply}, now() + make_interval(mins => $14::int), $17::text from message
), told as (
  insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "createdAt", trail)
  select $1, e.id, e.name, e.payload, conv.id, conv."clientId", $4::uuid, conv."assigneeId", clock_timestamp(), $17::text
  from conv cross join lateral ${eventsOf({
    ...{ row: "conv", convId: "id", channelType: "type" },
    ...{ messageId: "$4::uuid", content: "$5::text", outgoingId: "$15::uuid", smppId: "$16::uuid" },
  })}
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

/** The answer is kept under the caller's key, as once() does it. $18 the caller's id, $19 the key, $20 the hash */
const KEPT = `kept as (
  insert into "IdempotencyKey" ("workspaceId", "callerId", key, "requestHash", response)
  select $1, $18, $19, $20::bytea, to_jsonb(message) from message
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

/** The types of what `ADD_MANY` is told of each message. */
const TYPES: Record<Exclude<keyof Added, "workspaceId">, string> = {
  convId: "uuid",
  integrationId: "uuid",
  messageId: "uuid",
  content: "text",
  agentId: "uuid",
  createdBy: "text",
  types: "text[]",
  windowHours: "int[]",
  now: "timestamptz",
  seesAll: "boolean",
  ownAgentId: "uuid",
  takesOver: "boolean",
  giveUpMinutes: "int",
  outgoingId: "uuid",
  smppId: "uuid",
  trail: "text",
};

const LISTED = Object.entries(TYPES).map(([name, type]) => `"${name}" ${type}`);

/**
 * The same for several messages of keys, with the same checks: $1 the workspace, $2 the messages as JSON, numbered. The rows of
 * the conversations are locked in one order, so that two processes' statements never wait for each other, and the messages of one
 * conversation stand in the order in which they came. A row for each that is stored, with its number.
 */
export const ADD_MANY = `with m as materialized (
  select * from json_to_recordset($2::json) as m(no int, ${LISTED.join(", ")}) where ${fewRows("m.no")}
), place as materialized (
  select m.no, m."convId", m."messageId", m.content, m."agentId", m."createdBy", m.now, m."seesAll", m."ownAgentId", m."takesOver",
    m."giveUpMinutes", m."outgoingId", m."smppId", m.trail, c."clientId", i.id as "integrationId", i.type, cl."externalClientId", able.hours
  from m
  join "Conversation" c on c."workspaceId" = $1 and c.id = m."convId" and (m."integrationId" is null or c."integrationId" = m."integrationId")
    -- Reopened after a rating question: its events tell the rating, and convEvent writes those.
    and c."ratingAskedAt" is null
  join "Integration" i on i."workspaceId" = $1 and i.id = c."integrationId" and i."deletedAt" is null
    and i.state not in ('disabled', 'pending') and i."readReceipts" <> 'replied'
  join "Client" cl on cl."workspaceId" = $1 and cl.id = c."clientId" and cl."deletedAt" is null
  cross join lateral unnest(m.types, m."windowHours") as able(type, hours)
  where able.type = i.type::text
), locked as materialized (
  select c.id, c."clientId", c."lastSeq", c."lastMessageAt", c."lastClientMessageAt", c."assigneeId", c."aiId", c.dormant, c.ended, c."isPlayground"
  from "Conversation" c where c."workspaceId" = $1 and c.id = any(array(select "convId" from place))
  order by c.id for no key update
), clock as materialized (
  select date_trunc('milliseconds', clock_timestamp()) as now from (select count(*) from locked) waited
), placed as materialized (
  select s.*, "lastSeq" + k as seq, k = size as "isLast",
    greatest(clock.now, "lastMessageAt" + interval '1 millisecond') + (k - 1) * interval '1 millisecond' as at
  from (
    select place.*, c."assigneeId", c."lastSeq", c."lastMessageAt",
      row_number() over (partition by c.id order by place.no)::int as k, count(*) over (partition by c.id) as size
    from place join locked c on c.id = place."convId" and c."clientId" = place."clientId"
    where not c.ended and not c."isPlayground" and ${seenConv('place."seesAll"', 'place."ownAgentId"')}
      and (c."aiId" is null and not c.dormant or not place."takesOver")
      and (place.hours is null or place.now < c."lastClientMessageAt" + make_interval(hours => place.hours))
  ) s cross join clock
), moved as (
  update "Conversation" c set "lastSeq" = p.seq, "lastMessageAt" = p.at, "lastMessageId" = p."messageId", "needsResponse" = false
  from placed p where c."workspaceId" = $1 and c.id = p."convId" and p."isLast"
), message as (
  insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "agentId", "createdBy",
    status, "createdAt")
  select $1, "messageId", "convId", "clientId", "integrationId", seq, content, 'text', true, "agentId", "createdBy", 'pending', at from placed
  returning ${COLUMNS}
), ${lifted("placed", '"convId"')}, queued as (
  insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "giveUpAt", trail)
  select $1, "messageId", "integrationId", "convId", seq, ${PRIORITY.reply}, now() + make_interval(mins => "giveUpMinutes"), trail from placed
), told as (
  insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "createdAt", trail)
  select $1, e.id, e.name, e.payload, placed."convId", placed."clientId", placed."messageId", placed."assigneeId", clock_timestamp(),
    placed.trail
  from placed cross join lateral ${eventsOf({
    ...{
      row: "placed",
      convId: '"convId"',
      channelType: "type",
      messageId: 'placed."messageId"',
      content: "placed.content",
    },
    ...{ outgoingId: 'placed."outgoingId"', smppId: 'placed."smppId"' },
  })}
  order by placed.no, e.no
)
select placed.no, message.* from message join placed on placed."messageId" = message.id`;
