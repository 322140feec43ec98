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

/**
 * `npm start` on an empty folder. The first start creates the database, the demo and, if missing, the build. The goal is about
 * the later starts.
 */
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

/**
 * Until /readyz first succeeds: seconds, and the processor time of all its processes, which is reliable on a busy machine too.
 */
type Start = { seconds: number; processor: number };

/** From the command until /readyz first succeeds. Then it is stopped like with Ctrl-C. */
async function startOnce(dataDir: string): Promise<Start> {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", START], {
    cwd: ROOT,
    // As a new user starts a trial.
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
