import { Prisma } from "../generated/prisma/client.ts";
import { browsersSql, CHOSE_MAIL, CHOSEN, isToldSql } from "./tell-people.ts";

type Place = { txid: string; seq: bigint };
export type LogRange = { after: Place; upTo: Place };

/** What happened longer ago than this, in minutes, is no news: workers were away. */
const NEWS_MINUTES = 10;

/** Of the news `n`. */
const EVENT = Prisma.sql`n.event`;

/** Whether anybody of a workspace, or of any, is told anything by browser or mail. */
export function isHeardSql(workspaceId: Prisma.Sql | null): Prisma.Sql {
  const of = (alias: Prisma.Sql) =>
    workspaceId ? Prisma.sql`${alias}."workspaceId" = ${workspaceId}` : Prisma.sql`true`;
  return Prisma.sql`(exists (select from "PushSubscription" p where ${of(Prisma.sql`p`)})
    or exists (select from "Membership" s where ${of(Prisma.sql`s`)} and ${CHOSE_MAIL}))`;
}

/**
 * Rows of `Told`: what the events of a range of the log tell people while they do not look at the portal. As the
 * portal itself tells it (components/notices/find-notices.ts), but for "new unassigned", which is told of the first message that finds
 * nobody there, not of each.
 */
export function pushEventsSql({ after, upTo }: LogRange): Prisma.Sql {
  return Prisma.sql`
    with told as materialized (
      select e."workspaceId", e.name, e.payload ->> 'status' as status, e."convId", e."messageId", e."assigneeId", e."prevAssigneeId",
        e."createdAt", m."agentId" as "writerId", m."isAgent", m.seq, m."broadcastId"
      from "Event" e
      join "Message" m on m."workspaceId" = e."workspaceId" and m.id = e."messageId"
      where (e.txid, e.seq) > (${after.txid}::xid8, ${after.seq}) and (e.txid, e.seq) <= (${upTo.txid}::xid8, ${upTo.seq})
        and e.name in ('INCOMING_MESSAGE', 'NEW_CONV', 'CONV_CHANGED', 'OUTGOING_MESSAGE', 'MESSAGE_UPDATED')
        and not e."isTest" and not e."isDebug" and e."createdAt" > now() - make_interval(mins => ${NEWS_MINUTES})
        and ${isHeardSql(Prisma.sql`e."workspaceId"`)}
    ), news as (
      select *, "assigneeId" as "agentId", 'replyInMine' as event from told e
      where name = 'INCOMING_MESSAGE' and "assigneeId" is not null
        and not exists (select from told o where o.name = 'NEW_CONV' and o."messageId" = e."messageId")
      union all
      select *, "assigneeId", 'assignedToMe' from told
      where "assigneeId" is not null and (name = 'NEW_CONV' and not "isAgent" or name = 'CONV_CHANGED'
        and "assigneeId" is distinct from "prevAssigneeId" and "writerId" is distinct from "assigneeId")
      union all
      select e.*, n."agentId", 'mention' from told e
      join "NoteMention" n on n."workspaceId" = e."workspaceId" and n."messageId" = e."messageId"
      where e.name = 'OUTGOING_MESSAGE' and n."agentId" is distinct from e."writerId"
      union all
      select *, "writerId", 'failedSend' from told
      where name = 'MESSAGE_UPDATED' and status = 'failed' and "writerId" is not null and "broadcastId" is null
      union all
      select e.*, null, 'newUnassigned' from told e
      where name = 'INCOMING_MESSAGE' and "assigneeId" is null and not exists (
        select from "Message" b
        where b."workspaceId" = e."workspaceId" and b."convId" = e."convId" and b.seq = e.seq - 1 and not b."isAgent")
    )
    select s."workspaceId", p."endpointHash", s."userId", p."timeZone", ${CHOSEN} as preferences, n.event, n."convId", n."messageId",
      n."createdAt" as at
    from news n
    join "Agent" a on a."workspaceId" = n."workspaceId" and a."deletedAt" is null and (n."agentId" is null or a.id = n."agentId")
    join "Membership" s on s."workspaceId" = a."workspaceId" and s."userId"::text = a."userId"
    ${browsersSql(EVENT)}
    where ${isToldSql(EVENT)}
    order by n."createdAt"`;
}
