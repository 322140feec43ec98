import type { Topic } from "../events/signal.ts";
import { createPaceClock } from "./pace-clock.ts";
import { createPaceLane, type PaceLane, type Waiting } from "./pace-lane.ts";
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
