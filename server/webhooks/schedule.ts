const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first, second, … failed attempt, in milliseconds (decisions section 7); then the delivery has failed. */
export const RETRY_PAUSES_MS = [
  5 * SECOND,
  2 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/**
 * While a delivery fails, later ones of its conversation wait for it until so many attempts have failed: about two minutes by the pauses
 * above (decisions section 17).
 */
export const ATTEMPTS_HELD = 3;
/** A delivery whose receiver asked to wait longer than this holds none until then. Above the longest pause between held attempts. */
export const LONGEST_HOLD_SECONDS = 150;
const JITTER = 0.2;
/** A receiver's Retry-After is honoured up to this long. */
const LONGEST_WAIT_MS = 24 * HOUR;
/** A webhook that only fails for this long is switched off. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;

/** What the schedule is multiplied by: 1 in service; tests live five days in seconds. */
export type TimeScale = number;

/**
 * The pause before the next attempt in milliseconds; null when there is none left.
 * @param step failed attempts of this round before the one that has just failed: 0 for the first.
 * @param retryAfterSeconds what the receiver asked for (429 and 503), never undercut.
 * @param random from 0 to 1: spreads the retries of those that failed together.
 */
export function retryPauseMs(
  step: number,
  retryAfterSeconds: number | null,
  timeScale: TimeScale = 1,
  random = Math.random(),
): number | null {
  const pause = RETRY_PAUSES_MS[step];
  if (pause === undefined) return null;
  const spread = pause * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min((retryAfterSeconds ?? 0) * SECOND, LONGEST_WAIT_MS);
  return Math.max(spread, asked) * timeScale;
}
