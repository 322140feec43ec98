import { claimScheduled, type ClaimedScheduled } from "../../drafts/claim-scheduled.ts";
import { sendScheduled } from "../../drafts/send-scheduled.ts";
import { startPool, type WorkPool } from "../pool.ts";

/** Messages on their way into their conversations at once, in one worker: each is one short transaction. */
const MOST_AT_ONCE = 8;

/** Sends what people scheduled, or may undo for some seconds, when its time has come, until it is stopped. */
export function startSendingScheduled(pollMs: number): WorkPool {
  return startPool<ClaimedScheduled>({
    topic: "scheduled",
    pollMs,
    mostAtOnce: MOST_AT_ONCE,
    claim: claimScheduled,
    laneOf: ({ workspaceId }) => String(workspaceId),
    work: (claim) => sendScheduled(claim),
  });
}
