import { claimSends } from "../../inbox/claim-sends.ts";
import { deliverMessage } from "../../inbox/deliver-message.ts";
import { startPool } from "../pool.ts";
import type { WorkPool } from "../pool.ts";

/** Sends under way at once in one worker, over all channels. */
const MOST_AT_ONCE = 200;

/** Hands queued messages to their channels until it is stopped. */
export function startSending(pollMs: number): WorkPool {
  return startPool({
    topic: "sends",
    pollMs,
    mostAtOnce: MOST_AT_ONCE,
    claim: claimSends,
    laneOf: (send) => send.integration.id,
    work: deliverMessage,
  });
}
