import { expect, test } from "vitest";
import { pool } from "../../db.ts";

// If a change touches no indexed column, not even in an index condition, and the page has room, PostgreSQL updates in place
// (HOT). Then no index is written, and the old version is removed without a vacuum.

/** The columns of existing rows that change often, by table. */
const CHANGES: Record<string, string[]> = {
  // Claims, which take and return a lease.
  SendQueue: ["attemptNo", "leaseToken", "leaseUntil"],
  WebhookDelivery: ["leaseToken", "leaseUntil", "responseStatus", "error", "deliveredAt"],
  MediaCopy: ["attemptNo", "leaseToken", "leaseUntil", "error"],
  AssistantTurn: ["attemptNo", "nextAttemptAt", "leaseToken", "leaseUntil", "lastError"],
  // The end of an attempt, milliseconds after its start.
  SendAttempt: ["startedAt", "endedAt", "outcome", "responseStatus", "externalMessageId", "error"],
  // Changes with every slot, every charge, every batch of the event log.
  ChannelPace: ["nextSlotAt", "lateMs", "lateUntil", "pausedUntil"],
  CreditAccount: ["balance"],
  EventCursor: ["txid", "seq"],
  // Changes with an agent's activity: reading, being online.
  ConvRead: ["lastReadSeq", "readAt"],
  Agent: ["lastSeenAt", "lastAssignedAt", "isAvailable"],
  // The expiry is set when the session starts.
  Session: ["lastSeenAt"],
  ApiKey: ["lastUsedAt"],
  // Changes with each day's first message of a channel, and its faults.
  Integration: ["lastInboundAt", "inboundDays", "lastError", "lastErrorAt", "checkedAt"],
};

/** Tables whose rows change while their page is still being filled. Their pages keep some free space. */
const WITH_ROOM = ["AssistantTurn", "ChannelPace", "ConvRead", "CreditAccount", "EventCursor"];
WITH_ROOM.push("SendAttempt", "SendQueue", "WebhookDelivery");

test.each(Object.entries(CHANGES))("%s: no index holds what changes often", async (table, columns) => {
  const { rows } = await pool().query<{ column: string; index: string }>(
    `select distinct a.attname as column, i.indexrelid::regclass::text as index
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any(i.indkey) or exists (
       select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
         and d.refclassid = 'pg_class'::regclass and d.refobjid = i.indrelid and d.refobjsubid = a.attnum))
     where i.indrelid = format('public.%I', $1::text)::regclass`,
    [table],
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ column }) => columns.includes(column))).toEqual([]);
  const { rows: known } = await pool().query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = format('public.%I', $1::text)::regclass and attnum > 0`,
    [table],
  );
  expect(columns.filter((column) => !known.some(({ name }) => name === column))).toEqual([]);
});

test("tables whose rows change soon keep room on their pages", async () => {
  const { rows } = await pool().query<{ name: string }>(
    `select relname as name from pg_class c, unnest(c.reloptions) o where relnamespace = 'public'::regnamespace
       and o like 'fillfactor=%' and split_part(o, '=', 2)::int < 100`,
  );
  const names = rows.map(({ name }) => name);
  expect(WITH_ROOM.filter((table) => !names.includes(table))).toEqual([]);
});
