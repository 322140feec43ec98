import { claimScheduled, type ClaimedScheduled } from "../../drafts/claim-scheduled.ts";
import { sendScheduled } from "../../drafts/send-scheduled.ts";
import { startPool, type WorkPool } from "../pool.ts";

/** Limit of messages that one worker moves into their conversations at once. Each is one short transaction. */
const MOST_AT_ONCE = 8;

/** Sends scheduled messages, and messages that can be undone for some seconds, when they are due, until it is stopped. */
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
