import { launchDueBroadcasts } from "../../broadcasts/launch-due-broadcasts.ts";
import { runBroadcasts } from "../../broadcasts/run-broadcasts.ts";
import { startPump } from "../pump.ts";

/** Launches scheduled broadcasts on time, and sends and ends running ones, until it is stopped. A launch wakes the sending part. */
export function startBroadcasting(pollMs: number): { stop: () => Promise<void> } {
  const launching = startPump("broadcasts", pollMs, async () => {
    await launchDueBroadcasts();
    return null;
  });
  const running = startPump("broadcasts", pollMs, async () => ((await runBroadcasts()) ? 0 : null));
  return {
    async stop() {
      await Promise.all([launching.stop(), running.stop()]);
    },
  };
}
