import { log } from "../../log.ts";
import { measureTables } from "../../measure-tables.ts";

/** Looks every `everyMs` until it is stopped. */
export function startMeasuring(everyMs: number): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = measureTables()
      .then((tables) => {
        if (tables.length > 0) log.debug({ tables }, "measured tables that have grown");
      })
      .catch((error: unknown) => log.warn({ error }, "tables could not be measured; tried again"))
      .finally(() => (isRunning = false));
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
