import { fork, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Recorder } from "./history.ts";
import { freePort } from "../server/cli/embedded-postgres.ts";

const SERVER = resolve(import.meta.dirname, "../server");

/** Long enough for a start on a very busy machine. */
const START_MS = 120_000;
/** The product's own supervisor waits this long before it restarts a process. */
const RESTART_PAUSE_MS = 500;

/** One process of the product. The rig restarts it, as its supervisor would. */
export type Managed = {
  name: string;
  kind: "web" | "worker";
  /** A web process's address. null while it is down, and for workers. */
  address: () => string | null;
  /** Resolves when it serves (again). */
  ready: () => Promise<void>;
  /** Sends SIGKILL. Resolves when the process is gone. It is then restarted. */
  kill: () => Promise<void>;
  /** Sends SIGSTOP: the process stops without noticing, like in a long pause of its machine. */
  freeze: () => void;
  thaw: () => void;
  /** null while it is down. */
  pid: () => number | null;
  /** Sends SIGTERM, and SIGKILL after `graceMs` (0: at once). The process is not restarted. */
  end: (graceMs: number) => Promise<void>;
};

export type ProcessOptions = {
  name: string;
  /** `doors` is the web process without Next's pages. It needs no build. */
  kind: "web" | "doors" | "worker";
  env: Record<string, string>;
  /** The folder for its output. */
  logFolder: string;
  /** Records an unexpected exit, which is a finding (reliability bar 3, "no process exits"). */
  recorder: Recorder;
};

const ENTRIES = { web: "cli/web.ts", doors: "testing/serve-doors.ts", worker: "cli/worker.ts" } as const;
const WEB = ["--max-semi-space-size=32", "--min-semi-space-size=16", "--heap-growing-percent=40"];
const FLAGS = {
  // The same flags as in server/cli/web-flags.ts, worker-flags.ts and `npm run`.
  web: WEB,
  doors: WEB,
  worker: ["--max-semi-space-size=8", "--max-old-space-size=512", "--v8-pool-size=0"],
} as const;

/** Starts a process and restarts it until `end`. Resolves when it serves. */
export async function startProcess({ name, kind, env, logFolder, recorder }: ProcessOptions): Promise<Managed> {
  const port = kind === "web" ? await freePort() : null;
  let child: ChildProcess | null = null;
  let address: string | null = null;
  let isWanted = true;
  let isExpected = false;
  let hasServed = false;
  let served: PromiseWithResolvers<void> = Promise.withResolvers();
  served.promise.catch(() => undefined);
  let timer: NodeJS.Timeout | null = null;

  const start = () => {
    timer = null;
    const log = openSync(join(logFolder, `${name}.log`), "a");
    const started = fork(join(SERVER, ENTRIES[kind]), {
      // Its own process group, so that Ctrl-C reaches it only through the rig.
      detached: true,
      stdio: ["ignore", log, log, "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        UV_THREADPOOL_SIZE: "64",
        ...env,
        ...(port ? { PORT: String(port) } : {}),
      },
      execArgv: ["--disable-warning=ExperimentalWarning", ...FLAGS[kind]],
    });
    closeSync(log);
    const pid = started.pid ?? 0;
    recorder.process({ name, pid, what: "start" });
    child = started;
    isExpected = false;
    started.once("message", (said) => {
      recorder.process({ name, pid, what: "ready" });
      address = kind === "worker" ? null : `http://127.0.0.1:${port ?? portOf(said)}`;
      hasServed = true;
      served.resolve();
    });
    started.on("error", () => undefined);
    started.once("exit", (code, signal) => {
      child = null;
      address = null;
      served.reject(new Error(`${name} ended before it served`));
      served = Promise.withResolvers();
      served.promise.catch(() => undefined);
      recorder.process({ name, pid, what: "exit", code, signal, expected: isExpected });
      // A process that fails at its first start would fail again.
      if (!hasServed) isWanted = false;
      if (!isWanted) return;
      timer = setTimeout(start, RESTART_PAUSE_MS);
    });
  };
  const ready = async () => {
    const end = Date.now() + START_MS;
    // A fault can strike again before the process serves. Then wait for the next process.
    while (isWanted) {
      const isServing = await Promise.race([
        served.promise.then(
          () => true,
          () => false,
        ),
        new Promise<"late">((late) => setTimeout(late, Math.max(0, end - Date.now()), "late").unref()),
      ]);
      if (isServing === true) return;
      if (isServing === "late")
        throw new Error(`${name} did not start within ${START_MS / 1000} s; its log is in ${logFolder}`);
    }
  };
  const leave = (signal: NodeJS.Signals): Promise<void> => {
    const leaving = child;
    if (!leaving) return Promise.resolve();
    isExpected = true;
    address = null;
    recorder.process({ name, pid: leaving.pid ?? 0, what: "stop" });
    return new Promise((gone) => {
      leaving.once("exit", () => gone());
      leaving.kill(signal);
    });
  };

  start();
  await ready();
  if (!hasServed) throw new Error(`${name} did not start: ${lastLine(join(logFolder, `${name}.log`))}`);
  return {
    name,
    kind: kind === "worker" ? "worker" : "web",
    address: () => address,
    ready,
    kill: () => leave("SIGKILL"),
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    pid: () => child?.pid ?? null,
    end: async (graceMs) => {
      isWanted = false;
      if (timer) clearTimeout(timer);
      const leaving = child;
      if (!leaving) return;
      const impatience = setTimeout(() => leaving.kill("SIGKILL"), graceMs);
      await leave(graceMs > 0 ? "SIGTERM" : "SIGKILL");
      clearTimeout(impatience);
    },
  };
}

function lastLine(file: string): string {
  return readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "";
}

function portOf(said: unknown): number {
  if (typeof said === "object" && said !== null && "port" in said && typeof said.port === "number") return said.port;
  throw new Error("A process with doors says its port first.");
}
