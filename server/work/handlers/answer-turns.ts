import { engineOf } from "../../assistants/providers/engine-of.ts";
import { claimTurns, type ClaimedTurn } from "../../assistants/turns/claim-turns.ts";
import { takeTurn, type Answering } from "../../assistants/turns/take-turn.ts";
import { startPool, type WorkPool } from "../pool.ts";

/** Turns under way at once in one worker, over all workspaces: nearly all of their time they wait for a provider. */
const MOST_AT_ONCE = 32;

/**
 * Has assistants answer until it is stopped. No message announces a turn: it is due two seconds after the client's last one, and the
 * poll, which comes sooner, is told when.
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
