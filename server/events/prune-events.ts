import { pool } from "../db.ts";
import { LOG_START, type LogPosition } from "./log.ts";

/** Rows per statement. Small, so that other transactions do not wait long for its locks. */
const BATCH = 5_000;

/**
 * Deletes events that no reader needs any more: 31 days old, already turned into deliveries, and those gone from the delivery log. It
 * reads the log from its start, skips events that must stay, and stops at a batch without old events.
 * @returns how many.
 */
export async function pruneEvents(): Promise<number> {
  let total = 0;
  let after: LogPosition | null = LOG_START;
  while (after) {
    const batch: Batch = await pruneBatch(after);
    total += batch.deleted;
    after = batch.end;
  }
  return total;
}

/** `end` is the position of the batch's last event; null if the batch held nothing old. */
type Batch = { deleted: number; end: LogPosition | null };
type Row = { deleted: number; txid: string | null; seq: string | null; isYoung: boolean };

async function pruneBatch(after: LogPosition): Promise<Batch> {
  const { rows } = await pool().query<Row>({
    name: "prune-events",
    text: PRUNE,
    values: [String(after.txid), String(after.seq), BATCH],
  });
  const [row] = rows;
  if (!row || row.isYoung || row.txid === null || row.seq === null) return { deleted: row?.deleted ?? 0, end: null };
  return { deleted: row.deleted, end: { txid: BigInt(row.txid), seq: BigInt(row.seq) } };
}

const PRUNE = `
with batch as materialized (
  select e."workspaceId", e.id, e.txid, e.seq, e."createdAt" < now() - interval '31 days' as "isOld" from "Event" e
  where (e.txid, e.seq) > ($1::xid8, $2::bigint)
    and (e.txid, e.seq) <= (select c.txid, c.seq from "EventCursor" c where c.reader = 'webhooks')
  order by e.txid, e.seq limit $3
), gone as (
  delete from "Event" e using batch b
  where e."workspaceId" = b."workspaceId" and e.id = b.id and b."isOld"
    -- "offset 0": one look per event; as a join by workspace it could compare each with all that wait.
    and not exists (
      select 1 from "WebhookDelivery" d where d."workspaceId" = e."workspaceId" and d."eventId" = e.id offset 0)
  returning 1
), last as (select txid::text as txid, seq::text as seq from batch b order by b.txid desc, b.seq desc limit 1)
select (select count(*) from gone)::int as deleted, (select txid from last) as txid, (select seq from last) as seq,
  (select coalesce(bool_and(not "isOld"), true) from batch) as "isYoung"`;
