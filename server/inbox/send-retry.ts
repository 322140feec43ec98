/** Pauses before the second, third, … attempt of a send, in seconds; the last one repeats until the send is given up. */
const PAUSES_SECONDS = [1, 5, 15, 60, 180, 600, 1800] as const;
const JITTER = 0.2;

/**
 * When a send is tried again, or null when its time is up (decisions section 5).
 * @param attemptNo the attempt that has just failed, from 1.
 * @param retryAfterSeconds what the provider asked for; never tried earlier than that.
 * @param random from 0 to 1: spreads those that failed together.
 */
export function nextSendAt(
  now: Date,
  attemptNo: number,
  giveUpAt: Date,
  retryAfterSeconds: number | undefined,
  random = Math.random(),
): Date | null {
  const pause = PAUSES_SECONDS[Math.min(attemptNo, PAUSES_SECONDS.length) - 1] ?? PAUSES_SECONDS[0];
  const spread = pause * (1 - JITTER + 2 * JITTER * random);
  const at = new Date(now.getTime() + Math.max(spread, retryAfterSeconds ?? 0) * 1000);
  return at > giveUpAt ? null : at;
}
