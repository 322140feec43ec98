import type { Topic } from "../events/signal.ts";
import type { WorkPool } from "./pool.ts";
import { startPump } from "./pump.ts";

/** Items with the slots that they brought. Times are the database's, in milliseconds since 1970. */
export type PacedClaim<Item> = {
  items: { item: Item; slotAt: number }[];
  now: number;
  /** When there will be more to take; null: when the topic is announced. */
  lookAgainAt: number | null;
  /** Whether there was no room for more: then there is when an item ends. */
  isFull: boolean;
  /** How long after its time a slot may still be used, in milliseconds. */
  usableMs: number;
};

type PacedPoolOptions<Item> = {
  topic: Topic;
  pollMs: number;
  /** Items in hand at once in this process. */
  mostAtOnce: number;
  /**
   * Takes at most `limit` items, none for a time before `leadMs` from now; `held` counts those in hand here by lane, `lateMs` is how
   * late slots were come to of late.
   */
  claim: (
    held: ReadonlyMap<string, number>,
    limit: number,
    leadMs: number,
    lateMs: number,
  ) => Promise<PacedClaim<Item>>;
  /** A second claim, beside the other, for what is so urgent that it takes slots which this process holds for something else. */
  urgent?: {
    topic: Topic;
    rank: number;
    /** Takes at most so many of each lane as it holds slots; one of those that would have had them stands for the lane. */
    claim: (lanes: { item: Item; slots: number }[]) => Promise<Item[]>;
  };
  laneOf: (item: Item) => string;
  /** Who has a lane's next slot: lower goes first. */
  rankOf: (item: Item) => number;
  /** How long after its claim an item may still be begun, in milliseconds. */
  beginWithinMs: number;
  /** Does one item to its end. Must not throw. */
  work: (item: Item, signal: AbortSignal) => Promise<void>;
  /** Gives items back that were not begun, for any worker to take. Must not throw. */
  handBack: (items: Item[]) => Promise<void>;
};

/** Between two claims, in milliseconds: what is announced meanwhile is taken together. */
const CLAIM_GAP_MS = 10;
/** Claims of nothing before the first: the clock has an answer that was quick. */
const WARM_UP = 3;
/** How late slots are expected to be come to at first, in milliseconds: the process is still starting. */
const LATE_AT_FIRST_MS = 50;
/** What one more slot counts in the mean. A single late one loses its slot; only a process that is late as a rule says so … */
const WEIGHT = 0.1;
/** … and says this multiple of the mean. */
const LATENESS_TOLD = 2;

/**
 * Claims items ahead of their time and begins each at a slot of its lane. What has lost its slot, because this process stood still
 * or the answer came late, is handed back and claimed anew: nothing is begun late, nor by a worker whose lease may have lapsed.
 */
export function startPacedPool<Item>(options: PacedPoolOptions<Item>): WorkPool {
  const clock = createPaceClock();
  const lanes = new Map<string, PaceLane<Item>>();
  /** In hand by lane: waiting, under way, or on the way back. */
  const held = new Map<string, number>();
  let heldInAll = 0;
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let nextClaimAt = 0;
  let waitsForRoom = false;
  let warmUp = WARM_UP;
  let lateness = LATE_AT_FIRST_MS;

  const count = (item: Item, change: 1 | -1) => {
    const lane = options.laneOf(item);
    const rest = (held.get(lane) ?? 0) + change;
    heldInAll += change;
    if (rest === 0) held.delete(lane);
    else held.set(lane, rest);
  };
  /** Items are in hand until their task has ended. */
  const follow = (items: Item[], task: Promise<void>) => {
    const followed = task.finally(() => {
      open.delete(followed);
      for (const item of items) count(item, -1);
      if (waitsForRoom) pump.wake();
    });
    open.add(followed);
  };
  const handBack = (given: Waiting<Item>[]) => {
    if (given.length === 0) return;
    const items = given.map(({ item }) => item);
    follow(items, options.handBack(items));
  };
  const mayBegin = ({ takenAt }: Waiting<Item>, now: number) =>
    Math.max(now - takenAt.steady, Date.now() - takenAt.wall) < options.beginWithinMs;

  const begin = () => {
    const missed: Waiting<Item>[] = [];
    for (const lane of lanes.values()) {
      const now = performance.now();
      const lateMs = now - (lane.nextAt() ?? Infinity);
      if (lateMs >= 0) lateness += WEIGHT * (lateMs - lateness);
      for (const waiting of lane.take(now)) {
        if (mayBegin(waiting, now)) follow([waiting.item], options.work(waiting.item, stopping.signal));
        else missed.push(waiting);
      }
      missed.push(...lane.takeSlotless());
    }
    handBack(missed);
    wakeAtNextSlot();
  };
  const wakeAtNextSlot = () => {
    clearTimeout(timer);
    let next = Infinity;
    for (const [name, lane] of lanes) {
      const at = lane.nextAt();
      if (at === null) lanes.delete(name);
      else next = Math.min(next, at);
    }
    if (next < Infinity) timer = setTimeout(begin, Math.max(1, Math.ceil(next - performance.now())));
  };
  const laneOf = (item: Item) => {
    const name = options.laneOf(item);
    const lane = lanes.get(name) ?? createPaceLane<Item>();
    lanes.set(name, lane);
    return lane;
  };
  const pump = startPump(options.topic, options.pollMs, async () => {
    const rest = nextClaimAt - performance.now();
    if (rest > 0) return rest;
    const room = options.mostAtOnce - heldInAll;
    waitsForRoom = room <= 0;
    if (waitsForRoom) return null;
    const startedAt = { steady: performance.now(), wall: Date.now() };
    const claimed = await options.claim(held, warmUp > 0 ? 0 : room, clock.lagMs(), lateness * LATENESS_TOLD);
    const { items, now, lookAgainAt } = claimed;
    const receivedAt = performance.now();
    clock.note(now, receivedAt);
    if (warmUp > 0) return warmUp-- && 0;
    nextClaimAt = receivedAt + CLAIM_GAP_MS;
    waitsForRoom = claimed.isFull;
    for (const { item, slotAt } of items) {
      count(item, 1);
      const lane = laneOf(item);
      lane.addSlot(clock.toLocal(slotAt), claimed.usableMs);
      lane.add({ item, rank: options.rankOf(item), takenAt: startedAt });
    }
    if (!isStopping) begin();
    return lookAgainAt === null ? null : Math.max(CLAIM_GAP_MS, clock.toLocal(lookAgainAt) - performance.now());
  });

  const { urgent } = options;
  const urgentPump =
    urgent &&
    startPump(urgent.topic, options.pollMs, async () => {
      const held = [...lanes.values()].flatMap((lane) => lane.heldBelow(urgent.rank) ?? []);
      if (held.length === 0) return null;
      const takenAt = { steady: performance.now(), wall: Date.now() };
      for (const item of await urgent.claim(held)) {
        count(item, 1);
        // Whoever had the slot is last in line now, without one, and is handed back.
        laneOf(item).add({ item, rank: options.rankOf(item), takenAt });
      }
      if (!isStopping) begin();
      return null;
    });

  return {
    async stop(graceMs) {
      isStopping = true;
      clearTimeout(timer);
      await Promise.all([pump.stop(), urgentPump?.stop()]);
      handBack([...lanes.values()].flatMap((lane) => lane.takeAll()));
      const grace = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(open);
      clearTimeout(grace);
    },
  };
}

/** How long a reading of the database's clock counts, in milliseconds: longer, and the two clocks' drift would count with it. */
const WINDOW_MS = 30_000;
/** What a slow answer makes the next slots wait for at most. */
const MOST_LAG_MS = 500;
/** Of the worst lag so much is left with every further answer. */
const LAG_KEPT = 0.9;

/** Translates the database's times into this process's own, which nobody sets and which never jumps. */
type PaceClock = {
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

type Waiting<Item> = {
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
