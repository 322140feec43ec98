import { url as debuggerUrl } from "node:inspector";
import { SettingError } from "../env.ts";

/** What a process that serves until it is stopped consists of. `stop` lets running work finish. */
export type Service = { stop: () => Promise<void> };

/** One sentence for a person at a terminal; the cause's stack only for faults of our own. */
export function explain(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  if (!(error instanceof Error)) return String(error);
  // A connection that failed on each of several addresses has no message of its own.
  const message = error.message || (error instanceof AggregateError ? explain(error.errors[0]) : error.name);
  const cause = error.cause ? explain(error.cause) : "";
  return message.includes(cause) ? message : `${message} (${cause})`;
}

/** Prints how a command is used, and ends it, where `--help` asks for that. */
export function answerHelp(usage: string): void {
  if (!process.argv.slice(2).some((option) => option === "--help" || option === "-h")) return;
  console.log(usage);
  process.exit(0);
}

/** Ends a command with a sentence on stderr and exit code 1. */
export function failWith(error: unknown): never {
  console.error(explain(error));
  process.exit(1);
}

/**
 * Calls `stop` when the process that started this one is gone: the supervisor, seen by its closed channel, or npm, which may
 * be killed without passing the signal on.
 */
export function whenParentGoes(stop: () => void): void {
  process.on("disconnect", stop);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

/** Says that this process serves, and from then on, whenever the supervisor asks, that its event loop still turns. */
function answerSupervisor(): void {
  const answer = () => {
    if (process.connected) process.send?.({ isDebugged: debuggerUrl() !== undefined });
  };
  process.on("message", answer);
  answer();
}

/**
 * Runs a service as a process: ready is reported to the supervisor, SIGTERM, SIGINT or the supervisor's end stop it,
 * and after `deadlineSeconds` it goes whatever is still running.
 */
export async function runService(start: () => Promise<Service>, deadlineSeconds: () => number): Promise<void> {
  const starting = start();
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), deadlineSeconds() * 1_000).unref();
    // A worker sends before the last of it is up: what it holds by then is not abandoned.
    void starting.then((service) => service.stop()).then(() => process.exit(0), failWith);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  whenParentGoes(stop);
  try {
    await starting;
    answerSupervisor();
  } catch (error) {
    failWith(error);
  }
}
