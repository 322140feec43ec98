import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { isHeardSql, pushEventsSql, type LogRange } from "./push-events-sql.ts";
import { tellPeople, type Told } from "./tell-people.ts";

/** `isBehind`: there is more to read at once. */
export type FoundPushes = { queued: number; isBehind: boolean };

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

async function nextBatch(
  tx: Ctx,
  { txid, seq }: Place,
  limit: number,
): Promise<{ end: LogRange["upTo"]; read: number } | null> {
  const rows = await tx.db.$queryRaw<Place[]>`
    select e.txid::text as txid, e.seq from "Event" e
    where (e.txid, e.seq) > (${txid}::xid8, ${seq}) and e.txid < pg_snapshot_xmin(pg_current_snapshot())
    order by e.txid, e.seq limit ${limit}`;
  const end = rows.at(-1);
  return end ? { end, read: rows.length } : null;
}
