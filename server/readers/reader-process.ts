/**
 * A reader process. It parses untrusted content, one task at a time, without settings, secrets or a database. pool.ts starts it
 * with its memory limit in bytes and its parent's process id.
 */
import { Worker } from "node:worker_threads";
import type { Report, Task, TaskOutput, TaskResult } from "./tasks.ts";
import { GivenUp, Unreadable } from "./unreadable.ts";

const [limitBytes, parentPid] = process.argv.slice(2).map(Number);

// A parser can keep this thread busy for a minute, so another thread watches the limits.
new Worker(new URL("watch-limits.ts", import.meta.url), { workerData: { limitBytes, parentPid } }).unref();
process.once("disconnect", () => process.exit());
// Ctrl-C reaches the whole process group, but the parent decides when a task ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

process.on("message", (task: Task) => {
  void perform(task)
    .then((output): TaskResult => ({ kind: "done", output }), resultOf)
    .then((result) => report({ ...result, rssBytes: process.memoryUsage.rss() }));
});
report({ kind: "started" });

/** Each parser is imported by the first task that needs it, so the process starts quickly. */
async function perform(task: Task): Promise<TaskOutput> {
  switch (task.name) {
    case "document":
      return (await import("./formats/document.ts")).readWhole(task.input);
    case "robots":
      return (await import("./formats/robots.ts")).answerRobots(task.input);
    case "csv":
      return (await import("./formats/csv-rows.ts")).csvRows(task.input);
    case "file":
      return (await import("./formats/file-facts.ts")).fileFacts(task.input.path);
    case "picture":
      return (await import("./formats/picture.ts")).drawPicture(task.input);
  }
}

function resultOf(error: unknown): TaskResult {
  if (error instanceof Unreadable)
    return { kind: "unreadable", clause: error.said, isGivenUp: error instanceof GivenUp };
  return { kind: "fault", fault: error instanceof Error ? `${error.name}: ${error.message}` : "unknown" };
}

function report(message: Report): void {
  process.send?.(message);
}
