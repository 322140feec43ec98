import type { QueryConfig, QueryResultRow } from "pg";
import { channelOf } from "../channels/registry.ts";
import { PHONE_SCOPE } from "../clients/client-identities.ts";
import { inSegmentsSql } from "../clients/segment-filter.ts";
import type { Ctx } from "../ctx.ts";
import { pool } from "../db.ts";
import { Prisma, type Broadcast, type Integration } from "../generated/prisma/client.ts";
import type { LeftOutReason } from "./left-out.ts";

type Channel = Pick<Integration, "id" | "type" | "accountId">;

/**
 * Selects the contacts that a broadcast is meant for: the named ones or all, narrowed by every filter. A retry selects the contacts who
 * failed in the earlier broadcast.
 */
export type Target = Pick<
  Broadcast,
  | "clientIds"
  | "clientTags"
  | "clientStageId"
  | "country"
  | "segmentId"
  | "excludeSegmentIds"
  | "retryOfId"
  | "templateName"
>;

/** Timeout in milliseconds for a statement that classifies all contacts: half a million on a busy machine. Other statements get 12 s. */
export const AUDIENCE_MS = 120_000;

/** The number of recipients, and the number of contacts left out for each reason. */
export type Audience = { totalCount: number; leftOut: Partial<Record<LeftOutReason, number>> };

/**
 * All contacts that a broadcast is meant for, as rows (id, createdAt, leftOut). `leftOut` is null for a recipient, otherwise the reason
 * (left-out.ts). Launch, pre-flight and list all use this statement, so their numbers cannot differ.
 *
 * Two contacts with the same address on the channel count as one person, who gets one message. The contact who has written from that
 * address wins, then the oldest contact.
 */
export async function audienceSql(ctx: Ctx, target: Target, integration: Channel): Promise<Prisma.Sql> {
  const { workspaceId } = ctx;
  const failed = target.retryOfId === null ? null : failedRecipientsSql(workspaceId, target.retryOfId);
  const isMarketing = await hasMarketingTemplate(ctx, integration, target.templateName);
  const scopes = [scopeOf(integration), ...channelOf(integration.type).otherScopes];
  return Prisma.sql`
    select id, "createdAt", case when "leftOut" is null and row_number() over (
        partition by address, "leftOut" order by "hasWritten" desc, "createdAt", id) > 1
      then 'sameAddress' else "leftOut" end as "leftOut"
    from (
      select c.id, c."createdAt", known.address is not null as "hasWritten", its.address, case
        when c."optedOutAt" is not null then 'optedOut'
        ${isMarketing ? Prisma.sql`when c.id in (${stoppedSql(workspaceId, integration)}) then 'stoppedMarketing'` : Prisma.empty}
        when c."deletedAt" is not null then 'archived'
        when c.id in (${testClientsSql(workspaceId)}) then 'testNumber'
        ${failed ? Prisma.sql`when failed.doubt is not null then failed.doubt` : Prisma.empty}
        when coalesce(its.address, '') = '' then 'unreachable' end as "leftOut"
      from ${failed ? eachOf(workspaceId, failed) : Prisma.sql`"Client" c`}
      left join lateral (
        select i."externalId" as address from "ClientIdentity" i
        where i."workspaceId" = c."workspaceId" and i."clientId" = c.id and i.scope in (${Prisma.join(scopes)})
          and i."replacedAt" is null
        order by i.scope = ${scopeOf(integration)} desc, i."broughtById" is null desc, i."createdAt", i."externalId" limit 1
      ) known on true
      cross join lateral (select (${addressSql(integration)}) collate "C" as address) its
      where c."workspaceId" = ${workspaceId} and not c."isPlayground" ${filtersSql(target)} ${await segmentsSql(ctx, target)}
    ) meant`;
}

/**
 * Looks up each failed contact by primary key. With a plain join, the database may compare all rows with all rows while its row
 * statistics are missing.
 */
function eachOf(workspaceId: number, failed: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${failed}) failed cross join lateral (
    select * from "Client" where "workspaceId" = ${workspaceId} and id = failed."clientId" limit 1) c`;
}

/** Runs a statement over audienceSql outside a transaction, with the longer timeout AUDIENCE_MS. */
export async function queryAudience<Row extends QueryResultRow>({ text, values }: Prisma.Sql): Promise<Row[]> {
  const query: QueryConfig & { query_timeout: number } = { text, values, query_timeout: AUDIENCE_MS };
  return (await pool().query<Row>(query)).rows;
}

/**
 * Stores the recipients of a broadcast in one statement and counts the contacts left out. The audience must be small enough for one
 * transaction (start-broadcast.ts).
 * @param error why nothing can be sent to any recipient; null when the recipients wait for their message.
 */
export async function fixAudience(
  tx: Ctx,
  broadcast: Target & { id: string },
  integration: Channel,
  error: string | null,
): Promise<Audience> {
  const { workspaceId } = tx;
  const counts = await tx.db.$queryRaw<{ leftOut: LeftOutReason | null; count: number }[]>`
    with audience as materialized (${await audienceSql(tx, broadcast, integration)}), fixed as (
      insert into "BroadcastRecipient" ("workspaceId", "broadcastId", "clientId", error)
      select ${workspaceId}::int, ${broadcast.id}::uuid, id, ${error}::text from audience where "leftOut" is null
    )
    select "leftOut", count(*)::int as count from audience group by "leftOut"`;
  const leftOut = counts.flatMap(({ leftOut: reason, count }) => (reason === null ? [] : [[reason, count] as const]));
  return {
    totalCount: counts.find(({ leftOut: reason }) => reason === null)?.count ?? 0,
    leftOut: Object.fromEntries(leftOut),
  };
}

function scopeOf(integration: Channel): string {
  return channelOf(integration.type).identityScope(integration);
}

/**
 * The contact's id on the channel; null: none. This is the rule of conversations/client-address.ts as SQL. It expects the contact under
 * the alias `c` and their identity on the channel under `known`. A test compares both rules for every channel with templates.
 */
function addressSql(integration: Channel): Prisma.Sql {
  const knownElsewhere = Prisma.sql`exists (
    select 1 from "ClientIdentity" e where e."workspaceId" = c."workspaceId" and e."clientId" = c.id and e.scope <> ${PHONE_SCOPE})`;
  const { addressOf } = channelOf(integration.type);
  if (addressOf({ phone: "+4915112345678", externalClientId: "4915112345678" }) === null)
    return Prisma.sql`known.address`;
  if (scopeOf(integration) !== PHONE_SCOPE) {
    return Prisma.sql`coalesce(known.address, case when not ${knownElsewhere} then c."externalClientId" end)`;
  }
  const numberAsId = Prisma.sql`case when c."externalClientId" ~ '^[+]?[0-9]{8,15}$' and not ${knownElsewhere} then c."externalClientId" end`;
  // Providers write phone numbers without the +; this service stores them with it.
  return Prisma.sql`ltrim(coalesce(known.address, c.phone, ${numberAsId}), '+')`;
}

function filtersSql({ clientIds, clientTags, clientStageId, country }: Target): Prisma.Sql {
  const filters = [
    clientIds.length > 0 ? Prisma.sql`and c.id = any(${clientIds}::uuid[])` : Prisma.empty,
    clientTags.length > 0 ? Prisma.sql`and c.tags @> ${clientTags}::text[]` : Prisma.empty,
    clientStageId !== null ? Prisma.sql`and c."stageId" = ${clientStageId}::uuid` : Prisma.empty,
    // A country that a person entered by hand may be in lower case.
    country !== null ? Prisma.sql`and upper(c.country) = ${country}` : Prisma.empty,
  ];
  return Prisma.join(filters, " ");
}

/** If the row of a segment is gone, the broadcast has no recipients: too few are better than one who was to be left out. */
async function segmentsSql(ctx: Ctx, { segmentId, excludeSegmentIds }: Target): Promise<Prisma.Sql> {
  const [within = Prisma.sql`true`] = await inSegmentsSql(ctx, segmentId === null ? [] : [segmentId]);
  const without = await inSegmentsSql(ctx, excludeSegmentIds);
  if (within === null || without.includes(null)) return Prisma.sql`and false`;
  return Prisma.join([Prisma.sql`and ${within}`, ...without.map((isIn) => Prisma.sql`and not ${isIn}`)], " ");
}

async function hasMarketingTemplate({ db, workspaceId }: Ctx, { id }: Channel, name: string): Promise<boolean> {
  const where = { workspaceId, integrationId: id, name, category: "MARKETING" };
  return (await db.messageTemplate.findFirst({ where, select: { id: true } })) !== null;
}

/** Who stopped the channel's marketing messages at the provider. */
function stoppedSql(workspaceId: number, { id }: Channel): Prisma.Sql {
  return Prisma.sql`
    select i."clientId" from "ClientIdentity" i
    where i."workspaceId" = ${workspaceId} and i.marketing is not null and (i.marketing -> ${id} ->> 'isStopped')::boolean`;
}

/** Contacts behind the test numbers, enabled or not: matched by phone number, by the id made from the number, and by identity. */
function testClientsSql(workspaceId: number): Prisma.Sql {
  return Prisma.sql`
    select t.id from "WorkspaceTestNumber" n
    join "Client" t on t."workspaceId" = n."workspaceId" and (t.phone = n.phone or t."externalClientId" in (n.phone, ltrim(n.phone, '+')))
    where n."workspaceId" = ${workspaceId}
    union all
    select i."clientId" from "WorkspaceTestNumber" n
    join "ClientIdentity" i on i."workspaceId" = n."workspaceId" and i.scope = ${PHONE_SCOPE}
      and i."externalId" in (n.phone, ltrim(n.phone, '+'))
    where n."workspaceId" = ${workspaceId}`;
}

/** In seconds. If an attempt is accepted this long after its message failed, the provider did not cause the failure. */
const LATE_SECONDS = 5;

/**
 * Whether an attempt of the failed message `id` may have reached the contact. Either the provider's response never came, the worker died
 * during the request, or the provider accepted the message after it had failed or been retried. If a provider accepts a message and then
 * reports it as failed, that report is trusted.
 */
const isUnconfirmed = (id: Prisma.Sql) => Prisma.sql`exists (
  select from "SendAttempt" a
  join "Message" t on t."workspaceId" = a."workspaceId" and t.id = a."messageId"
  where a."workspaceId" = f."workspaceId" and a."messageId" = ${id}
    and (a.outcome is null or a.outcome = 'unknown'
      or a.outcome = 'accepted' and (a."endedAt" > t."statusAt" + make_interval(secs => ${LATE_SECONDS})
        or exists (select from "SendAttempt" n
          where n."workspaceId" = a."workspaceId" and n."messageId" = a."messageId" and n."attemptNo" > a."attemptNo"))))`;

/**
 * The recipients of a broadcast who failed, as rows ("clientId", doubt). `doubt` is null when the recipient certainly got nothing: no
 * message was made, or the provider accepted no attempt. Otherwise it is the reason why they may have got it (left-out.ts).
 */
function failedRecipientsSql(workspaceId: number, broadcastId: string): Prisma.Sql {
  return Prisma.sql`
    select "clientId", null::text as doubt from "BroadcastRecipient"
    where "workspaceId" = ${workspaceId} and "broadcastId" = ${broadcastId}::uuid and error is not null
    union all
    select r."clientId", case
      when ${isUnconfirmed(Prisma.sql`f.id`)} then 'maybeReceived'
      when exists (
        with recursive again (id, status) as (
          select m.id, m.status from "Message" m where m."workspaceId" = f."workspaceId" and m."resendOfId" = f.id
          union all
          select m.id, m.status from again join "Message" m on m."workspaceId" = f."workspaceId" and m."resendOfId" = again.id
        )
        select from again where status <> 'failed' or ${isUnconfirmed(Prisma.sql`again.id`)}
      ) then 'resent' end
    from "Message" f
    join "BroadcastRecipient" r on r."workspaceId" = f."workspaceId" and r."messageId" = f.id
    where f."workspaceId" = ${workspaceId} and f."broadcastId" = ${broadcastId}::uuid and f.status = 'failed'`;
}
