/** How long after a failure, in seconds, work is tried again. */
type Schedule = {
  /** After the first, second, … failed attempt. */
  pauses: readonly number[];
  /** After the last of the pauses: the same again, or the work is given up. */
  then: "repeat" | "give up";
  /** The share of a pause that chance adds or takes away, so that what failed together is not tried together. */
  jitter?: number;
  /** The other side may ask for a pause; a longer one than this counts as this. */
  mostAsked?: number;
  /** Work that would be older than this at its next attempt is given up. */
  longest?: number;
};

const HOUR = 3_600;
const MEDIA_PAUSES = [5, 15, 45, 135, 405, 1_215, HOUR];

/** Every kind of work that is tried again (decisions section 5, 7 and 13). */
const SCHEDULES = {
  /** A message to its provider; it also has a deadline of its own. */
  send: { pauses: [1, 5, 15, 60, 180, 600, 1_800], then: "repeat", jitter: 0.2 },
  /** A webhook. */
  delivery: {
    pauses: [5, 120, 1_800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    then: "give up",
    jitter: 0.2,
    mostAsked: 24 * HOUR,
  },
  /** A contact's file. Faults of a provider pass within a day. */
  mediaCopy: { pauses: MEDIA_PAUSES, then: "repeat", longest: 24 * HOUR },
  /** … whose channel's token was refused: people need as long as they need, and WhatsApp keeps files for seven days. */
  mediaCopyRefused: { pauses: MEDIA_PAUSES, then: "repeat", longest: 6 * 24 * HOUR },
  /** A provider's call that was not stored. */
  providerCall: {
    pauses: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, HOUR],
    then: "repeat",
    longest: 24 * HOUR,
  },
  /** … and one that waits for another: a status for its message. */
  providerCallWaiting: { pauses: [1, 2, 4, 8, 10], then: "repeat" },
  /** After a fault of ours: a scheduled message, an assistant's turn. */
  scheduledMessage: { pauses: [2, 4, 8, 16, 32, 60], then: "repeat" },
  turn: { pauses: [2, 4, 6, 8, 10, 12, 14, 16], then: "repeat" },
} as const satisfies Record<string, Schedule>;

export type RetriedWork = keyof typeof SCHEDULES;

/** The pauses without chance, in seconds, for those that show or test them. */
export const pausesOf = (kind: RetriedWork): readonly number[] => SCHEDULES[kind].pauses;

/** What a pause depends on besides the schedule; times in seconds. */
type Facts = {
  /** For how long the other side wants no attempt. */
  asked?: number | null | undefined;
  age?: number;
  /** Until the work's own deadline. */
  left?: number;
  /** From 0 to 1. */
  random?: number;
};

/**
 * The pause before the next attempt, in seconds; null: the work is given up.
 * @param failures attempts that have failed, from 1.
 */
export function retryPause(kind: RetriedWork, failures: number, facts: Facts = {}): number | null {
  const { asked, age = 0, left = Infinity, random = Math.random() } = facts;
  const { pauses, then, jitter = 0, mostAsked = Infinity, longest = Infinity }: Schedule = SCHEDULES[kind];
  const own = pauses[failures - 1] ?? (then === "repeat" ? pauses.at(-1) : undefined);
  if (own === undefined) return null;
  const pause = Math.max(own * (1 - jitter + 2 * jitter * random), Math.min(asked ?? 0, mostAsked));
  return pause > Math.min(left, longest - age) ? null : pause;
}
