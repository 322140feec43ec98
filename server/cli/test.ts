/**
 * `npm test`: the checks that must pass before a change is sent. `-- --deep` runs the rest (`npm run test:deep`), `-- --all`
 * both, as CI does, `-- --check` only what needs no test (`npm run check`), and `-- server/tags` the tests of one room and of
 * what imports it.
 * It prints each step with its seconds. The last line is `N passed, N failed`: the tests, plus one failure for each other step
 * that fails.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, globSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, dirname, sep } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { ensureBuild } from "./build.ts";
import { ensureWebchat } from "./build-webchat.ts";
import { explain } from "./run.ts";

const TESTS = "{app,components,server,prisma,simulator,chaos,bench,webchat}/**/*.test.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BIN = join(ROOT, "node_modules/.bin");
const MEMORY_FOLDER = "/dev/shm";
const ENOUGH_BYTES = 8 * 2 ** 30;
/** The run's output, and the temporary folder of all processes it starts. */
const scratch = mkdtempSync(join(memoryFolder() ?? tmpdir(), "omnichannel-run-"));
/** flaky-reporter.ts writes this file. */
const flakyFile = join(scratch, "flaky.txt");
/** The folders that the dependency rules ("walls") check: all of our code. */
const CODE = ["app", "components", "server", "prisma", "simulator", "e2e", "chaos", "webchat", "bench"];
/** The projects of vitest.config.ts that `npm test` runs. */
const FAST = ["server", "own-process", "screens"];

type Counts = { passed: number; failed: number };

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  /** By file: the start of its first test and the end of its last one, in milliseconds. */
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

const MOST_SLOW_FILES = 10;
const slowFiles: { name: string; seconds: number }[] = [];

/** A folder in memory, if the machine has enough. A run creates and drops hundreds of databases, which is slow on a disk. */
function memoryFolder(): string | undefined {
  if (!existsSync(MEMORY_FOLDER)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES ? MEMORY_FOLDER : undefined;
}

const running = new Set<ChildProcess>();
const stopped = new AbortController();
const total: Counts = { passed: 0, failed: 0 };

/** Runs a program. Its output is shown if it fails, or at once (`live`). */
async function program(
  command: string,
  args: string[],
  options: { live?: boolean; env?: Record<string, string> } = {},
): Promise<void> {
  const env = {
    ...process.env,
    TMPDIR: scratch,
    NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
    ...options.env,
  };
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
const node = (...args: string[]) => program(process.execPath, args);

/** Runs one step and prints its seconds. A failed step does not stop the others. */
async function step(name: string, work: () => Promise<void>, count?: () => Counts): Promise<boolean> {
  if (stopped.signal.aborted) return false;
  const startedAt = performance.now();
  let failure: unknown;
  await work().catch((error: unknown) => (failure = error ?? new Error("failed")));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const counts = count?.() ?? { passed: 0, failed: 0 };
  total.passed += counts.passed;
  total.failed += counts.failed > 0 ? counts.failed : failure === undefined ? 0 : 1;
  const passed = counts.passed > 0 ? `  ${counts.passed} passed` : "";
  console.log(`${failure === undefined ? "ok    " : "FAILED"} ${name.padEnd(12)} ${seconds.padStart(6)} s${passed}`);
  if (failure !== undefined) console.log(explain(failure));
  return failure === undefined;
}

function report<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

/** Runs Vitest on some projects of vitest.config.ts, or on some of their files. */
function vitest(name: string, projects: string[], files: string[] = []): Promise<boolean> {
  const file = join(scratch, `${name}.json`);
  const reporters = ["dot", "./server/testing/flaky-reporter.ts", "json"].map((reporter) => `--reporter=${reporter}`);
  const args = ["run", ...files, ...projects.map((project) => `--project=${project}`), ...reporters];
  return step(
    name,
    () =>
      program(join(BIN, "vitest"), [...args, `--outputFile.json=${file}`], {
        live: true,
        env: { FLAKY_FILE: flakyFile },
      }),
    () => {
      const read = report(file, vitestReport);
      for (const { name: path, startTime, endTime } of read?.testResults ?? [])
        slowFiles.push({ name: relative(ROOT, path), seconds: (endTime - startTime) / 1_000 });
      return { passed: read?.numPassedTests ?? 0, failed: read?.numFailedTests ?? 0 };
    },
  );
}

/** Runs Playwright on some projects of e2e/playwright.config.ts, against the built product. */
function playwright(name: string, ...projects: string[]): Promise<boolean> {
  const file = join(scratch, `${name}.json`);
  const args = ["test", "--config=e2e/playwright.config.ts", ...projects.map((project) => `--project=${project}`)];
  return step(
    name,
    () =>
      program(join(BIN, "playwright"), args, {
        live: true,
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, FLAKY_FILE: flakyFile },
      }),
    () => {
      const stats = report(file, playwrightReport)?.stats;
      return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 };
    },
  );
}

/** Checks types, lint, format, walls and unused code. */
async function check(): Promise<void> {
  // First, because the other steps read the generated files.
  await step("generated", () => node("server/cli/gen.ts", "--check"));
  await step("format", () => tool("oxfmt", "--check", "."));
  await step("lint, types", () => tool("oxlint", "--deny-warnings"));
  await Promise.all([
    step("walls", () => tool("depcruise", "--config", ".config/dependency-cruiser.cjs", ...CODE)),
    step("unused", () => tool("knip", "--config", ".config/knip.json")),
  ]);
}

let isBuilt: Promise<boolean> | undefined;
/** Prepares what the browser tests need: a browser, and the product as shipped. */
function build(): Promise<boolean> {
  isBuilt ??= (async () => {
    const hasBrowser = await step("chromium", () => node("e2e/chromium.ts"));
    const hasBuild = await step(
      "build",
      async () => void (await Promise.all([ensureBuild(stopped.signal), ensureWebchat()])),
    );
    return hasBrowser && hasBuild;
  })();
  return isBuilt;
}

async function fast(): Promise<void> {
  await check();
  await build();
  await vitest("tests", FAST);
  if (await build()) await playwright("browser", "journeys", "production");
}

async function deep(): Promise<void> {
  await build();
  await step("programs", () => node("server/testing/debian.ts"));
  await vitest("deep", ["deep"]);
  // Alone, because tests that measure time must not share the processors.
  await vitest("alone", ["alone"]);
  if (await build()) await playwright("portal", "rest");
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const { values, positionals } = parseArgs({
    options: { deep: { type: "boolean" }, all: { type: "boolean" }, check: { type: "boolean" } },
    allowPositionals: true,
  });
  if (positionals.length > 0) await vitest("tests", FAST, testsOf(positionals));
  else if (values.check) await check();
  else {
    if (!values.deep) await fast();
    if (values.deep || values.all) await deep();
  }
  const flaky = existsSync(flakyFile) ? readFileSync(flakyFile, "utf8").trim().split("\n") : [];
  console.log(`\nPassed only when run again: ${flaky.length}`);
  for (const name of flaky) console.log(`  ${name}`);
  console.log("\nSlowest test files:");
  for (const { name, seconds } of slowFiles.toSorted((a, b) => b.seconds - a.seconds).slice(0, MOST_SLOW_FILES))
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
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

/**
 * The tests of files or folders (relative to the project): those inside them, and those that import from them directly. Deep
 * tests are left out. Paths are relative to the project.
 * @throws a sentence if a path does not exist or has no tests.
 */
function testsOf(paths: string[]): string[] {
  const roots = paths.map((path) => resolve(ROOT, path));
  for (const root of roots) if (!existsSync(root)) throw new Error(`${root} does not exist.`);
  const isIn = (file: string) => roots.some((root) => file === root || file.startsWith(root + sep));
  const tests = globSync(TESTS, { cwd: ROOT, exclude: ["**/*.{deep,alone}.test.ts"] }).filter((test) => {
    const file = join(ROOT, test);
    return isIn(file) || importsOf(file).some(isIn);
  });
  if (tests.length === 0) throw new Error(`No test belongs to ${paths.join(", ")}.`);
  return tests;
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)].map(([, specifier = ""]) =>
    resolve(dirname(file), specifier),
  );
}
