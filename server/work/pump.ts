import { onSignal, type Topic } from "../events/signal.ts";
import { log } from "../log.ts";

export type Pump = {
  /** Runs the step again soon: a slot has become free. */
  wake: () => void;
  /** Takes no more work; resolves when the step under way has ended. */
  stop: () => Promise<void>;
};

/** After a fault (the database is away) the next try waits at least this long, in milliseconds. */
const FAULT_PAUSE_MS = 1_000;

/**
 * Runs `step` whenever its topic is announced, and every `pollMs` as the net below, never twice at once. An announcement
 * during a step makes one more step, so none is lost.
 * @param step answers in how many milliseconds it wants to run again, at once if that has passed; null: when it is woken.
 */
export function startPump(topic: Topic, pollMs: number, step: () => Promise<number | null>): Pump {
  let isRunning = false;
  let isWanted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let ended: () => void = () => undefined;

  const run = async () => {
    isRunning = true;
    let again: number | null = null;
    do {
      // What this process is told in the same turn of its loop is taken together: the busier it is, the fewer the statements.
      await new Promise(setImmediate);
      if (isStopped) break;
      isWanted = false;
      try {
        again = await step();
      } catch (error) {
        log.warn({ error, topic }, "a worker's step failed; it is tried again");
        again = FAULT_PAUSE_MS;
        isWanted = false;
      }
    } while ((isWanted || (again !== null && again <= 0)) && !isStopped);
    isRunning = false;
    if (isStopped) return ended();
    if (timer) clearTimeout(timer);
    timer = setTimeout(wake, Math.min(again ?? pollMs, pollMs));
  };
  const wake = () => {
    isWanted = true;
    if (!isRunning && !isStopped) void run();
  };
  const unsubscribe = onSignal((announced) => {
    if (announced === topic) wake();
  });
  wake();

  return {
    wake,
    stop: () => {
      isStopped = true;
      unsubscribe();
      if (timer) clearTimeout(timer);
      return isRunning ? new Promise((resolve) => (ended = resolve)) : Promise.resolve();
    },
  };
}
