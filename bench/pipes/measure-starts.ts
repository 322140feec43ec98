import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { rowOfFigure, type GoalRow } from "../goals.ts";
import { median } from "../figures.ts";
import { processorSecondsBelow } from "../processor-time.ts";
import { freePort } from "../../server/cli/embedded-postgres.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const START = "server/cli/start.ts";
const STARTS = 3;
/** The first start may have to build the app. */
const WITHIN_MS = 600_000;
const LOOK_MS = 20;

/** `npm start` on a folder of its own: the first makes database, demo and, where there is none, the build; the goal is about the others. */
export async function measureStarts(): Promise<GoalRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "omnichannel-start-"));
  try {
    const first = await startOnce(dataDir);
    const others: Start[] = [];
    for (let start = 0; start < STARTS; start += 1) others.push(await startOnce(dataDir));
    const question = { goal: null, unit: "s", wants: "less" as const };
    return [
      rowOfFigure(
        {
          ...question,
          what: "second start to /readyz",
          bound: { must: 4, moonshot: 4 },
          note:
            `${STARTS} starts: ${others.map(({ seconds }) => seconds.toFixed(2)).join(", ")} s, of a processor ` +
            `${others.map(({ processor }) => processor.toFixed(2)).join(", ")} s; the first, with database and demo, ${first.seconds.toFixed(1)} s`,
        },
        median(others.map(({ seconds }) => seconds)),
      ),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Until the first yes of /readyz: seconds, and what all its processes had of the processors, which also tells on a busy machine. */
type Start = { seconds: number; processor: number };

/** From the command to the first yes of /readyz; then it is stopped as Ctrl-C would. */
async function startOnce(dataDir: string): Promise<Start> {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", START], {
    cwd: ROOT,
    // A trial, as whoever tries the product out starts it.
    env: { NODE_ENV: "development", PATH, HOME, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  let isGone = false;
  void ended.then(() => (isGone = true));
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      if (answer?.ok)
        return { seconds: (performance.now() - began) / 1_000, processor: processorSecondsBelow(child.pid ?? 0) };
      if (isGone) throw new Error("npm start ended before it was ready");
      if (performance.now() - began > WITHIN_MS) throw new Error("npm start was not ready in time");
      await pause(LOOK_MS);
    }
  } finally {
    child.kill("SIGINT");
    await ended;
  }
}
