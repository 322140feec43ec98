import { setTimeout as wait } from "node:timers/promises";
import { log } from "../log.ts";
import { say, type Said } from "../say.ts";
import { EngineFailure, type Engine, type Reply, type Turn } from "./engine.ts";

/** All that a turn may take at its provider, pauses between its tries included, in milliseconds (decisions section 10). */
export const TURN_MS = 30_000;
/** Before the second and the third try; a provider that says how long it wants to be left alone is left alone for longer. */
const PAUSES_MS = [1_000, 3_000] as const;

const FAULT = say("reason.ourFault");
const TOO_SLOW = say("reason.tooSlow", { count: TURN_MS / 1_000 });

type EngineRun = {
  /** Tries that the provider took. */
  attempts: number;
  durationMs: number;
} & ({ reply: Reply; failure: null } | { reply: null; failure: Said });

type Options = {
  /** Whatever the engine makes of it, this is when it ends; less than a whole turn where some of that is over. */
  withinMs?: number;
  /** What the pauses are multiplied by: 1 in service. */
  timeScale?: number;
  /** Ends the run before its time: a worker that stops, a run of evals that is cancelled. */
  signal: AbortSignal;
};

/**
 * Asks an assistant for its reply, at most three times within the time of a turn. A failure is a clause for people that holds no
 * secret: "the model's key was refused".
 * @throws what `signal` was aborted with.
 */
export async function runEngine(engine: Engine, turn: Omit<Turn, "signal">, options: Options): Promise<EngineRun> {
  const { withinMs = TURN_MS, timeScale = 1, signal } = options;
  const startedAt = performance.now();
  const overdue = AbortSignal.timeout(Math.max(0, Math.ceil(withinMs)));
  const ends = AbortSignal.any([signal, overdue]);
  for (let attempts = 1; ; attempts++) {
    const took = () => ({ attempts, durationMs: Math.round(performance.now() - startedAt) });
    let failure: EngineFailure;
    try {
      return { reply: await unlessEnded(engine({ ...turn, signal: ends }), ends), failure: null, ...took() };
    } catch (error) {
      signal.throwIfAborted();
      if (overdue.aborted) return { reply: null, failure: TOO_SLOW, ...took() };
      failure = asFailure(error, turn);
    }
    const pause = PAUSES_MS[attempts - 1];
    if (failure.isFinal || pause === undefined) return { reply: null, failure: failure.said, ...took() };
    const pauseMs = Math.max(pause, failure.retryAfterMs ?? 0) * timeScale;
    // A try that could not begin in time is none.
    if (performance.now() - startedAt + pauseMs >= withinMs) return { reply: null, failure: failure.said, ...took() };
    await wait(pauseMs, undefined, { signal: ends }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

/** An engine that does not hear of the end is left behind. */
function unlessEnded(answer: Promise<Reply>, ends: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const end = () => reject(ends.reason as Error);
    if (ends.aborted) end();
    ends.addEventListener("abort", end, { once: true });
    answer.then(resolve, reject).finally(() => ends.removeEventListener("abort", end));
  });
}

function asFailure(error: unknown, { workspaceId, aiId, convId }: Omit<Turn, "signal">): EngineFailure {
  if (error instanceof EngineFailure) return error;
  // Its name only: what a library puts into its messages may be what a client wrote.
  const name = error instanceof Error ? error.name : typeof error;
  log.error({ name, workspaceId, aiId, convId }, "an assistant's engine failed");
  return new EngineFailure(FAULT);
}
