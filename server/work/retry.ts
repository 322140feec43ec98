/** When work is retried after a failure; times in seconds. */
type Schedule = {
  /** Pause after the first, second, … failed attempt. */
  pauses: readonly number[];
  /** After the last pause: repeat that pause, or give up. */
  then: "repeat" | "give up";
  /** Random share added to or taken from a pause, so that work that failed together is not retried together. */
  jitter?: number;
  /** Limit for a pause that the other side asks for. */
  mostAsked?: number;
  /** Maximum age: work that would be older at its next attempt is given up. */
  longest?: number;
};

const HOUR = 3_600;
const MEDIA_PAUSES = [5, 15, 45, 135, 405, 1_215, HOUR];

/** Every kind of work that is retried. */
const SCHEDULES = {
  /** A message to its provider. It also has its own deadline. */
  send: { pauses: [1, 5, 15, 60, 180, 600, 1_800], then: "repeat", jitter: 0.2 },
  /** A webhook delivery. */
  delivery: {
    pauses: [5, 120, 1_800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
    then: "give up",
    jitter: 0.2,
    mostAsked: 24 * HOUR,
  },
  /** A contact's file. Provider errors end within a day. */
  mediaCopy: { pauses: MEDIA_PAUSES, then: "repeat", longest: 24 * HOUR },
  /** A contact's file whose channel's token was refused: people need time to fix it, and WhatsApp keeps files for seven days. */
  mediaCopyRefused: { pauses: MEDIA_PAUSES, then: "repeat", longest: 6 * 24 * HOUR },
  /** A provider's call that was not stored. */
  providerCall: {
    pauses: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, HOUR],
    then: "repeat",
    longest: 24 * HOUR,
  },
  /** A provider's call that waits for another one, such as a status for a message that has not arrived. */
  providerCallWaiting: { pauses: [1, 2, 4, 8, 10], then: "repeat" },
  /** After an error of ours: a scheduled message, an assistant's turn. */
  scheduledMessage: { pauses: [2, 4, 8, 16, 32, 60], then: "repeat" },
  turn: { pauses: [2, 4, 6, 8, 10, 12, 14, 16], then: "repeat" },
} as const satisfies Record<string, Schedule>;

export type RetriedWork = keyof typeof SCHEDULES;

/** What else determines a pause; times in seconds. */
type Facts = {
  /** How long the other side wants no attempt. */
  asked?: number | null | undefined;
  age?: number;
  /** Time until the work's own deadline. */
  left?: number;
  /** From 0 to 1. */
  random?: number;
};

/**
 * The pause before the next attempt, in seconds. null: the work is given up.
 * @param failures number of failed attempts, from 1.
 */
export function retryPause(kind: RetriedWork, failures: number, facts: Facts = {}): number | null {
  const { asked, age = 0, left = Infinity, random = Math.random() } = facts;
  const { pauses, then, jitter = 0, mostAsked = Infinity, longest = Infinity }: Schedule = SCHEDULES[kind];
  const own = pauses[failures - 1] ?? (then === "repeat" ? pauses.at(-1) : undefined);
  if (own === undefined) return null;
  const pause = Math.max(own * (1 - jitter + 2 * jitter * random), Math.min(asked ?? 0, mostAsked));
  return pause > Math.min(left, longest - age) ? null : pause;
}
