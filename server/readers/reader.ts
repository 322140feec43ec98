import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Report, Task, TaskResult } from "./tasks.ts";

export type Outcome =
  | TaskResult
  /** The process was killed because the task took too long or too much memory. */
  | { kind: "slow" }
  | { kind: "large" }
  | { kind: "not started"; fault: string };

/** One reader process. It has one task at a time. */
export type Reader = {
  pid: number | undefined;
  ask: (task: Task, limitMs: number) => Promise<Outcome>;
  /** Whether it can be given another task. */
  isFit: () => boolean;
  end: () => void;
};

const START_MS = 30_000;
/** V8's share of the memory limit; the rest is for buffers and code. */
const HEAP_SHARE = 0.75;
/** A process that still holds so much of its limit after a task is not used again. */
const FIT_SHARE = 0.5;

export function startReader(memoryMib: number): Reader {
  const limitBytes = memoryMib * 1024 * 1024;
  const { NODE_ENV, NODE_COMPILE_CACHE } = process.env;
  // Not `fork`: Next's bundler would follow it into the parsers.
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      `--max-old-space-size=${Math.floor(memoryMib * HEAP_SHARE)}`,
      "--max-semi-space-size=16",
      join(import.meta.dirname, "reader-process.ts"),
      String(limitBytes),
      String(process.pid),
    ],
    {
      // No secrets: it parses what strangers wrote.
      env: { NODE_ENV, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) },
      // What a parser prints may quote the document, without end.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      serialization: "advanced",
    },
  );
  let state: "starting" | "ready" | "ended" = "starting";
  let isFit = true;
  let isLate = false;
  let begin: (() => void) | null = null;
  let settle: ((outcome: Outcome) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;

  const end = () => {
    isFit = false;
    child.kill("SIGKILL");
  };
  const killAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLate = true;
      end();
    }, ms);
  };
  const finish = (outcome: Outcome) => {
    clearTimeout(timer);
    settle?.(outcome);
    settle = null;
    // An idle reader does not keep this process alive.
    child.unref();
    child.channel?.unref();
  };
  child.on("message", (report: Report) => {
    if (report.kind === "started") {
      state = "ready";
      begin?.();
    } else {
      // Nobody knows what a parser that failed left behind.
      isFit &&= report.kind !== "fault" && report.rssBytes < limitBytes * FIT_SHARE;
      finish(report);
    }
  });
  child.on("error", (error) => finish({ kind: "not started", fault: error.message }));
  child.once("exit", (code, signal) => {
    const wasReady = state === "ready";
    state = "ended";
    isFit = false;
    const fault = `the reader process ended (${signal ?? `code ${code}`})`;
    if (!wasReady) finish({ kind: "not started", fault });
    else if (isLate) finish({ kind: "slow" });
    // The watch and the system kill; V8 aborts when its heap is full.
    else if (signal === "SIGKILL" || signal === "SIGABRT" || signal === "SIGTRAP") finish({ kind: "large" });
    else finish({ kind: "fault", fault });
  });

  return {
    pid: child.pid,
    isFit: () => isFit,
    end,
    ask: (task, limitMs) =>
      new Promise((resolve) => {
        settle = resolve;
        child.ref();
        child.channel?.ref();
        begin = () => {
          killAfter(limitMs);
          // An error of sending is followed by the end of the process.
          child.send(task, () => undefined);
        };
        if (state === "ready") begin();
        else if (state === "starting") killAfter(START_MS);
        else finish({ kind: "not started", fault: "the reader process has ended" });
      }),
  };
}
