import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { tellPeople, type Told, browsersSql, CHOSE_MAIL, CHOSEN, isToldSql } from "./tell-people.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** `isBehind`: there is more to read at once. */
type FoundPushes = { queued: number; isBehind: boolean };

type Place = { txid: string; seq: bigint };

/**
 * Reads the event log on from where it was left, queues a push for each browser whose person chose to be told of what happened, and
 * keeps what they chose to be told of by mail.
 * Cursor and jobs are one transaction: what is queued is read, and what is read is queued. One reader at a time over all processes.
 */
export function findPushes(limit = 500): Promise<FoundPushes> {
  // Of all workspaces at once; each job names its own.
  return inTransaction(systemCtx(0, "find-pushes"), async (tx) => {
    const [place] = await tx.db.$queryRaw<(Place & { isHeard: boolean })[]>`
      select c.txid::text as txid, c.seq, ${isHeardSql(null)} as "isHeard"
      from "EventCursor" c where c.reader = 'notices' for update skip locked`;
    if (!place) {
      // Another process reads, or this is the first look ever: nobody is notified of what happened before it.
      await tx.db.$executeRaw`
        insert into "EventCursor" (reader, txid, seq) values ('notices', pg_snapshot_xmin(pg_current_snapshot()), 0)
        on conflict do nothing`;
      return { queued: 0, isBehind: false };
    }
    if (!place.isHeard) {
      // Where nobody has asked for it, the log is not read at all.
      await tx.db.$executeRaw`
        update "EventCursor" set txid = pg_snapshot_xmin(pg_current_snapshot()), seq = 0 where reader = 'notices'`;
      return { queued: 0, isBehind: false };
    }
    const batch = await nextBatch(tx, place, limit);
    if (!batch) return { queued: 0, isBehind: false };
    const found = await tx.db.$queryRaw<Told[]>(pushEventsSql({ after: place, upTo: batch.end }));
    const queued = await tellPeople(tx, found);
    await tx.db.$executeRaw`
      update "EventCursor" set txid = ${batch.end.txid}::xid8, seq = ${batch.end.seq} where reader = 'notices'`;
    return { queued, isBehind: batch.read === limit };
  });
}

async function nextBatch(tx: Ctx, { txid, seq }: Place, limit: number) {
  const rows = await tx.db.$queryRaw<Place[]>`
    select e.txid::text as txid, e.seq from "Event" e
    where (e.txid, e.seq) > (${txid}::xid8, ${seq}) and e.txid < pg_snapshot_xmin(pg_current_snapshot())
    order by e.txid, e.seq limit ${limit}`;
  const end = rows.at(-1);
  return end ? { end, read: rows.length } : null;
}

/** What happened longer ago than this, in minutes, is no news: workers were away. */
const NEWS_MINUTES = 10;

/** Of the news `n`. */
const EVENT = Prisma.sql`n.event`;

/** Whether anybody of a workspace, or of any, is told anything by browser or mail. */
function isHeardSql(workspaceId: Prisma.Sql | null): Prisma.Sql {
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
function pushEventsSql({ after, upTo }: { after: Place; upTo: Place }): Prisma.Sql {
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
