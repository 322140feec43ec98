import { wakeConvs } from "../../inbox/wake-convs.ts";
import { log } from "../../log.ts";

/** Looks every `everyMs` until it is stopped, in every worker: who put something aside until nine sees it at nine. */
export function startWaking(everyMs: number): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = wakeConvs()
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ error }, "snoozed conversations could not be woken; tried again"))
      .finally(() => (isRunning = false));
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
