import { setTimeout as wait } from "node:timers/promises";
import { log } from "../log.ts";
import { say, type Said } from "../say.ts";
import { EngineFailure, type Engine, type Reply, type Turn } from "./engine.ts";

/** The time limit for a turn at its provider, including pauses between retries, in milliseconds. */
export const TURN_MS = 30_000;
/** The pauses before the second and the third attempt. If the provider asks for a longer pause, that one applies. */
const PAUSES_MS = [1_000, 3_000] as const;

const FAULT = say("reason.ourFault");
const TOO_SLOW = say("reason.tooSlow", { count: TURN_MS / 1_000 });

type EngineRun = {
  /** Number of attempts at the provider. */
  attempts: number;
  durationMs: number;
} & ({ reply: Reply; failure: null } | { reply: null; failure: Said });

type Options = {
  /** A hard time limit in milliseconds. Shorter than a whole turn if part of the turn's time is already used. */
  withinMs?: number;
  /** Factor for the pauses. 1 in production. */
  timeScale?: number;
  /** Aborts the run early, for example when a worker stops or a run of evals is cancelled. */
  signal: AbortSignal;
};

/**
 * Asks an assistant for its reply, with at most three attempts within the turn's time. A failure is a clause for people without
 * secrets: "the model's key was refused".
 * @throws the abort reason of `signal`.
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
    // There is no time left for another attempt.
    if (performance.now() - startedAt + pauseMs >= withinMs) return { reply: null, failure: failure.said, ...took() };
    await wait(pauseMs, undefined, { signal: ends }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

/** Rejects when the time ends, even if the engine ignores its signal. */
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
  // Log the name only: a library's error message may contain the contact's text.
  const name = error instanceof Error ? error.name : typeof error;
  log.error({ name, workspaceId, aiId, convId }, "an assistant's engine failed");
  return new EngineFailure(FAULT);
}
