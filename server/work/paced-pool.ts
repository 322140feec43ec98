import type { Topic } from "../events/signal.ts";
import type { WorkPool } from "./pool.ts";
import { startPump } from "./pump.ts";

/** Claimed items with their slots. Times are the database's, in milliseconds since 1970. */
export type PacedClaim<Item> = {
  items: { item: Item; slotAt: number }[];
  now: number;
  /** When there will be more to claim. null: when the topic is announced. */
  lookAgainAt: number | null;
  /** Whether there was no room for more. Then the pool claims again when an item ends. */
  isFull: boolean;
  /** How long after its time a slot may still be used, in milliseconds. */
  usableMs: number;
};

type PacedPoolOptions<Item> = {
  topic: Topic;
  pollMs: number;
  /** Limit of items that this process holds. */
  mostAtOnce: number;
  /**
   * Claims at most `limit` items, none for a time before `leadMs` from now. `held` counts the items held here by lane. `lateMs` is
   * how late slots have recently been used.
   */
  claim: (
    held: ReadonlyMap<string, number>,
    limit: number,
    leadMs: number,
    lateMs: number,
  ) => Promise<PacedClaim<Item>>;
  /** A second, independent claim for urgent items. They take slots that this process holds for less urgent ones. */
  urgent?: {
    topic: Topic;
    rank: number;
    /** Claims at most `slots` items per lane. `item`: one of the lane's items that would lose its slot; it identifies the lane. */
    claim: (lanes: { item: Item; slots: number }[]) => Promise<Item[]>;
  };
  laneOf: (item: Item) => string;
  /** The order of a lane's items: lower goes first. */
  rankOf: (item: Item) => number;
  /** How long after its claim an item may still start, in milliseconds. */
  beginWithinMs: number;
  /** Processes one item to its end. Must not throw. */
  work: (item: Item, signal: AbortSignal) => Promise<void>;
  /** Gives back items that have not started, so that any worker can take them. Must not throw. */
  handBack: (items: Item[]) => Promise<void>;
};

/** Pause between two claims, in milliseconds. Announcements in between are handled by one claim. */
const CLAIM_GAP_MS = 10;
/** Number of empty claims before the first real one, so that the clock has seen a fast response. */
const WARM_UP = 3;
/** Initial estimate of how late slots are used, in milliseconds: the process is still starting. */
const LATE_AT_FIRST_MS = 50;
/** Weight of a new slot in the mean lateness. A single late item only loses its slot; only regular lateness is reported. */
const WEIGHT = 0.1;
/** The reported lateness is this multiple of the mean. */
const LATENESS_TOLD = 2;

/**
 * Claims items ahead of their time and starts each at a slot of its lane. An item that has lost its slot, because this process
 * paused or the response was late, is given back and claimed again. Nothing starts late, or by a worker whose lease may have
 * expired.
 */
export function startPacedPool<Item>(options: PacedPoolOptions<Item>): WorkPool {
  const clock = createPaceClock();
  const lanes = new Map<string, PaceLane<Item>>();
  /** Held items by lane: waiting, running, or being given back. */
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
  /** An item counts as held until its task has ended. */
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
        // The item that had the slot is now last in line without one, and is given back.
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

/** How long a reading of the database's clock is used, in milliseconds. Longer, and the drift of the two clocks would matter. */
const WINDOW_MS = 30_000;
/** Maximum lead added because of slow responses, in milliseconds. */
const MOST_LAG_MS = 500;
/** The share of the worst lag that remains after each further response. */
const LAG_KEPT = 0.9;

/** Converts the database's times to this process's monotonic clock. */
type PaceClock = {
  /** Records a response: the database's clock in it, and our clock when it arrived. */
  note: (databaseMs: number, receivedMs: number) => void;
  toLocal: (databaseMs: number) => number;
  /** How much longer than the fastest response the slow ones have recently taken, in milliseconds. */
  lagMs: () => number;
};

/**
 * A response's travel time varies but is never negative. The smallest recent difference of the clocks is therefore the most
 * accurate. It is the same for every worker, except for the network's fastest travel time.
 */
export function createPaceClock(): PaceClock {
  /** Candidates for the smallest difference: each is larger and newer than the one before it. */
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
  /** Lower goes first; equal ranks in order of arrival. */
  rank: number;
  /** When it was claimed, by the monotonic clock and by the wall clock, which also runs while the machine sleeps. */
  takenAt: { steady: number; wall: number };
};

/**
 * One channel's slots and waiting items, kept separately. At each slot, the most urgent item goes. An agent's reply takes the
 * earliest slot that this worker holds, and a broadcast's message gets the slot that the reply came with. Times are this
 * process's, in milliseconds.
 */
export type PaceLane<Item> = {
  /** Adds a slot that may be used until `usableMs` after its time. */
  addSlot: (at: number, usableMs: number) => void;
  add: (waiting: Waiting<Item>) => void;
  /** Removes and returns the items whose time has come. */
  take: (now: number) => Waiting<Item>[];
  /** Removes and returns the items without a slot. */
  takeSlotless: () => Waiting<Item>[];
  takeAll: () => Waiting<Item>[];
  /** The number of slots held for items less urgent than `rank`, with one of these items. null: none. */
  heldBelow: (rank: number) => { slots: number; item: Item } | null;
  /** The time of the next slot, if an item waits for it. */
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
