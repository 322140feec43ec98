import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { notifyPeople, type Told, browsersSql, CHOSE_MAIL, CHOSEN, isNotifiedSql } from "./notify-people.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** `isBehind`: the log has more events to read at once. */
type FoundPushes = { queued: number; isBehind: boolean };

type Place = { txid: string; seq: bigint };

/**
 * Reads new events of the log. It queues a push for each browser whose person chose to be notified of the event, and stores the notices
 * for people who chose email. The cursor and the jobs are one transaction, so no event is lost or queued twice. Only one process reads
 * at a time.
 */
export function findPushes(limit = 500): Promise<FoundPushes> {
  // For all workspaces at once. Each job names its own.
  return inTransaction(systemCtx(0, "find-pushes"), async (tx) => {
    const [place] = await tx.db.$queryRaw<(Place & { isHeard: boolean })[]>`
      select c.txid::text as txid, c.seq, ${isHeardSql(null)} as "isHeard"
      from "EventCursor" c where c.reader = 'notices' for update skip locked`;
    if (!place) {
      // Another process is reading, or this is the very first read, which skips all earlier events.
      await tx.db.$executeRaw`
        insert into "EventCursor" (reader, txid, seq) values ('notices', pg_snapshot_xmin(pg_current_snapshot()), 0)
        on conflict do nothing`;
      return { queued: 0, isBehind: false };
    }
    if (!place.isHeard) {
      // No one has subscribed, so skip the log without reading it.
      await tx.db.$executeRaw`
        update "EventCursor" set txid = pg_snapshot_xmin(pg_current_snapshot()), seq = 0 where reader = 'notices'`;
      return { queued: 0, isBehind: false };
    }
    const batch = await nextBatch(tx, place, limit);
    if (!batch) return { queued: 0, isBehind: false };
    const found = await tx.db.$queryRaw<Told[]>(pushEventsSql({ after: place, upTo: batch.end }));
    const queued = await notifyPeople(tx, found);
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

/** Minutes. Older events are not notified, for example after the workers were down. */
const NEWS_MINUTES = 10;

/** The event of a row `n` of `news`. */
const EVENT = Prisma.sql`n.event`;

/** Whether anyone in a workspace, or in any, gets browser or email notifications. */
function isHeardSql(workspaceId: Prisma.Sql | null): Prisma.Sql {
  const of = (alias: Prisma.Sql) =>
    workspaceId ? Prisma.sql`${alias}."workspaceId" = ${workspaceId}` : Prisma.sql`true`;
  return Prisma.sql`(exists (select from "PushSubscription" p where ${of(Prisma.sql`p`)})
    or exists (select from "Membership" s where ${of(Prisma.sql`s`)} and ${CHOSE_MAIL}))`;
}

/**
 * Rows of `Told`: the notifications for a range of the event log, for people who are not looking at the portal. The rules are the
 * portal's own (components/notices/find-notices.ts), with one exception: "new unassigned" is notified only for the first of several
 * unanswered messages.
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
    where ${isNotifiedSql(EVENT)}
    order by n."createdAt"`;
}
