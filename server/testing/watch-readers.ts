import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Pool } from "../readers/pool.ts";

/** Measures a pool's processes and this process's event loop until `end`. */
export function watchReaders(pool: Pool): { end: () => { peakMib: number; loopMs: number } } {
  let peakKib = 0;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const look = setInterval(() => {
    for (const pid of pool.pids()) peakKib = Math.max(peakKib, peakOf(pid));
  }, 5);
  return {
    end() {
      clearInterval(look);
      delay.disable();
      return { peakMib: Math.round(peakKib / 1_024), loopMs: Math.round(delay.max / 1e6) };
    },
  };
}

/** Peak memory of a process in KiB; 0 if it has just ended. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
