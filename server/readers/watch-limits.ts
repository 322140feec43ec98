/**
 * A thread of a reader process. It kills the process if it exceeds its memory limit, or if its parent has ended. V8's own limits
 * do not count ArrayBuffers, and the main thread can check neither while it parses.
 */
import { workerData } from "node:worker_threads";

const { limitBytes, parentPid } = workerData as { limitBytes: number; parentPid: number };
const EVERY_MS = 10;

setInterval(() => {
  if (process.memoryUsage.rss() > limitBytes || process.ppid !== parentPid) process.kill(process.pid, "SIGKILL");
}, EVERY_MS);
