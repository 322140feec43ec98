/**
 * `npm run chaos -- [--seed N] [--minutes M] [--messages N] [--only NAME]` injects faults into the running product and checks
 * every message. It prints a table of the bars and exits with code 1 if one does not hold. Ctrl-C stops every process.
 *
 * The same seed gives the same plan: the same faults, in the same order, at the same steps of the load. It does not repeat the
 * machine's timing, so a race may need several runs to appear again. To judge a stored history again, use
 * `npm run chaos -- --check FILE`.
 */
import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { checkHistory, describeFindings } from "./check.ts";
import { readHistory } from "./history.ts";
import { reportRolling, runRolling } from "./rolling.ts";
import { runStorm, type Outcome, type RunOptions } from "./run.ts";
import { runSoak } from "./soak.ts";
import { longStorms, ROLLING_LOAD } from "./storms.ts";

const USAGE = "npm run chaos -- [--seed N] [--minutes M] [--messages N] [--only NAME] | --check HISTORY";
const MESSAGES = 10_000;
/** 20 processes: two web processes and two workers per round. */
const ROUNDS = 5;
const SOAK_MINUTES = 30;

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { seed: text, minutes: text, messages: text, only: text, check: text } });
const number = (name: "seed" | "minutes" | "messages", otherwise: number): number => {
  const given = values[name] === undefined ? otherwise : Number(values[name]);
  if (Number.isSafeInteger(given) && given > 0) return given;
  throw new Error(`--${name} must be a whole number above 0\n${USAGE}`);
};

/** The result of a scenario: its violations as text, and its figures. */
type Played = { name: string; complaints: string; figures: string; storm: Outcome | null };
type Scenario = { name: string; about: string; isLong: boolean; play: (options: RunOptions) => Promise<Played> };

function scenarios(messages: number, minutes: number): Scenario[] {
  const storms = longStorms(messages).map((storm): Scenario => ({
    name: storm.name,
    about: storm.about,
    isLong: false,
    play: async (options) => {
      const outcome = await runStorm(storm, options);
      const complaints = describeFindings(outcome.verdict.findings);
      return { name: storm.name, complaints, figures: "", storm: outcome };
    },
  }));
  return [
    ...storms,
    {
      name: "rolling",
      about: "bar 5: every process is replaced again and again, and nobody notices",
      isLong: false,
      play: async (options) => {
        const outcome = await runRolling({ ...options, rounds: ROUNDS, load: ROLLING_LOAD });
        const { complaints, figures } = reportRolling(outcome);
        return { name: "rolling", complaints: complaints.join("\n"), figures: figures.join("\n"), storm: null };
      },
    },
    {
      name: "soak",
      about: "bar 14: even traffic for a long time, and nothing grows (by --only soak)",
      isLong: true,
      play: async (options) => {
        const { complaints, figures } = await runSoak({ ...options, minutes });
        return { name: "soak", complaints: complaints.join("\n"), figures: figures.join("\n"), storm: null };
      },
    },
  ];
}

/** Judges a stored run by the current rules. */
async function judgeAgain(file: string): Promise<boolean> {
  const { findings, figures } = checkHistory(await readHistory(file));
  console.log(JSON.stringify(figures, null, 2));
  console.log(findings.length > 0 ? describeFindings(findings) : "No findings.");
  return findings.length === 0;
}

async function main(): Promise<boolean> {
  if (values.check !== undefined) return judgeAgain(values.check);
  const seed = number("seed", Math.floor(Math.random() * 1_000_000) + 1);
  const minutes = number("minutes", values.only === "soak" ? SOAK_MINUTES : 24 * 60);
  const deadline = Date.now() + minutes * 60_000;
  const known = scenarios(number("messages", MESSAGES), minutes);
  const chosen = known.filter(({ name, isLong }) => (values.only === undefined ? !isLong : name === values.only));
  if (chosen.length === 0) {
    throw new Error(`--only must be one of ${known.map(({ name }) => name).join(", ")}\n${USAGE}`);
  }
  const hasPages = existsSync(resolve(import.meta.dirname, "../.next/BUILD_ID"));
  console.log(`Seed ${seed} (--seed ${seed} repeats the plan; the machine's own timing it does not repeat).`);
  if (!hasPages) console.log("There is no build: the web processes run without pages. `npm start` makes one.");

  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stopped.signal.aborted) process.exit(1);
      console.log("Stopping; once more ends it at once.");
      stopped.abort();
    });
  }
  const { signal } = stopped;
  const played: Played[] = [];
  for (const { name, about, play } of chosen) {
    if (signal.aborted || Date.now() > deadline) break;
    const folder = join(resolve(process.env.DATA_DIR || tmpdir()), `chaos-${seed}-${name}`);
    rmSync(folder, { recursive: true, force: true });
    console.log(`\n${name}: ${about}`);
    const result = await play({ seed, folder, hasPages, bounds: {}, say: console.log, signal });
    if (!signal.aborted) played.push(result);
    if (result.figures) console.log(result.figures);
    if (signal.aborted || result.complaints === "") {
      rmSync(folder, { recursive: true, force: true });
    } else {
      console.log(result.complaints);
      console.log(`  History and logs: ${folder}`);
      rmSync(join(folder, "postgres"), { recursive: true, force: true });
    }
  }
  console.log(`\nSeed ${seed}`);
  for (const { name, complaints } of played) console.log(`${complaints === "" ? "holds " : "FAILS "} ${name}`);
  const storms = played.flatMap(({ storm }) => storm ?? []);
  if (storms.length > 0) console.log(`\n${tableOf(storms)}`);
  return played.length > 0 && played.every(({ complaints }) => complaints === "");
}

const COLUMNS = {
  run: ({ name }) => name,
  findings: ({ verdict }) => verdict.findings.length,
  faults: ({ strikes }) => strikes.struck,
  sent: ({ verdict }) => verdict.figures.messages.outgoing,
  received: ({ verdict }) => verdict.figures.messages.incoming,
  repeated: ({ verdict }) => verdict.figures.provider.repeated,
  "webhook tries": ({ verdict }) => `${verdict.figures.webhooks.attempts} of ${verdict.figures.webhooks.deliveries}`,
  "0 pending": ({ messagesSeconds }) => seconds(messagesSeconds),
  "webhooks through": ({ webhooksSeconds }) => seconds(webhooksSeconds),
  "API back": ({ strikes }) => seconds(most(strikes.recoveries.map((each) => each.seconds))),
  "slowest call": ({ longestCallMs }) => seconds(longestCallMs / 1_000),
  "slowest stop": ({ verdict }) => seconds(verdict.figures.slowestStopSeconds),
} satisfies Record<string, (outcome: Outcome) => string | number>;

function seconds(value: number | null): string {
  return value === null ? "–" : `${value.toFixed(1)} s`;
}

function most(values: number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

function tableOf(outcomes: Outcome[]): string {
  const rows = [
    Object.keys(COLUMNS),
    ...outcomes.map((outcome) => Object.values(COLUMNS).map((cell) => String(cell(outcome)))),
  ];
  const widths = Object.keys(COLUMNS).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")).join("\n");
}

main().then(
  (holds) => process.exit(holds ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
