import { claimProviderCalls, type ClaimedCalls } from "../../messages/claim-provider-calls.ts";
import { takeProviderCalls } from "../../messages/take-provider-calls.ts";
import { startPool, type WorkPool } from "../pool.ts";

/** Channels whose calls one worker has in hand at once; one whose provider is slow to say who a sender is keeps only its own place. */
const MOST_AT_ONCE = 32;

/** Stores what providers brought, each channel's calls in their order, until it is stopped. */
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
