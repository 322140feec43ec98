/**
 * `node bench/start.ts [--only starts,processes,memory] [--minutes N] [--seconds S] [--assert]` measures how long a second start
 * takes, the memory of web and worker under a steady load, and what a second web process and a second worker on the same
 * database add. It needs a build of the app. With `--assert`, a missed goal gives exit code 1.
 */
import { parseArgs } from "node:util";
import { failWith } from "../server/cli/run.ts";
import { tableOfGoals, type GoalRow } from "./goals.ts";

const MINUTES = 2;
const SECONDS = 5;

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { only: text, minutes: text, seconds: text, assert: { type: "boolean" } } });

function above0(name: "minutes" | "seconds", otherwise: number): number {
  const given = values[name] === undefined ? otherwise : Number(values[name]);
  if (given > 0) return given;
  throw new Error(`--${name} must be a number above 0`);
}

async function main(): Promise<void> {
  const [minutes, seconds] = [above0("minutes", MINUTES), above0("seconds", SECONDS)];
  const { openPipesDatabase } = await import("./pipes/stage.ts");
  const { measureMemory } = await import("./pipes/measure-memory.ts");
  const { measureProcesses } = await import("./pipes/measure-processes.ts");
  const { measureStarts } = await import("./pipes/measure-starts.ts");
  type Database = Awaited<ReturnType<typeof openPipesDatabase>>;
  const parts: Record<string, (database: Database) => Promise<GoalRow[]>> = {
    starts: () => measureStarts(),
    processes: (database) => measureProcesses(database, seconds),
    memory: (database) => measureMemory(database, minutes),
  };
  const wanted = values.only?.split(",") ?? Object.keys(parts);
  const unknown = wanted.find((name) => !(name in parts));
  if (unknown !== undefined) throw new Error(`--only: "${unknown}" is none of ${Object.keys(parts).join(", ")}`);
  const database = await openPipesDatabase();
  const rows: GoalRow[] = [];
  try {
    for (const name of wanted) {
      const part = (await parts[name]?.(database)) ?? [];
      rows.push(...part);
      console.log(`\n${name}\n\n${tableOfGoals(part)}`);
    }
  } finally {
    await database.stop();
  }
  if (values.assert && rows.some(({ isKept }) => isKept === false)) process.exitCode = 1;
}

await main().catch(failWith);
