import { pool } from "../db.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";

/** A position in the event log, after an event. Ordered by transaction first, then by seq. */
export type LogPosition = { txid: bigint; seq: bigint };

/** An event of the log without its payload. */
export type LoggedEvent = LogPosition & {
  workspaceId: number;
  id: string;
  name: string;
  convId: string | null;
  clientId: string | null;
  messageId: string | null;
  assigneeId: string | null;
  prevAssigneeId: string | null;
  /** It happened in the playground. */
  isDebug: boolean;
};

/**
 * `isBehind`: there is more to read. Either the batch is full, or there are newer events that must wait until a transaction that began
 * earlier has ended. They can be read in a moment.
 */
export type LogBatch = { events: LoggedEvent[]; isBehind: boolean };

export const LOG_START: LogPosition = { txid: 0n, seq: 0n };

/**
 * Events after a position, oldest first. Only events of transactions older than the oldest running one are returned. Otherwise a
 * transaction that commits late would add events behind a reader that has already passed them.
 */
export async function readLog(after: LogPosition, limit: number): Promise<LogBatch> {
  const { rows } = await pool().query<Row & { isSettled: boolean }>({
    name: "read-log",
    text: `select ${COLUMNS}, txid < pg_snapshot_xmin(pg_current_snapshot()) as "isSettled"
      from "Event" e where (txid, seq) > ($1::xid8, $2::bigint) and not "isTest" order by e.txid, e.seq limit $3`,
    values: [String(after.txid), String(after.seq), limit],
  });
  const events = rows.filter((row) => row.isSettled).map(toEvent);
  return { events, isBehind: events.length < rows.length || rows.length === limit };
}

/** How many events of all workspaces are searched at most for one workspace's events. */
const WIDEST_SEARCH = 50_000;

/**
 * One workspace's events after a position and up to another, oldest first. null if there are more than `limit`, or the position is too
 * far back to search. For readers that reconnect.
 */
export async function readWorkspaceLog(
  workspaceId: number,
  after: LogPosition,
  upTo: LogPosition,
  limit: number,
): Promise<LoggedEvent[] | null> {
  const { rows } = await pool().query<Row & { searched: string }>({
    name: "read-workspace-log",
    text: `with range as materialized (
        select * from "Event" e where (txid, seq) > ($2::xid8, $3::bigint) and (txid, seq) <= ($4::xid8, $5::bigint)
        order by e.txid, e.seq limit $7)
      select ${COLUMNS}, (select count(*) from range) as searched
      from range e where "workspaceId" = $1 and not "isTest" order by e.txid, e.seq limit $6`,
    values: [
      workspaceId,
      String(after.txid),
      String(after.seq),
      String(upTo.txid),
      String(upTo.seq),
      limit + 1,
      WIDEST_SEARCH,
    ],
  });
  if (rows.length > limit || Number(rows[0]?.searched ?? 0) >= WIDEST_SEARCH) return null;
  return rows.map(toEvent);
}

/** An event as subscribers get it. */
export type ToldEvent = LogPosition & { id: string; name: WebhookEvent; payload: unknown; createdAt: Date };

/**
 * One workspace's events after a position, oldest first, as an ANY_EVENT webhook without playground events gets them. `end` is the
 * position after everything that can be read now, `endAt` its time. Events that commit later come after it.
 */
export async function readToldEvents(
  workspaceId: number,
  after: LogPosition,
  limit: number,
): Promise<{ events: ToldEvent[]; end: LogPosition; endAt: Date }> {
  const { rows } = await pool().query<ToldRow | NothingTold>({
    name: "read-told-events",
    text: `select h.horizon::text as horizon, now() as "endAt", e.*
      from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) h left join lateral (
        select id, name, payload, "createdAt", txid::text as txid, seq::text as seq from "Event" e
        where "workspaceId" = $1 and (txid, seq) > ($2::xid8, $3::bigint) and txid < h.horizon
          and payload is not null and not "isTest" and not "isDebug" and name <> 'MESSAGE_UPDATED_SMPP'
        order by e.txid, e.seq limit $4) e on true`,
    values: [workspaceId, String(after.txid), String(after.seq), limit],
  });
  const events = rows.flatMap((row) => {
    if (row.id === null) return [];
    const { id, name, payload, createdAt, txid, seq } = row;
    return { id, name, payload, createdAt, txid: BigInt(txid), seq: BigInt(seq) };
  });
  const [first] = rows;
  if (!first) throw new Error("a left join without a row");
  return { events, end: { txid: BigInt(first.horizon), seq: 0n }, endAt: first.endAt };
}

/** The position after everything that can be read now. */
export async function logEnd(): Promise<LogPosition> {
  const { rows } = await pool().query<{ txid: string }>("select pg_snapshot_xmin(pg_current_snapshot())::text as txid");
  // No event of this transaction or a later one has been read yet, and sequence numbers begin at 1.
  return { txid: BigInt(rows[0]?.txid ?? 0), seq: 0n };
}

/** The transaction id of all events restored from a backup (cli/backup). No transaction of a running database is that old. */
export const RESTORED_TXID = 2n;

/**
 * Whether a position cannot belong to this log. Its transaction has not begun yet; or it was issued before the log was restored from a
 * backup, which renumbered its events; or before the database went back to an earlier moment (docs/operating.md), in a later transaction.
 * @param at when it was issued, by the database's clock. Without it, a few positions from before a restore are not detected.
 */
export async function isForeign({ txid }: LogPosition, at: Date | null = null): Promise<boolean> {
  const { rows } = await pool().query<{ foreign: boolean }>(
    `select $1::xid8 > pg_snapshot_xmax(pg_current_snapshot()) or exists (select from "EventCursor" c
      where (c.reader = 'restored' and $1::xid8 > $2::xid8
          and ($1::xid8 < c.txid or $3::timestamptz < to_timestamp(c.seq / 1000.0)))
        or (c.reader like 'recovered %' and $1::xid8 >= c.txid and $3::timestamptz < to_timestamp(c.seq / 1000.0))) as foreign`,
    [String(txid), String(RESTORED_TXID), at],
  );
  return rows[0]?.foreign ?? true;
}

/** Whether the first position is after the second. */
export function isAfter(one: LogPosition, other: LogPosition): boolean {
  return one.txid > other.txid || (one.txid === other.txid && one.seq > other.seq);
}

/** A position as an opaque string for callers. */
export function encodePosition({ txid, seq }: LogPosition): string {
  return Buffer.from(`${txid} ${seq}`).toString("base64url");
}

/** The position of `encodePosition`, or null for any other text. */
export function decodePosition(text: string): LogPosition | null {
  const [, txid, seq] = /^(\d{1,20}) (\d{1,19})$/.exec(Buffer.from(text, "base64url").toString()) ?? [];
  if (txid === undefined || seq === undefined) return null;
  const place = { txid: BigInt(txid), seq: BigInt(seq) };
  return place.txid < 2n ** 64n && place.seq < 2n ** 63n ? place : null;
}

// Statements must order by e.txid and e.seq. Without the alias they would order by these texts, in which 1000 comes before 999.
const COLUMNS = `"workspaceId", id, name, txid::text as txid, seq::text as seq, "convId", "clientId", "messageId", "assigneeId", "prevAssigneeId", "isDebug"`;

type Horizon = { horizon: string; endAt: Date };
type ToldRow = Horizon & Omit<ToldEvent, "txid" | "seq"> & { txid: string; seq: string };
type NothingTold = Horizon & { id: null };
type Row = Omit<LoggedEvent, "txid" | "seq"> & { txid: string; seq: string };

function toEvent(row: Row): LoggedEvent {
  const { workspaceId, id, name, convId, clientId, messageId, assigneeId, prevAssigneeId, isDebug } = row;
  const place = { txid: BigInt(row.txid), seq: BigInt(row.seq) };
  return { ...place, workspaceId, id, name, convId, clientId, messageId, assigneeId, prevAssigneeId, isDebug };
}
