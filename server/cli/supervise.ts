import { fork, type ChildProcess } from "node:child_process";
import { z } from "zod";
import { WEB_FLAGS } from "./web-flags.ts";
import { WORKER_FLAGS } from "./worker-flags.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that lived this long was healthy: its next fall starts with a short pause again. */
const HEALTHY_MS = 60_000;
/** How long a process whose sources have changed may finish what it does, in seconds. */
const RESTART_SECONDS = 0.1;
/** A process that has served is asked this often whether it still does. One that leaves so many questions unanswered hangs. */
const ASK_MS = 1_000;
const MOST_UNANSWERED = 15;

/** What a supervised process says: first that it serves, then once for each question. Paused by a debugger, it is left alone. */
const said = z.object({ isDebugged: z.boolean() });

/**
 * Names are looked up on these: with Node's four, a few customers' dead name servers would hold up everybody's deliveries. What so many
 * threads ask for comes out of two heaps, or each would keep for itself what it has given back.
 */
const THREADS = { UV_THREADPOOL_SIZE: "64", MALLOC_ARENA_MAX: "2" };

/** By the name of the module. */
const FLAGS: Readonly<Record<string, string[]>> = { web: WEB_FLAGS, worker: WORKER_FLAGS };

export type Supervised = {
  /** Resolves when every process has reported that it serves. */
  ready: Promise<void>;
  /** Resolves with the reason when a process fell before it ever served: waiting longer would not help. */
  failed: Promise<string>;
  /** Starts the processes of a name anew at once: their sources have changed. Resolves when all of them serve again. */
  restart: (name: string) => Promise<void>;
  /** SIGTERM to all, SIGKILL after the grace, and nothing left running. */
  stop: () => Promise<void>;
};

/**
 * Keeps one process per module running: one that ends is started again after a growing pause, and one that hangs is killed first.
 * The processes have process groups of their own, so Ctrl-C reaches only the supervisor; should the supervisor be killed, they see
 * their channel to it close and stop by themselves.
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
      /** Ended because its sources have changed. */
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
            // One restart that is under way serves for another.
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
 * Asks a process from the moment on that it says that it serves, and calls `hangs` once it has left too many questions in a row
 * unanswered. Questions are counted, not seconds: a supervisor that was suspended or held up has asked nothing meanwhile.
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
      // It may go at this very moment: its end is seen by `exit`.
      child.send("ask", () => undefined);
    }, ASK_MS);
  });
  return { stop: () => clearInterval(timer) };
}

/** SIGTERM, and SIGKILL to one that does not go within the grace. */
export async function end(child: ChildProcess, graceSeconds: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const timer = setTimeout(() => child.kill("SIGKILL"), graceSeconds * 1_000);
  child.kill("SIGTERM");
  await gone;
  clearTimeout(timer);
}
