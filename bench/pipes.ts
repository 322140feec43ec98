/**
 * `node bench/pipes.ts [--only jobs,webhooks,neighbours,stream,broadcasts,outbound] [--rounds N] [--seconds S] [--size N]
 * [--profile DIR] [--assert]` measures the worker and the live stream through the product's own endpoints and processes. Each
 * figure and its floor come from the same minute. Everything sent must arrive exactly once. With `--assert`, a missed goal gives
 * exit code 1.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { failWith } from "../server/cli/run.ts";
import { tableOfGoals, type GoalRow } from "./goals.ts";

const ROUNDS = 3;
const SECONDS = 5;
const SIZE = 2_000;

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: { only: text, rounds: text, seconds: text, size: text, profile: text, assert: { type: "boolean" } },
});

function whole(name: "rounds" | "seconds" | "size", otherwise: number): number {
  const given = values[name] === undefined ? otherwise : Number(values[name]);
  if (Number.isSafeInteger(given) && given > 0) return given;
  throw new Error(`--${name} must be a whole number above 0`);
}

async function main(): Promise<void> {
  const [rounds, seconds, size] = [whole("rounds", ROUNDS), whole("seconds", SECONDS), whole("size", SIZE)];
  const { openPipes, openPipesDatabase } = await import("./pipes/stage.ts");
  const { measureBadNeighbours, measureWebhooks } = await import("./pipes/measure-webhooks.ts");
  const { measureJobs } = await import("./pipes/measure-jobs.ts");
  const { measureStream } = await import("./pipes/measure-stream.ts");
  const { measureBroadcasts } = await import("./pipes/measure-broadcasts.ts");
  const { measureOutbound } = await import("./pipes/measure-outbound.ts");
  type Stage = Awaited<ReturnType<typeof openPipes>>;
  const parts: Record<string, (stage: Stage) => Promise<GoalRow[]>> = {
    jobs: (stage) => measureJobs(stage, rounds),
    outbound: (stage) => measureOutbound(stage, rounds),
    webhooks: (stage) => measureWebhooks(stage, rounds, seconds),
    neighbours: (stage) => measureBadNeighbours(stage, rounds, seconds),
    stream: (stage) => measureStream(stage, rounds, seconds),
    broadcasts: (stage) => measureBroadcasts(stage, size),
  };
  const wanted = values.only?.split(",") ?? Object.keys(parts);
  const unknown = wanted.find((name) => !(name in parts));
  if (unknown !== undefined) throw new Error(`--only: "${unknown}" is none of ${Object.keys(parts).join(", ")}`);
  const rows: GoalRow[] = [];
  const database = await openPipesDatabase();
  try {
    for (const name of wanted) {
      // Each measure gets its own processes, so that leftover memory and queues do not affect the next one.
      const stage = await openPipes(
        database,
        values.profile === undefined ? {} : { profileDir: join(values.profile, name) },
      );
      try {
        const part = (await parts[name]?.(stage)) ?? [];
        rows.push(...part);
        console.log(`\n${name}\n\n${tableOfGoals(part)}`);
      } finally {
        await stage.stop();
      }
    }
  } finally {
    await database.stop();
  }
  console.log(`\n${rounds} rounds of ${seconds} s\n\n${tableOfGoals(rows)}`);
  if (values.assert && rows.some(({ isKept }) => isKept === false)) process.exitCode = 1;
}

await main().catch(failWith);
