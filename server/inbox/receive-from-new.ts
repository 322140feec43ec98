import { v7 as uuidv7 } from "uuid";
import { BY_TURN, OPEN_CONVS, isOnline } from "../agents/take-online-agent.ts";
import type { InboundMessage } from "../channels/channel.ts";
import { PHONE_SCOPE, detailsOf, nameKey } from "../clients/client-identities.ts";
import type { Ctx } from "../ctx.ts";
import { pool } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { signal } from "../events/signal.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { routingOf } from "../integrations/routing.ts";
import { mended } from "../text-rules.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { AUTO, assigneeCandidates } from "./assignee.ts";
import { isOrdinary } from "./receive-from-known.ts";
import type { Received } from "./receive-message.ts";
import { scopeOfSender } from "./sender-scope.ts";

/**
 * The first message of somebody whom nobody knows, in one statement: contact, name, conversation, agent by round robin, message and
 * the three events, with the payloads of `clientEvent` and `convEvent` (the tests hold them against each other). Numbers, which are
 * looked up under several spellings, senders with several names, pictures and other routing are not for here.
 * @returns null when it is anything else, or somebody else was quicker: then nothing is stored, and the general way decides.
 */
export async function receiveFromNew(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
): Promise<Received | null> {
  const scope = scopeOfSender(integration, inbound);
  if (!isOrdinary(integration, inbound) || inbound.identities || inbound.profile.avatar || scope === PHONE_SCOPE)
    return null;
  const details = detailsOf(inbound);
  const candidates = assigneeCandidates(routingOf(integration), { defaultAgentId: null, country: details.country });
  if (candidates.some((candidate) => candidate !== AUTO)) return null;
  try {
    const rows = await ctx.db.$queryRaw<Received[]>(
      statement(ctx, integration, { ...inbound, scope }, details, candidates.length > 0),
    );
    const [row] = rows;
    if (!row) return null;
    signal(["events"], pool());
    return row;
  } catch (error) {
    // The name, the externalClientId or the message is there by now, or about to be: all of it is undone.
    if (isUniqueViolation(error) || isDeadlock(error)) return null;
    throw error;
  }
}

const ISO = Prisma.sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

function statement(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage & { scope: string },
  details: ReturnType<typeof detailsOf>,
  isAuto: boolean,
): Prisma.Sql {
  const { workspaceId } = ctx;
  const { type, content, senderId, externalMessageId } = inbound;
  const ids = { message: uuidv7(), conv: uuidv7(), client: uuidv7(), assignment: uuidv7() };
  const keyword = type === "text" ? content.trim().toLowerCase() : null;
  const told = Prisma.sql`'type', ${type}::text, 'content', ${content}::text, 'messageId', ${ids.message}::uuid,
      'integrationId', ${integration.id}::uuid, 'integrationType', ${integration.type}::text, 'externalClientId', ${senderId}::text,
      'isAgent', false, 'conversationId', ${ids.conv}::uuid, 'clientId', ${ids.client}::uuid,
      'createdAt', to_char(conv."lastMessageAt" at time zone 'UTC', ${ISO})`;
  return Prisma.sql`
    with way as materialized (
      select greatest(date_trunc('milliseconds', clock_timestamp()), date_trunc('milliseconds', now()) + interval '1 millisecond') as at
      from "Integration" ch join "Workspace" w on w.id = ${workspaceId} and w."deletedAt" is null
      where ch."workspaceId" = ${workspaceId} and ch.id = ${integration.id}::uuid and ch.type = ${integration.type}::"IntegrationType"
        and ch.credentials = ${integration.credentials} and ch.properties = ${JSON.stringify(integration.properties)}::jsonb
        and ch.state <> 'disabled' and ch."deletedAt" is null
        -- Whoever holds the name counts on nobody else's making a contact of it (lockNames).
        and pg_try_advisory_xact_lock(hashtextextended(${nameKey(workspaceId, { scope: inbound.scope, externalId: senderId })}, 0))
        and not exists (select from "ClientIdentity" i
          where i."workspaceId" = ${workspaceId} and i.scope = ${inbound.scope} and i."externalId" = ${senderId})
        and not exists (select from "Client" c where c."workspaceId" = ${workspaceId} and c."externalClientId" = ${senderId})
        and (${externalMessageId}::text is null or not exists (select from "Message" b
          where b."workspaceId" = ${workspaceId} and b."integrationId" = ${integration.id}::uuid and not b."isAgent"
            and b."externalMessageId" = ${externalMessageId}))
        and (${keyword}::text is null or not exists (select from "WorkspaceSettings" s
          where s."workspaceId" = ${workspaceId} and (lower(btrim(s."optOutKeyword", E' \\t\\r\\n')) = ${keyword}
            or (s."optOutKeyword" !~ '^[ -~]*$' and length(${keyword}) <= 2 * length(s."optOutKeyword")))))
    ), turn as (
      update "Agent" set "lastAssignedAt" = clock_timestamp()
      where "workspaceId" = ${workspaceId} and ${isAuto}::boolean and exists (select from way) and id = (
        select a.id from "Agent" a where ${isOnline(ctx)}
        order by ${OPEN_CONVS}, ${BY_TURN}
        limit 1 for no key update of a skip locked)
      returning id
    ), ready as (
      -- Where everybody who is online is being given another conversation right now, the general way waits for one of them.
      select way.at, (select id from turn) as "agentId" from way
      where exists (select from turn) or not ${isAuto}::boolean or not exists (select from "Agent" a where ${isOnline(ctx)})
    ), client as (
      insert into "Client" ("workspaceId", id, "externalClientId", name, surname, phone, email, address, city, code, country, "avatarUrl")
      select ${workspaceId}::int, ${ids.client}::uuid, ${senderId}, d.* from ready
      cross join json_to_record(${JSON.stringify(mended(details))}::json) as d(name text, surname text, phone text, email text,
        address text, city text, code text, country text, "avatarUrl" text)
      returning *
    ), name as (
      insert into "ClientIdentity" ("workspaceId", scope, "externalId", "clientId")
      select "workspaceId", ${inbound.scope}, ${senderId}, id from client
    ), conv as (
      insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "externalConversationId", "assigneeId", "lastSeq",
        "lastMessageAt", "lastClientMessageAt", "lastMessageId", "needsResponse", "clientAddress")
      select client."workspaceId", ${ids.conv}::uuid, ${integration.id}::uuid, client.id, ${inbound.externalConversationId}, "agentId", 1,
        at, at, ${ids.message}::uuid, true, ${senderId}
      from client cross join ready
      returning *
    ), noted as (
      insert into "ConvAssignment" ("workspaceId", id, "convId", "agentId")
      select "workspaceId", ${ids.assignment}::uuid, id, "assigneeId" from conv where "assigneeId" is not null
    ), message as (
      insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy", status,
        "externalMessageId", "providerAt", "createdAt")
      select "workspaceId", ${ids.message}::uuid, id, "clientId", "integrationId", 1, ${content}, ${type}::"MessageType", false,
        "clientId"::text, 'delivered', ${externalMessageId}, ${inbound.providerAt}::timestamptz, "lastMessageAt"
      from conv
    ), event as (
      insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", "assigneeId", "createdAt")
      select conv."workspaceId", e.id, e.name, e.payload, case when e.no > 1 then conv.id end, client.id,
        case when e.no > 1 then ${ids.message}::uuid end, case when e.no > 1 then conv."assigneeId" end, clock_timestamp()
      from conv cross join client cross join lateral (values
        (1, ${uuidv7()}::uuid, 'NEW_CLIENT', json_build_object('event', 'NEW_CLIENT', 'workspaceId', client."workspaceId",
          'id', client.id, 'email', client.email, 'name', client.name, 'surname', client.surname, 'phone', client.phone,
          'address', client.address, 'city', client.city, 'country', client.country, 'avatarUrl', client."avatarUrl",
          'externalClientId', client."externalClientId", 'tags', client.tags, 'stageId', client."stageId",
          'createdAt', to_char(client."createdAt" at time zone 'UTC', ${ISO}), 'patchedAt', null,
          'integrationId', ${integration.id}::uuid, 'integrationType', ${integration.type}::text)),
        (2, ${uuidv7()}::uuid, 'NEW_CONV', json_build_object('event', 'NEW_CONV', 'workspaceId', conv."workspaceId", ${told})),
        (3, ${uuidv7()}::uuid, 'INCOMING_MESSAGE', json_build_object('event', 'INCOMING_MESSAGE', 'workspaceId', conv."workspaceId", ${told}))
      ) as e(no, id, name, payload)
      order by e.no
    )
    select ${ids.message}::text as "messageId", conv.id::text as "conversationId", "clientId"::text as "clientId" from conv`;
}
