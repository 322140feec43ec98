import { BY_TURN, ONLINE, OPEN_CONVS } from "../agents/take-online-agent.ts";
import { fewRows } from "../few-rows.ts";

/** What the statement is told of a first message, and the types of it. Ids are those that the new rows get. */
export type NewArrival = {
  integrationId: string;
  /** The channel's as they were when the message was let in. */
  credentials: string;
  properties: unknown;
  integrationType: string;
  /** Whether an agent is given the conversation by round robin. */
  isAuto: boolean;
  sender: string;
  /** All the sender's names: scopes, ids, and what each is held by (nameKey). */
  nameScopes: string[];
  nameIds: string[];
  nameKeys: string[];
  /** A contact who has one of these as their externalClientId, or this number, may be the sender. */
  knownIds: string[];
  knownPhone: string | null;
  /** What is kept of the contact: the columns of Client that detailsOf gives. */
  name: string | null;
  surname: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  code: string | null;
  country: string | null;
  thread: string | null;
  externalMessageId: string | null;
  type: string;
  content: string;
  /** The text that may be the opt-out keyword; null: it cannot be. */
  keyword: string | null;
  providerAt: Date | null;
  clientId: string;
  convId: string;
  assignmentId: string;
  messageId: string;
  /** Of NEW_CLIENT, NEW_CONV and INCOMING_MESSAGE. */
  eventIds: string[];
  /** Of the request that brought it; null for none. */
  trail: string | null;
};

const COLUMNS: Record<keyof NewArrival, string> = {
  integrationId: "uuid",
  credentials: "text",
  properties: "jsonb",
  integrationType: "text",
  isAuto: "boolean",
  sender: "text",
  nameScopes: "text[]",
  nameIds: "text[]",
  nameKeys: "text[]",
  knownIds: "text[]",
  knownPhone: "text",
  name: "text",
  surname: "text",
  phone: "text",
  email: "text",
  address: "text",
  city: "text",
  code: "text",
  country: "text",
  thread: "text",
  externalMessageId: "text",
  type: "text",
  content: "text",
  keyword: "text",
  providerAt: "timestamptz",
  clientId: "uuid",
  convId: "uuid",
  assignmentId: "uuid",
  messageId: "uuid",
  eventIds: "uuid[]",
  trail: "text",
};

const LISTED = Object.entries(COLUMNS).map(([name, type]) => `"${name}" ${type}`);

/**
 * Of whom nobody knows anything: no name, no contact who may be them; the channel is still as it was, the message has not come before,
 * and is not the opt-out keyword. Whoever holds one of their names counts on nobody else's making a contact of it (lockNames).
 */
const WAY = `way as materialized (
  select m.*, greatest(date_trunc('milliseconds', clock_timestamp()), date_trunc('milliseconds', now()) + interval '1 millisecond') as at
  from m
  join "Integration" ch on ch."workspaceId" = $1 and ch.id = m."integrationId" and ch.type::text = m."integrationType"
    and ch.credentials = m.credentials and ch.properties = m.properties and ch.state <> 'disabled' and ch."deletedAt" is null
  join "Workspace" w on w.id = $1 and w."deletedAt" is null
  where (select bool_and(pg_try_advisory_xact_lock(hashtextextended(key, 0))) from unnest(m."nameKeys") as key)
    and not exists (
      select from unnest(m."nameScopes", m."nameIds") as n(scope, id)
      join "ClientIdentity" i on i."workspaceId" = $1 and i.scope = n.scope and i."externalId" = n.id)
    and not exists (select from "Client" c where c."workspaceId" = $1 and c."externalClientId" = any(m."knownIds"))
    and (m."knownPhone" is null or not exists (select from "Client" c where c."workspaceId" = $1 and c.phone = m."knownPhone"))
    and (m."externalMessageId" is null or not exists (
      select from "Message" b where b."workspaceId" = $1 and b."integrationId" = m."integrationId" and not b."isAgent"
        and b."externalMessageId" = m."externalMessageId"))
    and (m.keyword is null or not exists (
      select from "WorkspaceSettings" s
      where s."workspaceId" = $1 and (lower(btrim(s."optOutKeyword", E' \\t\\r\\n')) = m.keyword
        or (s."optOutKeyword" !~ '^[ -~]*$' and length(m.keyword) <= 2 * length(s."optOutKeyword")))))
)`;

/**
 * Round robin, as if each had come after the one before: by how many conversations an agent would have, then by how many of these they
 * have got, then by whose turn it is. An agent whom another conversation is being given to right now is passed over; nobody else gets
 * more than one of these then, as it would be that agent's turn: the general way waits for them.
 */
const GIVEN = `auto as materialized (
  select no, row_number() over (order by no) as turn from way where "isAuto"
), online as materialized (
  select a.id, a."lastAssignedAt", a."createdAt", ${OPEN_CONVS.sql} as load from "Agent" a
  where a."workspaceId" = $1 and ${ONLINE.sql} and exists (select from auto)
), free as materialized (
  select a.id, o.load, a."lastAssignedAt", a."createdAt" from "Agent" a join online o on o.id = a.id
  where a."workspaceId" = $1
  order by o.load, ${BY_TURN.sql} limit (select count(*) from auto)
  for no key update of a skip locked
), turns as (
  select a.id, row_number() over (order by a.load + taken, taken, ${BY_TURN.sql}) as turn
  from free a cross join lateral generate_series(0, (select count(*) from auto) - 1) as taken
  where taken = 0
    or (select count(*) from free) = least((select count(*) from online), (select count(*) from auto))
), given as materialized (
  select auto.no, auto.turn, turns.id as "agentId" from auto join turns using (turn)
), turned as (
  update "Agent" a set "lastAssignedAt" =
    (select greatest(clock_timestamp(), max("lastAssignedAt")) from online) + g.rank * interval '1 millisecond'
  from (select "agentId", row_number() over (order by max(turn)) as rank from given group by 1) g where a."workspaceId" = $1 and a.id = g."agentId"
), ready as materialized (
  select way.*, given."agentId" from way left join given using (no)
  where given."agentId" is not null or not way."isAuto" or not exists (select from online)
)`;

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

const TOLD = `'type', r.type, 'content', r.content, 'messageId', r."messageId", 'integrationId', r."integrationId",
      'integrationType', r."integrationType", 'externalClientId', r.sender, 'isAgent', false, 'conversationId', r."convId",
      'clientId', r."clientId", 'createdAt', to_char(conv."lastMessageAt" at time zone 'UTC', ${ISO})`;

/**
 * First messages of those whom nobody knows: $1 workspaceId, $2 the arrivals as JSON, numbered from 1 on. Writes contact,
 * names, conversation, message and the three events, with the payloads of `clientEvent` and `convEvent` (the tests hold them against each
 * other), and answers the numbers of those that it wrote.
 */
export const RECEIVE_NEW = `with m as materialized (
  select * from json_to_recordset($2::json) as m(no int, ${LISTED.join(", ")}) where ${fewRows("m.no")}
), ${WAY}, ${GIVEN}, client as (
  insert into "Client" ("workspaceId", id, "externalClientId", name, surname, phone, email, address, city, code, country)
  select $1, "clientId", sender, name, surname, phone, email, address, city, code, country from ready order by no
  returning *
), name as (
  insert into "ClientIdentity" ("workspaceId", scope, "externalId", "clientId")
  select distinct $1::int, n.scope, n.id, "clientId" from ready cross join lateral unnest("nameScopes", "nameIds") as n(scope, id)
), conv as (
  insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "externalConversationId", "assigneeId", "lastSeq",
    "lastMessageAt", "lastClientMessageAt", "lastMessageId", "needsResponse", "clientAddress")
  -- Of the contact as it stands: the trigger that keeps its words for the search reads them.
  select $1, r."convId", r."integrationId", client.id, r.thread, r."agentId", 1, r.at, least(r."providerAt", r.at), r."messageId", true, r.sender
  from ready r join client on client.id = r."clientId" order by r.no
  returning id, "assigneeId", "lastMessageAt"
), noted as (
  insert into "ConvAssignment" ("workspaceId", id, "convId", "agentId")
  select $1, "assignmentId", "convId", "agentId" from ready where "agentId" is not null
), message as (
  insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy", status,
    "externalMessageId", "providerAt", "createdAt")
  select $1, r."messageId", r."convId", r."clientId", r."integrationId", 1, r.content, r.type::"MessageType", false, r."clientId"::text,
    'delivered', r."externalMessageId", r."providerAt", conv."lastMessageAt"
  from ready r join conv on conv.id = r."convId" order by r.no
), event as (
  insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "createdAt", trail)
  select $1, r."eventIds"[e.no], e.name, e.payload, case when e.no > 1 then r."convId" end, r."clientId",
    case when e.no > 1 then r."messageId" end, case when e.no > 1 then r."agentId" end, clock_timestamp(), r.trail
  from ready r join conv on conv.id = r."convId" join client on client.id = r."clientId" cross join lateral (values
    (1, 'NEW_CLIENT', json_build_object('event', 'NEW_CLIENT', 'workspaceId', $1::int,
      'id', client.id, 'email', client.email, 'name', client.name, 'surname', client.surname, 'phone', client.phone,
      'address', client.address, 'city', client.city, 'country', client.country, 'avatarUrl', client."avatarUrl",
      'externalClientId', client."externalClientId", 'tags', client.tags, 'stageId', client."stageId",
      'createdAt', to_char(client."createdAt" at time zone 'UTC', ${ISO}), 'patchedAt', null,
      'integrationId', r."integrationId", 'integrationType', r."integrationType")),
    (2, 'NEW_CONV', json_build_object('event', 'NEW_CONV', 'workspaceId', $1::int, ${TOLD}, 'dormant', false)),
    (3, 'INCOMING_MESSAGE', json_build_object('event', 'INCOMING_MESSAGE', 'workspaceId', $1::int, ${TOLD}))
  ) as e(no, name, payload)
  order by r.no, e.no
)
select no from ready`;
