import { log } from "../../log.ts";
import { findPushes, prepareFindingPushes } from "../../notices/find-pushes.ts";

/** Looks every `everyMs` until it is stopped, in every worker, what has happened that people are told of while the portal is closed. */
export function startFindingPushes(everyMs: number): { stop: () => Promise<void> } {
  let isStopped = false;
  let isPrepared = false;
  let isRunning = false;
  let running = Promise.resolve();

  async function look(): Promise<void> {
    if (!isPrepared) await prepareFindingPushes();
    isPrepared = true;
    while (!isStopped && (await findPushes()).isBehind);
  }
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = look()
      .catch((error: unknown) => log.warn({ error }, "what people are to be told of could not be read; tried again"))
      .finally(() => (isRunning = false));
  }, everyMs);
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
      return running;
    },
  };
}
