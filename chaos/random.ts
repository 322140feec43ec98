/** Seeded random choices: the same seed gives the same plan of faults and the same load. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next: () => number;
  /** An integer, both bounds inclusive. */
  between: (low: number, high: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  shuffled: <T>(from: readonly T[]) => T[];
  /** A separate stream, so that one part's draws do not shift another part's. */
  fork: (name: string) => Random;
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: 32 bits of state are enough to choose targets.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[between(0, from.length - 1)];
      if (picked === undefined) throw new Error("There is nothing to pick from.");
      return picked;
    },
    shuffled: (from) => {
      const items = [...from];
      for (let last = items.length - 1; last > 0; last--) {
        const other = between(0, last);
        const held = items[last] as (typeof items)[number];
        items[last] = items[other] as (typeof items)[number];
        items[other] = held;
      }
      return items;
    },
    fork: (name) => seededRandom(hashOf(`${seed}/${name}`)),
  };
}

/**
 * A number from 0 to 1 derived from a text. Faults drawn by a request's key strike the same requests in every run of a seed, in
 * any order of arrival.
 */
export function drawFor(seed: number, text: string): number {
  return seededRandom(hashOf(`${seed}/${text}`)).next();
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
