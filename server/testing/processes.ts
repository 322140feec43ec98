import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach } from "vitest";
import { z } from "zod";
import { WORKER_FLAGS } from "../cli/worker-flags.ts";

// Processes of the product that a test starts and kills. They end with the test.

const WORKER = new URL("run-worker.ts", import.meta.url);
const DOORS = new URL("serve-doors.ts", import.meta.url);
const listening = z.object({ port: z.number() });

const running = new Set<ChildProcess>();
afterEach(endAll);

/** Kills all of them. For tests that take away what they need: their hooks run before the one here. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map(kill));
}

function start(
  entry: URL,
  args: string[],
  options: { env: Record<string, string>; execArgv?: string[] },
): ChildProcess {
  const env = { ...process.env, ...options.env };
  const child = fork(entry, args, { ...options, env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** @param env settings that differ from the test's. @param timeScale makes waits between attempts shorter (0.01: a hundredth). */
export function startWorker(env: Record<string, string> = {}, timeScale = 1): ChildProcess {
  return start(WORKER, [String(timeScale)], { env, execArgv: WORKER_FLAGS });
}

/** A process with the endpoints of the product; `url` is its address. Resolves once it listens. */
export async function startDoors(env: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string }> {
  const child = start(DOORS, [], { env });
  const [said] = (await once(child, "message")) as [unknown];
  return { child, url: `http://127.0.0.1:${listening.parse(said).port}` };
}

/** Kills a process and waits for its end. */
export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
