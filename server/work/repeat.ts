import { log } from "../log.ts";

/**
 * Calls `look` every `everyMs` until it is stopped, never twice at once, and at once again while it answers true. A fault is logged and
 * the next look tries again.
 */
export function startRepeating(
  name: string,
  everyMs: number,
  look: () => Promise<boolean>,
): { stop: () => Promise<void> } {
  let isStopped = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      while (!isStopped && (await look()));
    } catch (error) {
      log.warn({ error, look: name }, "a worker's look failed; it is tried again");
    }
    running = null;
  }
  const timer = setInterval(() => void (running ??= run()), everyMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
