import { claimProviderCalls, type ClaimedCalls } from "../../messages/claim-provider-calls.ts";
import { takeProviderCalls } from "../../messages/take-provider-calls.ts";
import { startPool, type WorkPool } from "../pool.ts";

/** Limit of channels whose calls one worker holds. A slow provider lookup of a sender blocks only that channel's own place. */
const MOST_AT_ONCE = 32;

/** Stores providers' calls, in order per channel, until it is stopped. */
export function startTaking(pollMs: number): WorkPool {
  return startPool<ClaimedCalls>({
    topic: "calls",
    pollMs,
    mostAtOnce: MOST_AT_ONCE,
    claim: (underWay, limit) => claimProviderCalls([...underWay.keys()], limit),
    laneOf: ({ integrationId }) => integrationId,
    work: takeProviderCalls,
  });
}
