import { pool } from "../db.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";

/** A place in the event log: after this event. Compared by transaction first, then by the order inside it. */
export type LogPosition = { txid: bigint; seq: bigint };

/** What the log says of an event without its payload. */
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
 * `isBehind`: there is more to read – either the batch is full, or events stand above the horizon, because a transaction that
 * began before theirs is still running. They are to be had in a moment.
 */
export type LogBatch = { events: LoggedEvent[]; isBehind: boolean };

/** Before everything. */
export const LOG_START: LogPosition = { txid: 0n, seq: 0n };

/**
 * Events after a place, oldest first. Only those of transactions below the oldest one still running are handed out: a
 * transaction that commits late would otherwise leave its events behind a reader that has already passed them.
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

/** More than this many events of all workspaces are not searched for those of one. */
const WIDEST_SEARCH = 50_000;

/**
 * One workspace's events after a place and up to another, oldest first; null when there are more than `limit`, or the place is
 * too far back to look. For readers that come back.
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

/** An event as its subscribers see it. */
export type ToldEvent = LogPosition & { id: string; name: WebhookEvent; payload: unknown; createdAt: Date };

/**
 * One workspace's events after a place, oldest first, as a webhook of ANY_EVENT gets them that does not ask for the playground's.
 * `end` is the place after everything
 * that can be read now, `endAt` when that was: what commits late comes after it.
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

/** The place after everything that can be read now. */
export async function logEnd(): Promise<LogPosition> {
  const { rows } = await pool().query<{ txid: string }>("select pg_snapshot_xmin(pg_current_snapshot())::text as txid");
  // No event of that transaction or a later one has been read yet, and sequence numbers begin at 1.
  return { txid: BigInt(rows[0]?.txid ?? 0), seq: 0n };
}

/** The transaction of all events that came from a backup (cli/backup): none of a running database is as old. */
export const RESTORED_TXID = 2n;

/**
 * Whether the place cannot be one of this log: its transaction has not begun yet, or it was handed out before the log was restored
 * from a backup, which numbered its events anew.
 * @param at when it was handed out, by the database's clock; without it a few places of before a restore cannot be told.
 */
export async function isForeign({ txid }: LogPosition, at: Date | null = null): Promise<boolean> {
  const { rows } = await pool().query<{ foreign: boolean }>(
    `select $1::xid8 > pg_snapshot_xmax(pg_current_snapshot()) or exists (select from "EventCursor" c
      where c.reader = 'restored' and $1::xid8 > $2::xid8
        and ($1::xid8 < c.txid or $3::timestamptz < to_timestamp(c.seq / 1000.0))) as foreign`,
    [String(txid), String(RESTORED_TXID), at],
  );
  return rows[0]?.foreign ?? true;
}

/** Whether the first place lies after the second. */
export function isAfter(one: LogPosition, other: LogPosition): boolean {
  return one.txid > other.txid || (one.txid === other.txid && one.seq > other.seq);
}

/** A place as callers keep it; opaque to them. */
export function encodePosition({ txid, seq }: LogPosition): string {
  return Buffer.from(`${txid} ${seq}`).toString("base64url");
}

/** The place of `encodePosition`, or null for anything else. */
export function decodePosition(text: string): LogPosition | null {
  const [, txid, seq] = /^(\d{1,20}) (\d{1,19})$/.exec(Buffer.from(text, "base64url").toString()) ?? [];
  if (txid === undefined || seq === undefined) return null;
  const place = { txid: BigInt(txid), seq: BigInt(seq) };
  return place.txid < 2n ** 64n && place.seq < 2n ** 63n ? place : null;
}

// Statements order by e.txid and e.seq: without the alias it would be by these texts, in which 1000 comes before 999.
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
