export type Waiting<Item> = {
  item: Item;
  /** Lower goes first; among equals the one that came first. */
  rank: number;
  /** When it was taken, by the steady clock and by the one that also runs while the machine sleeps. */
  takenAt: { steady: number; wall: number };
};

/**
 * One channel's slots and what waits for them, apart from each other: whatever is most urgent when a slot comes has it, so an
 * agent's reply takes the earliest one that this worker holds, and a broadcast's message the one that the reply had brought.
 * Times are the process's own, in milliseconds.
 */
export type PaceLane<Item> = {
  /** One that may be used for so long after its time; later it is gone. */
  addSlot: (at: number, usableMs: number) => void;
  add: (waiting: Waiting<Item>) => void;
  /** Those whose time has come. */
  take: (now: number) => Waiting<Item>[];
  /** Takes out those for which no slot is left. */
  takeSlotless: () => Waiting<Item>[];
  takeAll: () => Waiting<Item>[];
  /** How many slots are held for what is less urgent than `rank`, and one that waits for them; null for none. */
  heldBelow: (rank: number) => { slots: number; item: Item } | null;
  /** The next slot that something waits for. */
  nextAt: () => number | null;
};

export function createPaceLane<Item>(): PaceLane<Item> {
  let slots: { at: number; until: number }[] = [];
  const line: Waiting<Item>[] = [];

  return {
    addSlot(at, usableMs) {
      slots.splice(slots.findLastIndex((slot) => slot.at <= at) + 1, 0, { at, until: at + usableMs });
    },
    add: (waiting) => void line.splice(line.findLastIndex(({ rank }) => rank <= waiting.rank) + 1, 0, waiting),
    take(now) {
      slots = slots.filter(({ until }) => until >= now);
      const due = slots.findIndex(({ at }) => at > now);
      const taken = line.splice(0, due === -1 ? slots.length : due);
      slots.splice(0, taken.length);
      return taken;
    },
    takeSlotless: () => line.splice(slots.length),
    takeAll: () => line.splice(0),
    heldBelow(rank) {
      const first = line.findIndex((waiting) => waiting.rank > rank);
      const item = line[first]?.item;
      return item === undefined ? null : { slots: line.length - first, item };
    },
    nextAt: () => (line.length > 0 ? (slots[0]?.at ?? null) : null),
  };
}
