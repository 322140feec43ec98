import { url as debuggerUrl } from "node:inspector";
import { SettingError } from "../env.ts";

/** A service that runs until it is stopped. `stop` lets running work finish. */
export type Service = { stop: () => Promise<void> };

/** One sentence for a person at a terminal. The stack is shown only for faults of our own. */
export function explain(error: unknown): string {
  if (error instanceof SettingError) return error.message;
  if (!(error instanceof Error)) return String(error);
  // A connection that failed on several addresses has no message of its own.
  const message = error.message || (error instanceof AggregateError ? explain(error.errors[0]) : error.name);
  const cause = error.cause ? explain(error.cause) : "";
  return message.includes(cause) ? message : `${message} (${cause})`;
}

/** Prints a command's usage and ends it if `--help` is given. */
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
 * Calls `stop` when the parent process is gone: the supervisor, detected by its closed channel, or npm, which may be killed
 * without passing on the signal.
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

/** Reports to the supervisor that this process serves, and then answers every check that its event loop still runs. */
function answerSupervisor(): void {
  const answer = () => {
    if (process.connected) process.send?.({ isDebugged: debuggerUrl() !== undefined });
  };
  process.on("message", answer);
  answer();
}

/**
 * Runs a service as a process. It reports ready to the supervisor, stops on SIGTERM, SIGINT or the supervisor's end, and exits
 * after `deadlineSeconds` even if work is still running.
 */
export async function runService(start: () => Promise<Service>, deadlineSeconds: () => number): Promise<void> {
  const starting = start();
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), deadlineSeconds() * 1_000).unref();
    // A worker sends messages before it has fully started, so its running work must finish too.
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
