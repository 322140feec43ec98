import { startReader, type Outcome, type Reader } from "./reader.ts";
import type { Task } from "./tasks.ts";

export type PoolOptions = {
  /** Processes at once. */
  size: number;
  /** Of each process. */
  memoryMib: number;
  /** A process without a task is ended after so long. */
  idleMs: number;
};

export type Pool = {
  run: (workspaceId: number, task: Task, limitMs: number) => Promise<Outcome>;
  /** Ids of the processes that run. */
  pids: () => number[];
  /** Ends its processes: a task that is under way is not finished. */
  end: () => void;
};

type Waiting = { task: Task; limitMs: number; resolve: (outcome: Outcome) => void };

/**
 * Reader processes, started on demand and kept while they are used. Workspaces take turns, and no workspace holds all processes: one
 * whose tasks take a minute each delays the first task of another by no more than one of them.
 */
export function createPool({ size, memoryMib, idleMs }: PoolOptions): Pool {
  /** By workspace, in the order of their turns. */
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
