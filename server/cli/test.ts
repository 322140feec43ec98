/**
 * `npm test`: everything that has to hold, two steps at a time where that is quicker, each with its time. The last line is
 * `N passed, N failed`: the tests of Vitest and Playwright, and one failure for each other step that does not hold.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { ensureBuild } from "./build.ts";
import { ensureWebchat } from "./build-webchat.ts";
import { explain } from "./run.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BIN = join(ROOT, "node_modules/.bin");
const scratch = mkdtempSync(join(tmpdir(), "omnichannel-run-"));
const vitestReport = join(scratch, "vitest.json");
const faultsReport = join(scratch, "faults.json");
const aloneReport = join(scratch, "alone.json");
const playwrightReport = join(scratch, "playwright.json");

type Counts = { passed: number; failed: number };

const vitestCounts = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightCounts = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

const running = new Set<ChildProcess>();
const stopped = new AbortController();
const total: Counts = { passed: 0, failed: 0 };

/** Runs a program; its output is shown when it fails, or as it comes (`live`). */
async function program(
  command: string,
  args: string[],
  options: { live?: boolean; env?: Record<string, string> } = {},
): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: "--disable-warning=ExperimentalWarning", ...options.env };
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    stdio: ["ignore", options.live ? "inherit" : "pipe", options.live ? "inherit" : "pipe"],
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done, refuse) => {
    child.once("error", refuse);
    child.once("close", done);
  });
  running.delete(child);
  if (code !== 0) throw new Error(output || `${command} ended with code ${code ?? "none"}`);
}

const tool = (name: string, ...args: string[]) => program(join(BIN, name), args);

/** One step with its time. A step that fails does not keep the others from telling what they know. */
async function step(name: string, work: () => Promise<void>, count?: () => Counts): Promise<boolean> {
  if (stopped.signal.aborted) return false;
  const startedAt = performance.now();
  let failure: unknown;
  await work().catch((error: unknown) => (failure = error ?? new Error("failed")));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const counts = count?.() ?? { passed: 0, failed: 0 };
  total.passed += counts.passed;
  total.failed += counts.failed > 0 ? counts.failed : failure === undefined ? 0 : 1;
  console.log(`${failure === undefined ? "ok    " : "FAILED"} ${name.padEnd(12)} ${seconds.padStart(6)} s`);
  if (failure !== undefined) console.log(explain(failure));
  return failure === undefined;
}

function report<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

function countVitest(file: string): Counts {
  const read = report(file, vitestCounts);
  return { passed: read?.numPassedTests ?? 0, failed: read?.numFailedTests ?? 0 };
}

function countPlaywright(): Counts {
  const stats = report(playwrightReport, playwrightCounts)?.stats;
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 };
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const gen = () => program(process.execPath, ["server/cli/gen.ts", "--check"]);
  const vitest = (name: string, config: string, file: string) =>
    step(
      name,
      () =>
        program(
          join(BIN, "vitest"),
          [
            ...["run", "--config", config, "--reporter=dot", "--reporter=./server/testing/flaky-reporter.ts"],
            ...["--reporter=json", `--outputFile.json=${file}`],
          ],
          { live: true },
        ),
      () => countVitest(file),
    );
  const browser = ["test", "--config", "e2e/playwright.config.ts"];
  const build = async () => void (await Promise.all([ensureBuild(stopped.signal), ensureWebchat()]));
  let isBuilt = false;

  // First: the others read what it makes.
  await step("generated", gen);
  // The linter keeps one processor busy for as long as the others need together on the second.
  await Promise.all([
    step("lint", () => tool("eslint", ".", "--max-warnings", "0")),
    (async () => {
      await step("format", () => tool("prettier", "--check", "--log-level", "warn", "."));
      await step("types", () => tool("tsc", "--noEmit"));
      await step("walls", () =>
        tool(
          "depcruise",
          "--config",
          ".dependency-cruiser.cjs",
          "app",
          "components",
          "server",
          "prisma",
          "simulator",
          "e2e",
          "chaos",
          "webchat",
          "bench",
        ),
      );
      await step("unused", () => tool("knip"));
      isBuilt = await step("build", build);
    })(),
  ]);
  await vitest("vitest", "vitest.config.ts", vitestReport);
  await vitest("faults", "vitest.faults.config.ts", faultsReport);
  // Alone: tests that measure time do not share the processors.
  await vitest("alone", "vitest.alone.config.ts", aloneReport);
  if (isBuilt) {
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
    await step("playwright", () => program(join(BIN, "playwright"), browser, { live: true, env }), countPlaywright);
  }
  console.log(`\nIn ${((performance.now() - startedAt) / 1_000).toFixed(0)} s.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopped.abort();
    for (const child of running) child.kill(signal);
  });
}
await main().finally(() => rmSync(scratch, { recursive: true, force: true }));
if (total.failed > 0 || stopped.signal.aborted) process.exitCode = 1;
