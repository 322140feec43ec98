const HOUR_MS = 60 * 60 * 1000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = HOUR_MS;
/** Providers' own faults pass within a day; a token takes people as long as they need, and WhatsApp keeps files for seven days. */
const GIVE_UP_MS = { fault: 24 * HOUR_MS, token: 6 * 24 * HOUR_MS };

/**
 * When a file is asked for again: after 5 s, 15 s, 45 s … up to an hour.
 * @param attemptNo of the attempt that failed, 1 for the first.
 * @param begunAt when the file came to be known.
 * @returns null: it is given up.
 */
export function nextCopyAt(attemptNo: number, begunAt: Date, now: Date, why: "fault" | "token"): Date | null {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 3 ** (attemptNo - 1));
  const next = new Date(now.getTime() + pauseMs);
  return next.getTime() - begunAt.getTime() > GIVE_UP_MS[why] ? null : next;
}
