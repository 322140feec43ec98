import type { Task, Report, TaskResult } from "./tasks.ts";
import { spawn } from "node:child_process";
import { join } from "node:path";

type PoolOptions = {
  /** Maximum number of processes. */
  size: number;
  /** Memory limit of each process. */
  memoryMib: number;
  /** A process without a task ends after this time. */
  idleMs: number;
};

export type Pool = {
  run: (workspaceId: number, task: Task, limitMs: number) => Promise<Outcome>;
  /** Ids of the running processes. */
  pids: () => number[];
  /** Ends the processes. Running tasks are not finished. */
  end: () => void;
};

type Waiting = { task: Task; limitMs: number; resolve: (outcome: Outcome) => void };

/**
 * Reader processes, started on demand and kept while in use. Workspaces take turns, and no workspace holds all processes. If one
 * workspace's tasks take a minute each, another workspace's first task waits for at most one of them.
 */
export function createPool({ size, memoryMib, idleMs }: PoolOptions): Pool {
  /** Waiting tasks by workspace, in order of turns. */
  const lines = new Map<number, Waiting[]>();
  const underWay = new Map<number, number>();
  const idle = new Map<Reader, NodeJS.Timeout>();
  const busy = new Set<Reader>();
  const workspaceMax = Math.max(1, size - 1);

  const nextTurn = () => [...lines].find(([workspaceId]) => (underWay.get(workspaceId) ?? 0) < workspaceMax);

  function startNext(): void {
    while (busy.size < size) {
      const [workspaceId, line] = nextTurn() ?? [];
      const waiting = line?.shift();
      if (workspaceId === undefined || !line || !waiting) return;
      lines.delete(workspaceId);
      if (line.length > 0) lines.set(workspaceId, line);
      void work(workspaceId, waiting);
    }
  }

  async function work(workspaceId: number, { task, limitMs, resolve }: Waiting): Promise<void> {
    const reader = takeReader();
    busy.add(reader);
    underWay.set(workspaceId, (underWay.get(workspaceId) ?? 0) + 1);
    const outcome = await reader.ask(task, limitMs);
    busy.delete(reader);
    const rest = (underWay.get(workspaceId) ?? 1) - 1;
    if (rest === 0) underWay.delete(workspaceId);
    else underWay.set(workspaceId, rest);
    release(reader);
    resolve(outcome);
    startNext();
  }

  function takeReader(): Reader {
    for (const [reader, timer] of idle) {
      clearTimeout(timer);
      idle.delete(reader);
      if (reader.isFit()) return reader;
    }
    return startReader(memoryMib);
  }

  function release(reader: Reader): void {
    if (!reader.isFit()) return reader.end();
    const timer = setTimeout(() => {
      idle.delete(reader);
      reader.end();
    }, idleMs);
    idle.set(reader, timer.unref());
  }

  return {
    run: (workspaceId, task, limitMs) =>
      new Promise((resolve) => {
        const line = lines.get(workspaceId) ?? [];
        line.push({ task, limitMs, resolve });
        lines.set(workspaceId, line);
        startNext();
      }),
    pids: () => [...busy, ...idle.keys()].flatMap(({ pid }) => pid ?? []),
    end() {
      for (const reader of [...busy, ...idle.keys()]) reader.end();
    },
  };
}

type Outcome =
  | TaskResult
  /** The process was killed because the task took too long or too much memory. */
  | { kind: "slow" }
  | { kind: "large" }
  | { kind: "not started"; fault: string };

/** One reader process, which runs one task at a time. */
type Reader = {
  pid: number | undefined;
  ask: (task: Task, limitMs: number) => Promise<Outcome>;
  /** Whether it can take another task. */
  isFit: () => boolean;
  end: () => void;
};

const START_MS = 30_000;
/** V8's share of the memory limit. The rest is for buffers and code. */
const HEAP_SHARE = 0.75;
/** A process that still holds this share of its limit after a task is not used again. */
const FIT_SHARE = 0.5;

function startReader(memoryMib: number): Reader {
  const limitBytes = memoryMib * 1024 * 1024;
  const { NODE_ENV, NODE_COMPILE_CACHE } = process.env;
  // Not `fork`, because Next's bundler would follow it into the parsers.
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
      // No secrets, because this process parses untrusted content.
      env: { NODE_ENV, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) },
      // A parser's output may quote the document without limit.
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
      // A failed parser may leave the process in an unknown state.
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
    // SIGKILL comes from the watcher thread or the system. V8 aborts when its heap is full.
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
          // After a send error the process ends, and the exit handler reports it.
          child.send(task, () => undefined);
        };
        if (state === "ready") begin();
        else if (state === "starting") killAfter(START_MS);
        else finish({ kind: "not started", fault: "the reader process has ended" });
      }),
  };
}
