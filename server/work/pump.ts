import { onSignal, type Topic } from "../events/signal.ts";
import { log } from "../log.ts";

export type Pump = {
  /** Runs the step again soon, because a slot has become free. */
  wake: () => void;
  /** Takes no more work. Resolves when the running step has ended. */
  stop: () => Promise<void>;
};

/** Minimum pause after an error (for example, the database is down), in milliseconds. */
const FAULT_PAUSE_MS = 1_000;

/**
 * Runs `step` when its topic is announced, and every `pollMs` in case an announcement is lost. Never runs it twice at once. An
 * announcement during a step causes one more step, so none is missed.
 * @param step returns in how many milliseconds to run again, at once if that has passed. null: when it is woken.
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
      // Announcements of the same event-loop turn cause one step: the busier the process, the fewer the statements.
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
