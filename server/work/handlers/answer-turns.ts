import { engineOf } from "../../assistants/providers/engine-of.ts";
import { claimTurns, type ClaimedTurn } from "../../assistants/turns/claim-turns.ts";
import { takeTurn, type Answering } from "../../assistants/turns/take-turn.ts";
import { startPool, type WorkPool } from "../pool.ts";

/** Limit of concurrent turns per worker, over all workspaces. Nearly all of their time is spent waiting for a provider. */
const MOST_AT_ONCE = 32;

/**
 * Runs assistants' answers until it is stopped. No message announces a turn: it is due two seconds after the contact's last
 * message. Polling happens sooner than that and returns when the turn is due.
 */
export function startAnswering(pollMs: number, how: Partial<Answering> = {}): WorkPool {
  const answering: Answering = { engineOf, timeScale: 1, ...how };
  return startPool<ClaimedTurn>({
    topic: "turns",
    pollMs,
    mostAtOnce: MOST_AT_ONCE,
    claim: (underWay, limit) => claimTurns(underWay, limit, answering.timeScale),
    laneOf: ({ workspaceId }) => String(workspaceId),
    work: (turn, signal) => takeTurn(turn, signal, answering),
  });
}
