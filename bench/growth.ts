/**
 * `node bench/growth.ts [--events N] [--seconds S]` measures retention and the plan of docs/operating.md, "The event log by
 * days", on the workspace that `bench/fill.ts` filled. It also measures how much concurrent writes slow down. It works on a copy
 * of that database and drops it, so it needs the same disk space again. First it creates 40 days of events in the copy.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { failWith } from "../server/cli/run.ts";
import { openBenchDatabase } from "./bench-database.ts";
import { percentile } from "./figures.ts";
import { rowOfFigure, tableOfGoals, type GoalRow } from "./goals.ts";

const EVENTS = 1_000_000;
const SECONDS = 20;
const DAYS = 40;
/** Ended conversations older than this are deleted, for `--seconds`. */
const KEEP_CONVS_DAYS = 180;
/** The interval of the concurrent event writes. */
const WRITE_EVERY_MS = 10;
/** Transactions from the cut of the log to the start of its second part. */
const AHEAD = 3_000;

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { events: text, seconds: text } });

function above0(name: keyof typeof values, otherwise: number): number {
  const given = values[name] === undefined ? otherwise : Number(values[name]);
  if (given > 0) return given;
  throw new Error(`--${name} must be a number above 0`);
}

/** The statements of docs/operating.md, by step: built online, the switch, the next part, the oldest part. */
function planOf(next: bigint): [string[], string[], string[], string[]] {
  const operating = readFileSync(resolve(import.meta.dirname, "../docs/operating.md"), "utf8");
  const sql = /\*\*The event log by days\.\*\*[\s\S]*?```sql\n([\s\S]*?)```/.exec(operating)?.[1] ?? "";
  const steps = sql
    .replaceAll("5000000", String(next))
    .split(/^-- \d\..*$/m)
    .slice(1)
    .map((step) =>
      step
        .replaceAll(/^--.*$/gm, "")
        .split(";")
        .map((statement) => statement.trim())
        .filter(Boolean),
    );
  const [beside = [], change = [], ahead = [], oldest = []] = steps;
  if (oldest.length === 0) throw new Error("docs/operating.md holds no plan for the event log");
  return [beside, change, ahead, oldest];
}

/** One event per message, over as many days, oldest first. */
async function makeEvents(client: pg.Client, events: number): Promise<void> {
  await client.query(
    `with numbered as (select m.*, row_number() over () as no from "Message" m limit $1)
     insert into "Event" ("workspaceId", id, name, payload, "convId", "clientId", "messageId", txid, "createdAt")
     select "workspaceId", gen_random_uuid(), case when "isAgent" then 'OUTGOING_MESSAGE' else 'INCOMING_MESSAGE' end,
       json_build_object('event', 'INCOMING_MESSAGE', 'workspaceId', "workspaceId", 'type', type, 'content', content, 'messageId', id,
         'integrationId', "integrationId", 'isAgent', "isAgent", 'conversationId', "convId", 'clientId', "clientId", 'createdAt', "createdAt"),
       "convId", "clientId", id, (3 + no * $2 / $1)::text::xid8, now() - make_interval(days => ($2 - no * $2 / $1)::int)
     from numbered`,
    [events, DAYS],
  );
  await client.query(`insert into "EventCursor" (reader, txid, seq) values ('webhooks', pg_current_xact_id(), 0)
    on conflict (reader) do update set txid = excluded.txid, seq = 0`);
  await client.query(`vacuum analyze "Event"`);
}

/** Runs `work` while an event is written every few milliseconds. Returns its duration and the duration of each write. */
async function beside<T>(writer: pg.Client, workspaceId: number, work: () => Promise<T>) {
  const waits: number[] = [];
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      const began = performance.now();
      await writer.query({
        name: "event",
        text: `insert into "Event" ("workspaceId", id, name, payload) values ($1, gen_random_uuid(), 'CLIENT_UPDATED', '{}')`,
        values: [workspaceId],
      });
      waits.push(performance.now() - began);
      await new Promise((wait) => setTimeout(wait, WRITE_EVERY_MS));
    }
  })();
  const began = performance.now();
  const result = await work().finally(() => (isOver = true));
  const seconds = (performance.now() - began) / 1_000;
  await writing;
  return { result, seconds, waits };
}

const rowOf = (what: string, unit: string, seen: number, { seconds, waits }: { seconds: number; waits: number[] }) =>
  rowOfFigure(
    {
      ...{ goal: null, what, unit, wants: "less", bound: null },
      note:
        `${seconds.toFixed(1)} s; a write beside it p50 ${percentile(waits, 0.5).toFixed(1)}, ` +
        `p99 ${percentile(waits, 0.99).toFixed(1)}, most ${Math.max(...waits).toFixed(1)} ms (n ${waits.length})`,
    },
    seen,
  );

async function megabytes(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ mb: number }>(
    `select pg_total_relation_size($1::regclass)::float8 / 1e6 as mb`,
    [table],
  );
  return rows[0]?.mb ?? 0;
}

async function drill(url: string, events: number, seconds: number): Promise<GoalRow[]> {
  const { pruneEvents } = await import("../server/events/prune-events.ts");
  const { pruneConvs } = await import("../server/assistants/turns/prune-convs.ts");
  const [client, writer] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([client.connect(), writer.connect()]);
  try {
    const { rows: workspaces } = await client.query<{ id: number }>(`select min(id)::int as id from "Workspace"`);
    const run = <T>(work: () => Promise<T>) => beside(writer, workspaces[0]?.id ?? 0, work);
    const runAll = (statements: string[]) =>
      run(async () => {
        for (const statement of statements) await client.query(statement);
      });
    const made = performance.now();
    await makeEvents(client, events);
    console.log(`${events} events in ${((performance.now() - made) / 1_000).toFixed(0)} s`);
    const rows: GoalRow[] = [];
    const nothing = await run(() => new Promise((wait) => setTimeout(wait, 5_000)));
    rows.push(rowOf("nothing", "", 0, nothing));
    rows.push(rowOf("the log with its indexes", "MB", await megabytes(client, '"Event"'), nothing));

    const pruned = await run(pruneEvents);
    if (pruned.result === 0) throw new Error("none of the old events were deleted");
    rows.push(rowOf("events deleted, in batches of 5,000", "a second", pruned.result / pruned.seconds, pruned));
    const convs = await run(() => pruneConvs(KEEP_CONVS_DAYS, seconds * 1_000));
    rows.push(rowOf("ended conversations deleted, in batches of 100", "a second", convs.result / convs.seconds, convs));

    const { rows: places } = await client.query<{ place: string }>("select pg_current_xact_id()::text as place");
    const next = BigInt(places[0]?.place ?? 0) + BigInt(AHEAD);
    const [first, change, ahead, oldest] = planOf(next);
    const index = await runAll(first.slice(0, 1));
    rows.push(rowOf("the log's new key, made beside the service", "s", index.seconds, index));
    const checked = await runAll(first.slice(1));
    rows.push(rowOf("its bound, checked beside the service", "s", checked.seconds, checked));
    const changed = await runAll(change);
    rows.push(rowOf("the switch", "ms", changed.seconds * 1_000, changed));
    const added = await runAll(ahead);
    rows.push(rowOf("a part more", "ms", added.seconds * 1_000, added));

    // The log must reach its second part before the first can be dropped.
    for (let no = 0; no <= AHEAD; no += 1) await client.query("select pg_current_xact_id()");
    const mb = await megabytes(client, '"Event_first"');
    const dropped = await runAll(oldest);
    rows.push(rowOf(`a part of ${Math.round(mb)} MB dropped`, "ms", dropped.seconds * 1_000, dropped));
    const { rows: left } = await client.query<{ count: number }>(`select count(*)::int as count from "Event"`);
    if ((left[0]?.count ?? 0) === 0) throw new Error("what was written after the cut is not in the log");
    return rows;
  } finally {
    await Promise.all([client.end(), writer.end()]);
  }
}

async function main(): Promise<void> {
  const [events, seconds] = [Math.round(above0("events", EVENTS)), above0("seconds", SECONDS)];
  // Before anything reads the settings: the deletion must never reach the original.
  const copy = await openBenchDatabase("bench_growth", true);
  const { disconnect } = await import("../server/db.ts");
  try {
    console.log(tableOfGoals(await drill(copy.url, events, seconds)));
  } finally {
    await disconnect();
    await copy.stop();
  }
}

await main().catch(failWith);
