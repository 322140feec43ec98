const HOUR_MS = 3_600_000;

/**
 * A failing delivery holds back later ones of its conversation until this many attempts have failed: about two minutes with the pauses
 * of work/retry.ts.
 */
export const ATTEMPTS_HELD = 3;
/**
 * If a receiver asked to wait longer than this, its delivery holds back no others meanwhile. This is above the longest pause between held
 * attempts.
 */
export const LONGEST_HOLD_SECONDS = 150;
/** A webhook that only fails for this long is switched off. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR_MS;

/** Multiplier of the schedule: 1 in production; tests compress five days into seconds. */
export type TimeScale = number;
