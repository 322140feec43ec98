import { sweepEvals } from "../../assistants/evals/sweep-evals.ts";
import { sweepSources } from "../../assistants/knowledge/sweep-sources.ts";
import { sweepImports } from "../../clients/sweep-imports.ts";
import { sweepBulkActions } from "../../inbox/sweep-bulk-actions.ts";
import { sweepConvsOfAi } from "../../inbox/sweep-convs-of-ai.ts";
import { sweepGestures } from "../../inbox/sweep-gestures.ts";
import { sweepSends } from "../../inbox/sweep-sends.ts";
import { sweepDataRequests } from "../../privacy/sweep-data-requests.ts";
import { log } from "../../log.ts";
import { sweepInvitations } from "../../workspaces/sweep-invitations.ts";
import { recoverMailedLinks } from "../../auth/recover-mailed-links.ts";

/**
 * The net below everything that waits in a row of ours for a place in a queue (reliability.md 4.2); each returns what it found, by
 * kind. What is not here cannot get lost: broadcasts, assistants' turns, webhook deliveries and fan-out work from their rows alone,
 * and jobs on the clock come again.
 */
export const NETS: Record<string, () => Promise<Record<string, number>>> = {
  sends: sweepSends,
  gestures: async () => ({ requeued: await sweepGestures() }),
  imports: async () => ({ requeued: await sweepImports() }),
  invitations: async () => ({ requeued: await sweepInvitations() }),
  mailedLinks: async () => ({ requeued: await recoverMailedLinks() }),
  sources: async () => ({ requeued: await sweepSources() }),
  bulkActions: async () => ({ requeued: await sweepBulkActions() }),
  convsOfAi: async () => ({ requeued: await sweepConvsOfAi() }),
  dataRequests: async () => ({ requeued: await sweepDataRequests() }),
  evals: async () => ({ requeued: await sweepEvals() }),
};

/** What is no send is looked at with each fifth sweep: it was to be done in its own time, and a worker that idles asks less. */
const PROMPT = "sends";
const SWEEPS_PER_WHOLE = 5;

async function sweep(isWhole: boolean): Promise<void> {
  for (const [work, find] of Object.entries(NETS)) {
    if (!isWhole && work !== PROMPT) continue;
    try {
      const found = await find();
      if (Object.values(found).some((count) => count > 0))
        log.warn(
          { work, ...found },
          "work had lost its place in the queue and was put right; its loss is a fault of ours",
        );
    } catch (error) {
      log.warn({ error, work }, "the sweeper failed; it tries again");
    }
  }
}

/**
 * Sweeps every `everyMs` until it is stopped, in every worker: pg-boss keeps whole minutes, and is itself among what is watched.
 * A send that was lost with its attempt under way waits for that attempt's 20 s: with the 3 s of a worker it is back within 30.
 */
export function startSweeping(everyMs: number): { stop: () => Promise<void> } {
  let isStopped = false;
  let running = Promise.resolve();
  let sweeps = 0;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(() => {
      running = sweep(sweeps++ % SWEEPS_PER_WHOLE === 0).then(() => {
        if (!isStopped) next();
      });
    }, everyMs);
  };
  next();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
