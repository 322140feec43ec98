/**
 * `node bench/doors.ts [--only ingest,graphql,status] [--rounds N] [--seconds S] [--assert] [--profile DIR]` compares the
 * server's endpoints with a minimal node:http and `pg` server that does the same durable work, in turns. It creates a separate
 * database and drops it at the end. After each run it checks the rows of every acknowledged request. With `--assert`, a missed
 * goal gives exit code 1. With `--profile`, it writes the web process's CPU profile of each load to DIR. The figures are then
 * less reliable.
 */
import { parseArgs } from "node:util";
import { failWith } from "../server/cli/run.ts";
import { graphqlCells, ingestCells, type Cell } from "./doors/cells.ts";
import type { Seen } from "./doors/load.ts";
import { openProfiler, type Profiler } from "./doors/profile.ts";
import { prove, proveRepetition } from "./doors/proof.ts";
import { allTaken, openDoorsStage, type DoorsStage } from "./doors/stage.ts";
import { measureStatus } from "./doors/status.ts";
import { rowOfRounds, tableOfGoals, type GoalRow, type Round } from "./goals.ts";

const GROUPS = ["ingest", "graphql", "status"];
const ROUNDS = 3;
const SECONDS = 2;
/** Warm-up per load, not measured: the code gets compiled and the database pages get cached. */
const WARM_UP_SECONDS = 1;
/** Concurrent callers that send every sender's first message. */
const SEEDERS = 16;

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: { only: text, rounds: text, seconds: text, assert: { type: "boolean" }, profile: text },
});

function number(name: "rounds" | "seconds", otherwise: number): number {
  const given = values[name] === undefined ? otherwise : Number(values[name]);
  if (Number.isSafeInteger(given) && given > 0) return given;
  throw new Error(`--${name} must be a whole number above 0`);
}

function groups(): Set<string> {
  const given = values.only?.split(",") ?? GROUPS;
  const unknown = given.filter((name) => !GROUPS.includes(name));
  if (unknown.length > 0) throw new Error(`--only knows ${GROUPS.join(", ")}, not ${unknown.join(", ")}`);
  return new Set(given);
}

let runs = 0;

/** Runs a cell once on one side and checks the rows it left. */
async function runCell(stage: DoorsStage, cell: Cell, side: "floor" | "ours", seconds: number): Promise<Seen> {
  const run = `run${(runs += 1)}`;
  const { body, ...of } = cell[side];
  const { connections } = cell;
  const { rows } = await stage.database.query<{ now: Date }>("select now()");
  const since = rows[0]?.now ?? new Date(0);
  const load = { ...of, body: body.replaceAll("RUN", run), run, connections, seconds };
  if (side === "ours" && cell.prepare) {
    await cell.prepare();
    Object.assign(load, { most: of.subjects?.length });
  }
  const seen = allTaken(`${cell.what}, ${side}`, await stage.load.run(load));
  await prove(stage, cell, { side, run, acked: seen.acked, since });
  return seen;
}

async function measureCells(
  stage: DoorsStage,
  cells: Cell[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<GoalRow[]> {
  const taken = cells.map((cell) => ({ cell, seen: Array.of<{ floor: Seen; ours: Seen }>() }));
  for (const { cell } of taken) {
    for (const side of ["floor", "ours"] as const) await runCell(stage, cell, side, WARM_UP_SECONDS);
  }
  await stage.database.query("vacuum analyze");
  for (let round = 0; round < rounds; round += 1) {
    for (const { cell, seen } of taken) {
      const floor = await runCell(stage, cell, "floor", seconds);
      seen.push({ floor, ours: await runCell(stage, cell, "ours", seconds) });
    }
  }
  return taken.flatMap(({ cell, seen }) => cell.judged.map((judged) => rowOf(cell, judged, seen)));
}

function rowOf(cell: Cell, judged: Cell["judged"][number], seen: { floor: Seen; ours: Seen }[]): GoalRow {
  const { goal, of, bound } = judged;
  const valueOf = (one: Seen) => (of === "perSecond" ? one.acked / one.seconds : one[of]);
  const [unit, wants] = of === "perSecond" ? (["/s", "more"] as const) : (["ms", "less"] as const);
  const rounds: Round[] = seen.map(({ floor, ours }) => ({ floor: valueOf(floor), ours: valueOf(ours) }));
  const what = of === "perSecond" ? cell.what : `${cell.what}, ${of}`;
  return rowOfRounds({ goal, what, unit, wants, bound }, rounds);
}

/** Sends a first message from every sender to both sides, so that the measured messages are never the first. */
async function letAllWrite({ load, senders }: DoorsStage, [first]: Cell[]): Promise<void> {
  for (const side of ["floor", "ours"] as const) {
    if (!first) continue;
    const { body, ...of } = first[side];
    const bodies = senders.map((sender, n) => body.replaceAll("{{0}}", sender).replaceAll("RUN-{{n}}", `first-${n}`));
    const seen = await load.runPaced({ ...of, bodies, connections: SEEDERS, perSecond: senders.length });
    allTaken(`first messages, ${side}`, seen);
  }
}

/** The senders' conversations, ours and the floor's. Each sender has one by then. */
async function convsOf({
  database,
  workspaceId,
  custom,
}: DoorsStage): Promise<{ ours: string[][]; floor: string[][] }> {
  const ours = await database.query<{ sender: string; id: string }>(
    `select i."externalId" as sender, c.id from "ClientIdentity" i join "Conversation" c on c."workspaceId" = $1
       and c."clientId" = i."clientId" and not c.ended where i."workspaceId" = $1 and c."integrationId" = $2
       and i."externalId" like 'sender-%'`,
    [workspaceId, custom.id],
  );
  const floor = await database.query<{ sender: string; id: string }>(
    `select k.external_id as sender, c.id from floor.contact k join floor.conv c on c.contact_id = k.id
     where k.workspace_id = $1 and k.external_id like 'sender-%'`,
    [workspaceId],
  );
  const words = ({ rows }: typeof ours) => rows.map(({ sender, id }) => [sender, id]);
  return { ours: words(ours), floor: words(floor) };
}

async function measure(stage: DoorsStage, only: Set<string>, rounds: number, seconds: number): Promise<GoalRow[]> {
  const ingest = ingestCells(stage);
  await letAllWrite(stage, ingest);
  const cells = [
    ...(only.has("ingest") ? ingest : []),
    ...(only.has("graphql") ? graphqlCells(stage, await convsOf(stage)) : []),
  ];
  if (values.profile !== undefined) {
    const profiler = await openProfiler(stage.web.pid, values.profile, (line) => console.log(line));
    await profileCells(stage, cells, profiler, seconds);
    profiler.stop();
  }
  const rows = await measureCells(stage, cells, { rounds, seconds });
  await proveRepetition(stage);
  return [...rows, ...(only.has("status") ? await measureStatus(stage, rounds, seconds) : [])];
}

async function profileCells(stage: DoorsStage, cells: Cell[], profiler: Profiler, seconds: number): Promise<void> {
  for (const cell of cells) {
    await runCell(stage, cell, "ours", WARM_UP_SECONDS);
    await profiler.of(cell.what, () => runCell(stage, cell, "ours", seconds));
  }
}

async function main(): Promise<void> {
  const [rounds, seconds, only] = [number("rounds", ROUNDS), number("seconds", SECONDS), groups()];
  const stage = await openDoorsStage();
  try {
    const rows = await measure(stage, only, rounds, seconds);
    console.log(`\n${rounds} rounds of ${seconds} s, floor and ours in turns\n\n${tableOfGoals(rows)}`);
    if (values.assert && rows.some(({ isKept }) => isKept === false)) process.exitCode = 1;
  } finally {
    await stage.stop();
  }
}

await main().catch(failWith);
