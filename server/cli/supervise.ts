import { fork, type ChildProcess } from "node:child_process";
import { z } from "zod";
import { WEB_FLAGS } from "./web-flags.ts";
import { WORKER_FLAGS } from "./worker-flags.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that lived this long was healthy, so its next restart begins with a short pause again. */
const HEALTHY_MS = 60_000;
/** In seconds: how long a process may finish its work after its sources changed. */
const RESTART_SECONDS = 0.1;
/** How often a serving process is checked. After this many unanswered checks it counts as hung. */
const ASK_MS = 1_000;
const MOST_UNANSWERED = 15;

/**
 * A supervised process's messages: first that it serves, then one reply per check. A process paused by a debugger is left alone.
 */
const said = z.object({ isDebugged: z.boolean() });

/**
 * DNS lookups run on these threads. With Node's default of four, a few customers' dead name servers would delay all deliveries.
 * The threads share two heaps, because otherwise each would keep its freed memory.
 */
const THREADS = { UV_THREADPOOL_SIZE: "64", MALLOC_ARENA_MAX: "2" };

/** By module name. */
const FLAGS: Readonly<Record<string, string[]>> = { web: WEB_FLAGS, worker: WORKER_FLAGS };

export type Supervised = {
  /** Resolves when every process has reported that it serves. */
  ready: Promise<void>;
  /** Resolves with the reason when a process ended before it ever served, because waiting longer would not help. */
  failed: Promise<string>;
  /** Restarts the processes with this name at once, because their sources changed. Resolves when all of them serve again. */
  restart: (name: string) => Promise<void>;
  /** Sends SIGTERM to all, then SIGKILL after the grace period. No process is left running. */
  stop: () => Promise<void>;
};

/**
 * Keeps one process per module running. A process that ends is restarted after a growing pause. A process that hangs is killed
 * first. Each has its own process group, so Ctrl-C reaches only the supervisor. If the supervisor is killed, the processes see
 * their channel close and stop by themselves.
 * @param args of each process.
 */
export function supervise(
  modules: URL[],
  graceSeconds: number,
  { mostUnanswered = MOST_UNANSWERED, args = [] }: { mostUnanswered?: number; args?: string[] } = {},
): Supervised {
  const running = new Set<ChildProcess>();
  const restarts: { name: string; restart: () => Promise<void> }[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let stopping = false;
  let fail: (reason: string) => void = () => undefined;
  const failed = new Promise<string>((resolve) => (fail = resolve));

  const keep = (module: URL) =>
    new Promise<void>((resolve) => {
      const name =
        module.pathname
          .split("/")
          .at(-1)
          ?.replace(/[.]\w+$/, "") ?? "";
      let served = false;
      let pause = FIRST_PAUSE_MS;
      let child: ChildProcess;
      /** Ended because its sources changed. */
      let replaced: ChildProcess | undefined;
      let timer: NodeJS.Timeout | undefined;
      const waiting = [resolve];
      const start = () => {
        const startedAt = Date.now();
        const own = (child = fork(module, args, {
          detached: true,
          stdio: ["ignore", "inherit", "inherit", "ipc"],
          env: { ...THREADS, ...process.env },
          execArgv: [...process.execArgv, ...(FLAGS[name] ?? [])],
        }));
        running.add(own);
        const watch = watchAnswers(own, mostUnanswered, () => {
          if (stopping) return;
          console.error(`The ${name} process has not answered for ${mostUnanswered} s; killing it.`);
          own.kill("SIGKILL");
        });
        own.on("message", () => {
          served = true;
          if (own !== replaced) for (const done of waiting.splice(0)) done();
        });
        own.on("error", (error) => console.error(`The ${name} process: ${error.message}`));
        own.once("exit", (code, signal) => {
          running.delete(own);
          watch.stop();
          if (stopping || own === replaced) return;
          if (!served) return fail(`The ${name} process ended before it was ready.`);
          if (Date.now() - startedAt > HEALTHY_MS) pause = FIRST_PAUSE_MS;
          console.error(
            `The ${name} process ended (${signal ?? `code ${code}`}); starting it again in ${pause / 1_000} s.`,
          );
          timer = setTimeout(start, pause);
          timers.add(timer);
          pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        });
      };
      start();
      restarts.push({
        name,
        restart: () =>
          new Promise((done) => {
            waiting.push(done);
            clearTimeout(timer);
            pause = FIRST_PAUSE_MS;
            // A restart that is already running covers this one.
            if (child === replaced) return;
            replaced = child;
            void end(child, RESTART_SECONDS).then(() => {
              if (!stopping) start();
            });
          }),
      });
    });

  return {
    ready: Promise.all(modules.map(keep)).then(() => undefined),
    failed,
    restart: async (name) => {
      await Promise.all(restarts.filter((each) => each.name === name).map((each) => each.restart()));
    },
    stop: async () => {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([...running].map((child) => end(child, graceSeconds)));
    },
  };
}

/**
 * Checks a process once it has reported that it serves, and calls `hangs` after too many consecutive unanswered checks. It
 * counts checks, not seconds, because a suspended or delayed supervisor sends no checks.
 */
function watchAnswers(child: ChildProcess, mostUnanswered: number, hangs: () => void): { stop: () => void } {
  let unanswered = 0;
  let isDebugged = false;
  let timer: NodeJS.Timeout | undefined;
  child.on("message", (message) => {
    unanswered = 0;
    isDebugged = said.safeParse(message).data?.isDebugged ?? false;
    timer ??= setInterval(() => {
      if (!child.connected || isDebugged) return;
      if (unanswered === mostUnanswered) hangs();
      unanswered += 1;
      // The process may end at this moment. The `exit` event reports that.
      child.send("ask", () => undefined);
    }, ASK_MS);
  });
  return { stop: () => clearInterval(timer) };
}

/** Sends SIGTERM, then SIGKILL if the process does not end within the grace period. */
export async function end(child: ChildProcess, graceSeconds: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const timer = setTimeout(() => child.kill("SIGKILL"), graceSeconds * 1_000);
  child.kill("SIGTERM");
  await gone;
  clearTimeout(timer);
}
