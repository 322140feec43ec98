import { fewRows } from "../few-rows.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { clientStamps } from "./append-message.ts";

/** What the statement is told of a message, and the types of it. */
export type Arrival = {
  integrationId: string;
  /** The channel's as it was when the message was let in. */
  credentials: string;
  integrationType: string;
  scope: string;
  sender: string;
  /** '' for none. */
  thread: string;
  messageId: string;
  externalMessageId: string | null;
  type: string;
  content: string;
  /** The text that may be the opt-out keyword; null: it cannot be. */
  keyword: string | null;
  providerAt: Date | null;
  eventId: string;
  /** Scopes and ids of all the sender's names; null where the channel knows but one. */
  nameScopes: string[] | null;
  nameIds: string[] | null;
  /** Of the request that brought it; null for none. */
  trail: string | null;
};

const COLUMNS: Record<keyof Arrival, string> = {
  integrationId: "uuid",
  credentials: "text",
  integrationType: "text",
  scope: "text",
  sender: "text",
  thread: "text",
  messageId: "uuid",
  externalMessageId: "text",
  type: "text",
  content: "text",
  keyword: "text",
  providerAt: "timestamptz",
  eventId: "uuid",
  nameScopes: "text[]",
  nameIds: "text[]",
  trail: "text",
};

/** The values of a single arrival, from $2 on. */
export function valuesOf(arrival: Arrival): unknown[] {
  return NAMES.map((name) => arrival[name]);
}

const NAMES = Object.keys(COLUMNS) as (keyof Arrival)[];

/** One arrival, m: $2 and on. */
const ONE = `m as (
  select 1 as no, ${NAMES.map((name, index) => `$${index + 2}::${COLUMNS[name]} as "${name}"`).join(", ")}
)`;

/** Those of the JSON list $2. */
const MANY = `m as materialized (
  select * from json_to_recordset($2::json) as m(no int, ${NAMES.map((name) => `"${name}" ${COLUMNS[name]}`).join(", ")})
  where ${fewRows("m.no")}
)`;

/**
 * Of which arrivals the way is known: a channel that is still as it was when they were let in, a known identity, a client who is not
 * archived, an open conversation, a message that has not come before, a text that is not the opt-out keyword.
 */
const SENDER = `sender as (
  select m.*, cl.id as "clientId", cl."externalClientId", cv.id as "convId"
  from m
  join "Integration" ch on ch."workspaceId" = $1 and ch.id = m."integrationId" and ch.type::text = m."integrationType"
    and ch.credentials = m.credentials and ch.state <> 'disabled' and ch."deletedAt" is null
  join "Workspace" w on w.id = $1 and w."deletedAt" is null
  join "ClientIdentity" i on i."workspaceId" = $1 and i.scope = m.scope and i."externalId" = m.sender
  join "Client" cl on cl."workspaceId" = $1 and cl.id = i."clientId" and cl."deletedAt" is null
  join "Conversation" cv on cv."workspaceId" = $1 and cv."clientId" = cl.id and cv."integrationId" = m."integrationId"
    and coalesce(cv."externalConversationId", '') = m.thread and not cv.ended
    -- The first answer to what the business sent is routed: not here.
    and not cv.dormant
    -- Reopened after a rating question: the message may be its answer.
    and cv."ratingAskedAt" is null
  -- By what they came back is told of the message.
  where (i.referral is null or (i.referral ->> 'isUsed')::boolean)
    -- A text of who opted out may be the word that opts them in.
    and (cl."optedOutAt" is null or m.keyword is null)
    and (m."externalMessageId" is null or not exists (
      select from "Message" b where b."workspaceId" = $1 and b."integrationId" = m."integrationId" and not b."isAgent"
        and b."externalMessageId" = m."externalMessageId"))
    and (m.keyword is null or not exists (
      select from "WorkspaceSettings" s
      where s."workspaceId" = $1 and (lower(btrim(s."optOutKeyword", E' \\t\\r\\n')) = m.keyword
        -- Case beyond ASCII is left to the rule itself, unless the text is far too long to be the keyword.
        or (s."optOutKeyword" !~ '^[ -~]*$' and length(m.keyword) <= 2 * length(s."optOutKeyword")))))
    -- A name of the sender's that is new has to be added to the contact first.
    and (m."nameScopes" is null or not exists (
      select from unnest(m."nameScopes", m."nameIds") as name(scope, id)
      where not exists (
        select from "ClientIdentity" n where n."workspaceId" = $1 and n.scope = name.scope and n."externalId" = name.id)))
)`;

/** What else changes in a conversation that is written to: whoever had put it aside has it no longer so. Null again where it is null. */
const AWAKE = `"needsResponse" = true, "snoozedAt" = null, "snoozedUntil" = null, "snoozedBy" = null`;

/** Gives one message its place, under the lock of the conversation's row. */
const PLACED = `placed as (
  update "Conversation" c set ${AWAKE},
    "lastSeq" = c."lastSeq" + 1,
    ${clientStamps(Prisma.raw('sender."providerAt"')).sql},
    "lastMessageId" = sender."messageId",
    "clientAddress" = sender.sender
  from sender
  -- The last condition is for a merge that was waited for: the conversation is another contact's by now.
  where c."workspaceId" = $1 and c.id = sender."convId" and not c.ended and c."clientId" = sender."clientId"
  returning sender.*, c."lastSeq" as seq, c."lastMessageAt" as at, c."assigneeId"
)`;

/**
 * The same for many: the rows are locked in one order, so that two processes' statements never wait for each other, and the messages of
 * one conversation stand in the order in which they came.
 */
const ALL_PLACED = `locked as materialized (
  select c.id, c."clientId", c."lastSeq", c."lastMessageAt", c."assigneeId", c.ended from "Conversation" c
  where c."workspaceId" = $1 and c.id = any(array(select "convId" from sender))
  order by c.id for no key update
), clock as materialized (
  select date_trunc('milliseconds', clock_timestamp()) as now from (select count(*) from locked) waited
), placed as materialized (
  select s.*, l."assigneeId", l."lastSeq" + k as seq, k = size as "isLast",
    greatest(clock.now, l."lastMessageAt" + interval '1 millisecond') + (k - 1) * interval '1 millisecond' as at
  from (
    select sender.*, row_number() over (partition by "convId" order by no)::int as k, count(*) over (partition by "convId") as size,
      max(coalesce("providerAt", 'infinity')) over (partition by "convId") as "lastSentAt"
    from sender join locked using ("clientId") where locked.id = sender."convId" and not locked.ended
  ) s join locked l on l.id = s."convId" cross join clock
), moved as (
  update "Conversation" c set ${AWAKE}, "lastSeq" = p.seq, "lastMessageAt" = p.at,
    "lastClientMessageAt" = greatest(c."lastClientMessageAt", least(p."lastSentAt", p.at)),
    "lastMessageId" = p."messageId", "clientAddress" = p.sender,
    -- Since the first of these, where nobody has waited.
    "waitingSince" = coalesce(c."waitingSince", p.at - (p.size - 1) * interval '1 millisecond')
  from placed p where c."workspaceId" = $1 and c.id = p."convId" and p."isLast"
)`;

const STORED = `awake as (
  delete from "ConvSnooze" s using placed where s."workspaceId" = $1 and s."convId" = placed."convId"
), message as (
  insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy", status,
    "externalMessageId", "providerAt", "createdAt")
  select $1, "messageId", "convId", "clientId", "integrationId", seq, content, type::"MessageType", false, "clientId"::text, 'delivered',
    "externalMessageId", "providerAt", at
  from placed
), event as (
  insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "createdAt", trail)
  select $1, "eventId", 'INCOMING_MESSAGE', json_build_object(
      'event', 'INCOMING_MESSAGE', 'workspaceId', $1::int, 'type', type, 'content', content, 'messageId', "messageId",
      'integrationId', "integrationId", 'integrationType', "integrationType", 'externalClientId', "externalClientId",
      'isAgent', false, 'conversationId', "convId", 'clientId', "clientId",
      'createdAt', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    -- Not the statement's time: it may have waited for the conversation.
    "convId", "clientId", "messageId", "assigneeId", clock_timestamp(), trail
  from placed order by no
)
select no, "convId" as "conversationId", "clientId" from placed`;

/**
 * The ordinary message in one statement, which gives seq and time, stores the message and writes the event with the payload of
 * `convEvent` (the tests hold the two against each other). $1 workspaceId, then the arrival's values.
 */
export const RECEIVE = `with ${ONE}, ${SENDER}, ${PLACED}, ${STORED}`;

/** The same for several: $1 workspaceId, $2 the arrivals as JSON, numbered. Answers those whose way is known. */
export const RECEIVE_MANY = `with ${MANY}, ${SENDER}, ${ALL_PLACED}, ${STORED}`;
