/** Pseudo-random numbers that are the same in every installation, so that people can discuss the demo. */
export type Random = {
  /** From 0 (included) to 1 (excluded). */
  next: () => number;
  /** A whole number from `min` to `max`, both included. */
  int: (min: number, max: number) => number;
  pick: <T>(from: readonly T[]) => T;
  /** True with the probability `share`, 0 to 1. */
  chance: (share: number) => boolean;
};

/** The generator mulberry32. Its 32 bits of state are enough for a few thousand draws. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: (from) => {
      const picked = from[int(0, from.length - 1)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
    chance: (share) => next() < share,
  };
}
