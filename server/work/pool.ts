import type { Topic } from "../events/signal.ts";
import { startPump } from "./pump.ts";

export type WorkPool = {
  /** Takes no more work and waits for what is under way; after `graceMs` the rest is told to stop. */
  stop: (graceMs: number) => Promise<void>;
};

type PoolOptions<Item> = {
  topic: Topic;
  pollMs: number;
  /** Items under way at once in this process. */
  mostAtOnce: number;
  /**
   * Takes at most `limit` items; `underWay` counts those open here by lane (a channel, a webhook). Where work falls due by the clock,
   * it says in how many milliseconds there will be more; null: when the topic is announced.
   */
  claim: (
    underWay: ReadonlyMap<string, number>,
    limit: number,
  ) => Promise<Item[] | { items: Item[]; againInMs: number | null }>;
  laneOf: (item: Item) => string;
  /** Does one item to its end. Must not throw. */
  work: (item: Item, signal: AbortSignal) => Promise<void>;
};

/**
 * Claims items in batches and works on them side by side: a slow lane fills its own share, never the others'. Every item that
 * ends makes room for the next claim at once.
 */
export function startPool<Item>(options: PoolOptions<Item>): WorkPool {
  const underWay = new Map<string, number>();
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();

  const begin = (item: Item) => {
    const lane = options.laneOf(item);
    underWay.set(lane, (underWay.get(lane) ?? 0) + 1);
    const task = options.work(item, stopping.signal).finally(() => {
      open.delete(task);
      const rest = (underWay.get(lane) ?? 1) - 1;
      if (rest === 0) underWay.delete(lane);
      else underWay.set(lane, rest);
      pump.wake();
    });
    open.add(task);
  };
  const pump = startPump(options.topic, options.pollMs, async () => {
    const room = options.mostAtOnce - open.size;
    if (room <= 0) return null;
    const claimed = await options.claim(underWay, room);
    const { items, againInMs } = Array.isArray(claimed) ? { items: claimed, againInMs: null } : claimed;
    for (const item of items) begin(item);
    return againInMs;
  });

  return {
    async stop(graceMs) {
      await pump.stop();
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(open);
      clearTimeout(timer);
    },
  };
}
