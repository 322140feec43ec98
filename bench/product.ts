import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { freePort } from "../server/cli/embedded-postgres.ts";
import { WEB_FLAGS } from "../server/cli/web-flags.ts";
import { WORKER_FLAGS } from "../server/cli/worker-flags.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** `doors` is the web process without Next's pages: the same endpoints, no build needed. */
const ENTRIES = { web: "server/cli/web.ts", doors: "server/testing/serve-doors.ts", worker: "server/cli/worker.ts" };
const START_MS = 60_000;

export type ProductKind = keyof typeof ENTRIES;

/** A process of the product under measurement. */
export type Product = {
  pid: number;
  /** Its address. Empty for a worker. */
  address: string;
  /** Time from its start until it serves, in milliseconds. */
  startMs: number;
  /** Resident memory, in MB. */
  rssMb: () => number;
  /** Sends SIGTERM and resolves when the process is gone. */
  stop: () => Promise<void>;
};

/** The settings of every process that a benchmark starts. `more` takes precedence. */
export function productEnv(databaseUrl: string, dataDir: string, more: Record<string, string> = {}) {
  const { PATH, HOME, NEXTAUTH_SECRET, ENCRYPTION_KEY } = process.env;
  return {
    NODE_ENV: "production" as const,
    ...{ PATH, HOME, NEXTAUTH_SECRET, ENCRYPTION_KEY },
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    UV_THREADPOOL_SIZE: "64",
    MALLOC_ARENA_MAX: "2",
    API_RATE_LIMIT: "0",
    API_COST_RATE: "0",
    LOG_LEVEL: "warn",
    OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
    DRAIN_SECONDS: "0",
    ...more,
  };
}

const saysPort = z.object({ port: z.number() });

/**
 * Starts a process of the product with Node's own flags for it. Resolves when it serves.
 * @param profileDir folder for a CPU profile, written when the process ends. Omitted: no profile.
 */
export async function startProduct(
  kind: ProductKind,
  env: ReturnType<typeof productEnv>,
  profileDir?: string,
): Promise<Product> {
  const began = performance.now();
  const port = await freePort();
  const profile = profileDir
    ? ["--cpu-prof", `--cpu-prof-dir=${profileDir}`, `--cpu-prof-name=${kind}.cpuprofile`]
    : [];
  const child = fork(resolve(ROOT, ENTRIES[kind]), {
    cwd: ROOT,
    // Its connections have this name in the database.
    env: { ...env, PORT: String(port), APP_URL: `http://localhost:${port}`, PGAPPNAME: kind },
    // Through this channel it stops when this process ends for any reason.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning", ...(kind === "worker" ? WORKER_FLAGS : WEB_FLAGS), ...profile],
  });
  const said = saysPort.safeParse(await firstWord(child, `The ${kind} process`));
  const startMs = performance.now() - began;
  const pid = child.pid ?? 0;
  return {
    pid,
    address: kind === "worker" ? "" : `http://127.0.0.1:${said.data?.port ?? port}`,
    startMs,
    rssMb: () => rssMbOf(pid),
    stop: () => gone(child),
  };
}

/** The next message of a child. Throws if the child ends first or stays silent. */
export function firstWord(child: ChildProcess, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      child.off("exit", onExit);
      child.off("message", onMessage);
    };
    const onExit = () => {
      done();
      reject(new Error(`${name} ended before it answered`));
    };
    const onMessage = (word: unknown) => {
      done();
      resolve(word);
    };
    const timer = setTimeout(() => {
      done();
      reject(new Error(`${name} said nothing for ${START_MS / 1_000} s`));
    }, START_MS);
    child.on("exit", onExit);
    child.on("message", onMessage);
  });
}

/** Ends a child and waits for it. */
export function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once("exit", () => done());
    child.kill("SIGTERM");
  });
}

/** The resident memory of a process of this machine, in MB. */
export function rssMbOf(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb ?? Number.NaN) / 1_024;
}
