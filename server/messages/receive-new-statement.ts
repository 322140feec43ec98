import { BY_TURN, ONLINE, OPEN_CONVS } from "../agents/take-online-agent.ts";
import { fewRows } from "../few-rows.ts";
import { GIVEN, LISTED, STORED } from "./write-statement.ts";

/** The statement's input for a first message, in addition to the message itself (`listedOf`). */
export type Arrival = {
  /** The channel's routing and the workspace's opt-out keyword at decision time. The statement requires both to be unchanged. */
  properties: unknown;
  optOut: string | null;
  /** Whether round robin assigns the conversation to an agent. */
  isAuto: boolean;
  /** All the sender's names: scopes, ids and lock keys (nameKey). */
  nameScopes: string[];
  nameIds: string[];
  nameKeys: string[];
  /** An existing contact with one of these as externalClientId, or with this phone number, may be the sender. */
  knownIds: string[];
  knownPhone: string | null;
  thread: string | null;
  /** The id of the new ConvAssignment row. */
  assignmentId: string;
  details: Record<(typeof DETAILS)[number], string | null>;
};

/** The stored fields of the contact. */
const DETAILS = ["name", "surname", "phone", "email", "address", "city", "code", "country"] as const;

const TYPES: Record<keyof Arrival, string> = {
  properties: "jsonb",
  optOut: "text",
  isAuto: "boolean",
  nameScopes: "text[]",
  nameIds: "text[]",
  nameKeys: "text[]",
  knownIds: "text[]",
  knownPhone: "text",
  details: "json",
  thread: "text",
  assignmentId: "uuid",
};

const LISTED_MORE = Object.entries(TYPES)
  .map(([name, type]) => `"${name}" ${type}`)
  .join(", ");

/**
 * Messages of unknown senders: no stored name, no told name and no contact matches, the channel is unchanged, and the message is no
 * repetition. The opt-out keyword is unchanged too. lock_unknown_sender (a database function) locks the names, so that nobody else creates
 * a contact of them (lockNames), and sees contacts that were created since the statement began. An identity added since then breaks the
 * unique key; a name told since then came too late.
 */
const WAY = `way as materialized (
  select m.*, greatest(date_trunc('milliseconds', clock_timestamp()), date_trunc('milliseconds', now()) + interval '1 millisecond') as at
  from m
  join "Integration" ch on ch."workspaceId" = $1 and ch.id = m."integrationId"
    and ch.credentials = m.credentials and ch.properties = m.properties and ch.state <> 'disabled' and ch."deletedAt" is null
  join "Workspace" w on w.id = $1 and w."deletedAt" is null
  where lock_unknown_sender($1, m."nameKeys", m."knownIds", m."knownPhone")
    and not exists (
      select from unnest(m."nameScopes", m."nameIds") as n(scope, id)
      join "ClientIdentity" i on i."workspaceId" = $1 and i.scope = n.scope and i."externalId" = n.id)
    and not exists (
      select from unnest(m."nameScopes", m."nameIds") as n(scope, id)
      join "ToldName" t on t."workspaceId" = $1 and t.scope = n.scope and t."externalId" = n.id)
    and (m."externalMessageId" is null or not exists (
      select from "Message" b where b."workspaceId" = $1 and b."integrationId" = m."integrationId" and not b."isAgent"
        and b."externalMessageId" = m."externalMessageId"))
    and m."optOut" is not distinct from (select s."optOutKeyword" from "WorkspaceSettings" s where s."workspaceId" = $1)
)`;

/**
 * Round robin, as if the messages had come one after the other. It orders by the number of conversations an agent would have, then by
 * how many of these they already got, then by turn. It skips an agent whom another transaction has locked for an assignment. In that
 * case every other agent gets at most one of these messages, because the next would be the locked agent's turn. The rest take the
 * general path.
 */
const SHARED_OUT = `auto as materialized (
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
  select auto.no, auto.turn, turns.id as "ownerId" from auto join turns using (turn)
), turned as (
  update "Agent" a set "lastAssignedAt" =
    (select greatest(clock_timestamp(), max("lastAssignedAt")) from online) + g.rank * interval '1 millisecond'
  from (select "ownerId", row_number() over (order by max(turn)) as rank from given group by 1) g where a."workspaceId" = $1 and a.id = g."ownerId"
), ready as materialized (
  select way.*, given."ownerId" from way left join given using (no)
  where given."ownerId" is not null or not way."isAuto" or not exists (select from online)
)`;

/**
 * First messages of unknown senders: $1 workspaceId, $2 the messages as JSON, numbered from 1. Writes contact, names, conversation,
 * message and events, and returns the numbers of the messages that it wrote.
 */
export const RECEIVE_NEW = `with m as materialized (
  select * from json_to_recordset($2::json) as m(no int, ${LISTED}, ${LISTED_MORE}) where ${fewRows("m.no")}
), ${WAY}, ${SHARED_OUT}, client as (
  insert into "Client" ("workspaceId", id, "externalClientId", "createdAt", ${DETAILS.join(", ")})
  select $1, "clientId", sender, at, ${DETAILS.map((detail) => `details ->> '${detail}'`).join(", ")} from ready order by no
  returning id
), name as (
  insert into "ClientIdentity" ("workspaceId", scope, "externalId", "clientId")
  select distinct $1::int, n.scope, n.id, "clientId" from ready cross join lateral unnest("nameScopes", "nameIds") as n(scope, id)
), conv as (
  insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "externalConversationId", "assigneeId", "lastSeq",
    "lastMessageAt", "lastClientMessageAt", "lastMessageId", "needsResponse", "clientAddress")
  -- Of the contact as it stands: the trigger that keeps its words for the search reads them.
  select $1, r."convId", r."integrationId", client.id, r.thread, r."ownerId", 1, r.at, least(r."providerAt", r.at), r.id, true, r.sender
  from ready r join client on client.id = r."clientId" order by r.no
  returning id
), noted as (
  insert into "ConvAssignment" ("workspaceId", id, "convId", "agentId")
  select $1, "assignmentId", "convId", "ownerId" from ready where "ownerId" is not null
), placed as (
  select ${GIVEN}, m."ownerId" as "assigneeId", false as "isPlayground", 1 as seq, m.at from ready m join conv on conv.id = m."convId"
), ${STORED}
select no from ready`;
