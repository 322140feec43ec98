import { insertEvents } from "../events/emit.ts";
import { WRITTEN_AT } from "../events/events.ts";
import { fewRows } from "../few-rows.ts";
import { Prisma, type Message } from "../generated/prisma/client.ts";
import { columnsOf } from "../read-rows.ts";
import { AROUND, FACTS } from "./facts.ts";
import { insertSends } from "../sending/send-queue.ts";

/** The columns of Message that a statement gets as input for each message. */
const TYPES = {
  convId: "uuid",
  clientId: "uuid",
  integrationId: "uuid",
  id: "uuid",
  content: "text",
  contentSaid: "jsonb",
  type: `"MessageType"`,
  noteType: `"NoteType"`,
  isAgent: "boolean",
  agentId: "uuid",
  aiId: "uuid",
  createdBy: "text",
  status: `"MessageStatus"`,
  externalMessageId: "text",
  address: "text",
  replyToMessageId: "uuid",
  replyContext: "jsonb",
  template: "jsonb",
  broadcastId: "uuid",
  resendOfId: "uuid",
  caption: "text",
  sentElsewhere: "boolean",
  writerName: "text",
  sourceType: "text",
  sourceUrl: "text",
  ad: "jsonb",
  raw: "jsonb",
  providerAt: "timestamptz",
} satisfies Partial<Record<keyof Message, string>>;

/** Further input for each message. */
const MORE = {
  writtenAt: "timestamptz",
  clientAddress: "text",
  isStandby: "boolean",
  priority: "int",
  giveUpMinutes: "int",
  costsCredits: "boolean",
  trail: "text",
  mentions: "uuid[]",
  events: "json",
  facts: "jsonb",
  lastClientMessageAt: "timestamptz",
  scope: "text",
  sender: "text",
  names: "json",
  credentials: "text",
  draftOf: "uuid",
  callerId: "text",
  key: "text",
  requestHash: "text",
};

const quoted = (names: string[], alias = "") => names.map((name) => `${alias}"${name}"`).join(", ");
const COLUMNS = quoted(Object.keys(TYPES));
/** The columns of m, the statement's input. */
export const GIVEN = quoted(["no", ...Object.keys(TYPES), ...Object.keys(MORE)], "m.");
export const LISTED = Object.entries({ ...TYPES, ...MORE })
  .map(([name, type]) => `"${name}" ${type}`)
  .join(", ");

const NO_SYSTEM_NOTE = `"noteType" is distinct from 'system'`;

/** Columns by name, so that prepared statements stay valid when a migration adds a column. */
const RETURNED = columnsOf(Prisma.MessageScalarFieldEnum, '"Message"').sql;
const ANSWERED = columnsOf(Prisma.MessageScalarFieldEnum, "message").sql;

/**
 * Whether everything is as it was when the message m was decided on; c is its conversation, with its row locked. It fails for a new
 * name of the sender, which must be added to the contact first, and for an unused referral, which must become the message's source.
 */
const AS_DECIDED = `exists (select from "Workspace" w where w.id = $1 and w."deletedAt" is null)
  and m.facts = (select ${FACTS} from ${AROUND} and (m.credentials is null or i.credentials = m.credentials))
  and (m."lastClientMessageAt" is null or c."lastClientMessageAt" >= m."lastClientMessageAt")
  and (m.sender is null or exists (
    select from "ClientIdentity" n where n."workspaceId" = $1 and n.scope = m.scope and n."externalId" = m.sender
      and n."clientId" = c."clientId" and n."replacedAt" is null and (n.referral is null or (n.referral ->> 'isUsed')::boolean)))
  and (m.names is null or not exists (
    select from json_to_recordset(m.names) as name(scope text, "externalId" text) where not exists (
      select from "ClientIdentity" n where n."workspaceId" = $1 and n.scope = name.scope and n."externalId" = name."externalId")))
  and (m."externalMessageId" is null or not exists (
    select from "Message" b where b."workspaceId" = $1 and b."integrationId" = m."integrationId" and b."isAgent" = m."isAgent"
      and b."externalMessageId" = m."externalMessageId"))
  and (m."draftOf" is null or m.type = 'note' or not exists (
    select from "ScheduledMessage" u where u."workspaceId" = $1 and u."convId" = m."convId" and u.state = 'waiting'
      and u."agentId" = m."draftOf" and u."isUndoable"))`;

/**
 * Stores the messages of `placed`, which have their seq and time (at), and emits their events in the order of their numbers. No other
 * code stores messages.
 */
export const STORED = `message as (
  insert into "Message" ("workspaceId", seq, "createdAt", ${COLUMNS})
  select $1, seq, at, ${COLUMNS} from placed
  returning ${RETURNED}
), told as (
  ${insertEvents(`select e.id, e.name, e."convId", e."clientId", e."messageId", e."prevAssigneeId", p."isPlayground" as "isDebug", p.trail,
      replace(e.payload::text, '"createdAt":"${WRITTEN_AT}"',
        '"createdAt":"' || to_char(p.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"')::json as payload,
      case when e."convId" is not null then p."assigneeId" end as "assigneeId"
    from placed p cross join lateral json_to_recordset(p.events) as e(no int, id uuid, name text, payload json, "convId" uuid,
      "clientId" uuid, "messageId" uuid, "prevAssigneeId" uuid)
    order by p.no, e.no`)}
)`;

const COMPOSER_MODE = `(case when p.type = 'note' then 'note' else 'reply' end)::"ComposerMode"`;

/** Only for outgoing messages: the place in the send queue, mentions, the emptied draft, the stored answer to a repeated request. */
const OUTGOING = `ahead as materialized (
  -- A broadcast's messages that wait before one in its conversation go as early as it does. What a worker holds goes now. The condition
  -- is written so that the index of all broadcasts does not answer it: they may be many, and those of the conversation are few.
  select q."messageId", p.priority from placed p join "SendQueue" q on q."workspaceId" = $1 and q."convId" = p."convId"
  where num_nulls(q."broadcastId") = 0 and q.priority > p.priority and q."leaseToken" is null
  for update of q skip locked
), lifted as (
  update "SendQueue" q set priority = ahead.priority from ahead where q."workspaceId" = $1 and q."messageId" = ahead."messageId"
), queued as (
  ${insertSends(`select id as "messageId", "integrationId", "convId", seq, priority, "broadcastId", 0 as "attemptNo",
      now() + make_interval(mins => "giveUpMinutes") as "giveUpAt", "costsCredits", trail
    from placed where priority is not null`)}
), mentioned as (
  insert into "NoteMention" ("workspaceId", "messageId", "convId", "agentId") select $1, id, "convId", unnest(mentions) from placed
), draft as (
  select p.no, text <> '' or attachments <> '[]'::jsonb or d.template is not null as "hadWords"
  from placed p join "Draft" d on d."workspaceId" = $1 and d."agentId" = p."draftOf" and d."convId" = p."convId" and d.mode = ${COMPOSER_MODE}
), emptied as (
  insert into "Draft" as d ("workspaceId", "agentId", "convId", mode, text, "patchedAt")
  select distinct $1::int, p."draftOf", p."convId", ${COMPOSER_MODE}, '', now() from placed p where p."draftOf" is not null
  on conflict ("workspaceId", "agentId", "convId", mode) do update
    set text = '', attachments = '[]', "replyToMessageId" = null, template = null, version = d.version + 1, "patchedAt" = excluded."patchedAt"
), kept as (
  insert into "IdempotencyKey" ("workspaceId", "callerId", key, "requestHash", response)
  select $1, p."callerId", p.key, decode(p."requestHash", 'hex'), to_jsonb(message)
  from placed p join message on message.id = p.id where p.key is not null
)`;
const HAD_DRAFT = `coalesce((select "hadWords" from draft where draft.no = placed.no), false)`;

/**
 * Appends messages to their conversations: $1 the workspace, $2 the messages as JSON, numbered. It also updates the conversations' rows
 * and writes sends, events, emptied drafts, and answers for repeated requests. `seq` and `createdAt` are set under the lock of the
 * conversation's row and only grow. Rows are locked in one order, so that two statements cannot deadlock.
 */
const WRITE = (isIn: boolean) => `with m as materialized (
  select * from json_to_recordset($2::json) as m(no int, ${LISTED}) where ${fewRows("m.no")}
), locked as materialized (
  select c."workspaceId", c.id, c."clientId", c."integrationId", c."externalConversationId", c."assigneeId", c."aiId", c.ended, c.dormant, c."otherAppSince", c."isPlayground", c."ratingAskedAt",
    c."lastSeq", c."lastMessageAt", c."lastClientMessageAt"
  from "Conversation" c
  where c."workspaceId" = $1 and c.id = any(array(select "convId" from m))
  order by c.id for no key update
), clock as materialized (
  select date_trunc('milliseconds', clock_timestamp()) as now from (select count(*) from locked) waited
), placed as materialized (
  select ${GIVEN}, m."assigneeId", m."isPlayground", "lastSeq" + k as seq,
    greatest(coalesce("writtenAt", clock.now), "lastMessageAt" + interval '1 millisecond') + (k - 1) * interval '1 millisecond' as at
  from (
    select ${GIVEN}, c."assigneeId", c."isPlayground", c."lastSeq", c."lastMessageAt",
      row_number() over (partition by m."convId" order by m.no)::int as k
    from m join locked c on c.id = m."convId"
    where m.facts is null or (${AS_DECIDED})
  ) as m cross join clock
), last as materialized (
  -- The service's own notes are no sign of life: they move neither the list nor convTTL.
  select "convId", max(seq) as seq, max(at) filter (where ${NO_SYSTEM_NOTE}) as at,
    (array_agg(id order by seq desc) filter (where ${NO_SYSTEM_NOTE}))[1] as id,
    -- What another app is told and answers is nobody's work here.
    (array_agg(not "isAgent" order by seq desc) filter (where type <> 'note' and "isStandby" is not true))[1] as "isClients",
    -- The reply window counts from when it was sent, where the provider says so: what reached us late or out of order opens no longer
    -- window, and what comes "from the future" counts from its receipt.
    max(least("providerAt", at)) filter (where not "isAgent") as "clientAt",
    (array_agg(least("providerAt", at) order by seq) filter (where not "isAgent"))[1] as "firstClientAt",
    (array_agg("clientAddress" order by seq desc) filter (where "clientAddress" is not null))[1] as "clientAddress",
    bool_or(not "isAgent" and "isStandby" is not true) as "isWritten"
  from placed group by "convId"
), moved as (
  update "Conversation" c set "lastSeq" = last.seq,
    "lastMessageAt" = coalesce(last.at, c."lastMessageAt"),
    "lastMessageId" = coalesce(last.id, c."lastMessageId"),
    "lastClientMessageAt" = greatest(c."lastClientMessageAt", last."clientAt"),
    "needsResponse" = coalesce(last."isClients" and not c.ended and c."otherAppSince" is null, c."needsResponse"),
    -- Since the first of these, where nobody has waited.
    "waitingSince" = case when last."isClients" and not c.ended and c."otherAppSince" is null
      then coalesce(c."waitingSince", greatest(c."lastClientMessageAt", last."firstClientAt")) else c."waitingSince" end,
    "clientAddress" = coalesce(last."clientAddress", c."clientAddress"),
    -- The client has written: whoever had put the conversation aside has it no longer so.
    "snoozedAt" = case when not last."isWritten" then c."snoozedAt" end,
    "snoozedUntil" = case when not last."isWritten" then c."snoozedUntil" end,
    "snoozedBy" = case when not last."isWritten" then c."snoozedBy" end
  from last where c."workspaceId" = $1 and c.id = last."convId"
), awake as (
  delete from "ConvSnooze" s using last where s."workspaceId" = $1 and s."convId" = last."convId" and last."isWritten"
), ${STORED}${isIn ? "" : `, ${OUTGOING}`}
select placed.no, ${isIn ? "false" : HAD_DRAFT} as "hadDraft", ${isIn ? "'' as content" : ANSWERED}
from placed join message on message.id = placed.id`;

export const WRITE_AND_READ = WRITE(false);
/** Incoming messages: returns only the numbers. */
export const WRITE_IN = WRITE(true);
