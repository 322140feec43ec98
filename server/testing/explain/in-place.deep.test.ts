import { expect, test } from "vitest";
import { pool } from "../../db.ts";

// A change of columns that stand in no index, not even in its condition, is made in place where the page has room (HOT): no index is
// written, and what it leaves behind goes without a vacuum.

/** What changes again and again of rows that are there, and by whom. */
const CHANGES: Record<string, string[]> = {
  // Claims, which take a lease, and give it back.
  SendQueue: ["attemptNo", "leaseToken", "leaseUntil"],
  WebhookDelivery: ["leaseToken", "leaseUntil", "responseStatus", "error", "deliveredAt"],
  MediaCopy: ["attemptNo", "leaseToken", "leaseUntil", "error"],
  AssistantTurn: ["attemptNo", "nextAttemptAt", "leaseToken", "leaseUntil", "lastError"],
  // An attempt's ending, milliseconds after its beginning.
  SendAttempt: ["startedAt", "endedAt", "outcome", "responseStatus", "externalMessageId", "error"],
  // Every slot, every charge, every batch of the event log.
  ChannelPace: ["nextSlotAt", "lateMs", "lateUntil", "pausedUntil"],
  CreditAccount: ["balance"],
  EventCursor: ["txid", "seq"],
  // Whatever an agent does: reads on, is there.
  ConvRead: ["lastReadSeq", "readAt"],
  Agent: ["lastSeenAt", "lastAssignedAt", "isAvailable"],
  // When it ends is said as it begins.
  Session: ["lastSeenAt"],
  ApiKey: ["lastUsedAt"],
  // Each day's first message of a channel, and its faults.
  Integration: ["lastInboundAt", "inboundDays", "lastError", "lastErrorAt", "checkedAt"],
};

/** Tables whose rows change while their page is still being filled: some of it is kept free. */
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
