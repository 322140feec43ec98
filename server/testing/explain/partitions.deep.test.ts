import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inTransaction, pool } from "../../db.ts";
import { emit } from "../../events/emit.ts";
import { logEnd, readLog, type LogPosition } from "../../events/log.ts";
import { pruneEvents } from "../../events/prune-events.ts";
import { fanOutEvents, prepareFanOut } from "../../webhooks/fan-out.ts";
import { createTestWorkspace, testCtx } from "../factories.ts";
import { eventually } from "../receiver.ts";

// The SQL of docs/operating.md, "The event log by days", exactly as written there.
const OPERATING = readFileSync(join(import.meta.dirname, "../../../docs/operating.md"), "utf8");
const PLAN = /\*\*The event log by days\.\*\*[\s\S]*?```sql\n([\s\S]*?)```/.exec(OPERATING)?.[1] ?? "";
/** The position of the partition, this many transactions ahead. */
const AHEAD = 200n;

/** Runs a step on one connection, like an operator who types it. */
async function carryOut(step: string): Promise<void> {
  const connection = await pool().connect();
  try {
    for (const statement of step.replaceAll(/^--.*$/gm, "").split(";")) {
      if (statement.trim()) await connection.query(statement);
    }
  } finally {
    connection.release();
  }
}

const current = async () => {
  const { rows } = await pool().query<{ place: string }>("select pg_current_xact_id()::text as place");
  return BigInt(rows[0]?.place ?? 0);
};

/** Ids of the events after a position, as the live stream reads them. */
async function readFrom(place: LogPosition): Promise<string[]> {
  const { events } = await readLog(place, 1_000);
  return events.map(({ clientId }) => clientId ?? "");
}

test("the event log can be cut into parts by its place as it is: nothing is lost, readers go on, and a part is dropped whole", async () => {
  const { workspaceId } = await createTestWorkspace();
  await prepareFanOut();
  const begin = await logEnd();
  const told: string[] = [];
  const notify = async (count: number) => {
    for (let no = 0; no < count; no += 1) {
      const clientId = crypto.randomUUID();
      told.push(clientId);
      await inTransaction(testCtx(workspaceId), (tx) => emit(tx, { name: "CLIENT_CHANGED", clientId }));
    }
  };
  const all = async (from: number) => {
    await eventually(async () => (await readFrom(begin)).at(-1) === told.at(-1));
    expect(await readFrom(begin)).toEqual(told.slice(from));
  };
  const next = (await current()) + AHEAD;
  const placed = PLAN.replaceAll("5000000", String(next)).replaceAll("6000000", String(next + 1_000_000n));
  const [beside = "", change = "", ahead = "", oldest = ""] = placed.split(/^-- \d\..*$/m).slice(1);

  await notify(20);
  await carryOut(beside);
  await notify(5);
  await carryOut(change);
  await carryOut(ahead.replaceAll("7000000", String(next + 2_000_000n)));
  await notify(5);
  await all(0);
  // How the product's own statements handle it.
  await eventually(async () => (await fanOutEvents(2_000)).isBehind === false);
  expect(await pruneEvents()).toBe(0);

  while ((await current()) <= next);
  const cut = told.length;
  await notify(20);
  await all(0);
  const { rows } = await pool().query<{ part: string; count: number }>(
    `select tableoid::regclass::text as part, count(*)::int as count from "Event" where "workspaceId" = $1 and name = 'CLIENT_CHANGED'
     group by 1 order by 1`,
    [workspaceId],
  );
  expect(rows).toEqual([
    { part: '"Event_2026_11_24"', count: 20 },
    { part: '"Event_first"', count: cut },
  ]);
  const { rows: plans } = await pool().query<{ "QUERY PLAN": unknown[] }>(
    `explain (format json) select id from "Event" e where (e.txid, e.seq) > ('${next}'::xid8, 0) and e.txid >= '${next}'
     order by e.txid, e.seq limit 500`,
  );
  expect(JSON.stringify(plans)).not.toContain("Event_first");

  await carryOut(oldest);
  await all(cut);
});
