import type { Topic } from "../events/signal.ts";
import { startPump } from "./pump.ts";

export type WorkPool = {
  /** Takes no more work and waits for running items. After `graceMs`, aborts the rest. */
  stop: (graceMs: number) => Promise<void>;
};

type PoolOptions<Item> = {
  topic: Topic;
  pollMs: number;
  /** Limit of concurrent items in this process. */
  mostAtOnce: number;
  /**
   * Claims at most `limit` items. `underWay` counts running items here by lane (a channel, a webhook). For work that is due at a
   * time, returns in how many milliseconds there will be more. null: when the topic is announced.
   */
  claim: (
    underWay: ReadonlyMap<string, number>,
    limit: number,
  ) => Promise<Item[] | { items: Item[]; againInMs: number | null }>;
  laneOf: (item: Item) => string;
  /** Processes one item to its end. Must not throw. */
  work: (item: Item, signal: AbortSignal) => Promise<void>;
};

/**
 * Claims items in batches and runs them concurrently. A slow lane fills only its own share. When an item ends, the pool can claim
 * again at once.
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
