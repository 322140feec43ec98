/** Random choices that a seed repeats: the same seed makes the same plan of faults and the same load. */
export type Random = {
  /** From 0 (included) to 1 (excluded). */
  next: () => number;
  /** A whole number, both bounds included. */
  between: (low: number, high: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  shuffled: <T>(from: readonly T[]) => T[];
  /** A stream of its own: what one part of the rig draws does not shift what another one gets. */
  fork: (name: string) => Random;
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: 32 bits of state are plenty for choosing whom to kill.
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
 * A number from 0 to 1 that belongs to a text: faults that are drawn by the key of a request strike the same requests in every
 * run of a seed, in whatever order these arrive.
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
