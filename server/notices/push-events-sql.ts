import { Prisma } from "../generated/prisma/client.ts";

type Place = { txid: string; seq: bigint };
export type LogRange = { after: Place; upTo: Place };

/** What happened longer ago than this, in minutes, is no news: workers were away. */
const NEWS_MINUTES = 10;

/** Of a membership `s`, what `Push` has of its preferences. */
export const CHOSEN = Prisma.sql`jsonb_build_object('notify', s.preferences -> 'notify', 'quietHours', s.preferences -> 'quietHours')`;

/** Whether a membership `s` chose to be told of an event: nothing is read out for those who did not (push-event.ts says the rest). */
export function isChosenSql(event: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`s.preferences -> 'notify' -> ${event} -> 'desktop' = 'true'::jsonb`;
}

/**
 * Rows of `Push`: what the events of a range of the log tell people who have a browser that is told while the portal is closed. As the
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
        and exists (select from "PushSubscription" p where p."workspaceId" = e."workspaceId")
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
    select p."workspaceId", p."endpointHash", p."userId", p."timeZone", ${CHOSEN} as preferences, n.event, n."convId", n."messageId",
      n."createdAt" as at
    from news n
    join "Agent" a on a."workspaceId" = n."workspaceId" and a."deletedAt" is null and (n."agentId" is null or a.id = n."agentId")
    join "Membership" s on s."workspaceId" = a."workspaceId" and s."userId"::text = a."userId"
    join "PushSubscription" p on p."workspaceId" = s."workspaceId" and p."userId" = s."userId"
    where ${isChosenSql(Prisma.sql`n.event`)}
    order by n."createdAt"`;
}
