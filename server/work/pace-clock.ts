/** How long a reading of the database's clock counts, in milliseconds: longer, and the two clocks' drift would count with it. */
const WINDOW_MS = 30_000;
/** What a slow answer makes the next slots wait for at most. */
const MOST_LAG_MS = 500;
/** Of the worst lag so much is left with every further answer. */
const LAG_KEPT = 0.9;

/** Translates the database's times into this process's own, which nobody sets and which never jumps. */
export type PaceClock = {
  /** Takes in an answer: the database's clock in it, and when it was here by ours. */
  note: (databaseMs: number, receivedMs: number) => void;
  toLocal: (databaseMs: number) => number;
  /** How much longer than the quickest answer the slow ones took of late. */
  lagMs: () => number;
};

/**
 * An answer's way back takes now more, now less, never less than nothing: so the smallest difference of the clocks that was seen of
 * late is the truest, and the same for every worker to about a network's quickest way.
 */
export function createPaceClock(): PaceClock {
  /** Differences that can still become the smallest: each is larger than the one before it, and newer. */
  const differences: { at: number; difference: number }[] = [];
  let lag = 0;
  const smallest = () => differences[0]?.difference ?? 0;

  return {
    note(databaseMs, receivedMs) {
      const difference = receivedMs - databaseMs;
      while ((differences.at(-1)?.difference ?? -Infinity) >= difference) differences.pop();
      differences.push({ at: receivedMs, difference });
      while ((differences[0]?.at ?? Infinity) < receivedMs - WINDOW_MS) differences.shift();
      lag = Math.min(MOST_LAG_MS, Math.max(difference - smallest(), lag * LAG_KEPT));
    },
    toLocal: (databaseMs) => databaseMs + smallest(),
    lagMs: () => lag,
  };
}
