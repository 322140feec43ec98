import { GRAPH_ERRORS, type GraphRefusal } from "./graph-errors.ts";

/** A token bucket: `capacity` tokens at most, one more every `everyMs` milliseconds. */
type Bucket = { capacity: number; everyMs: number };

/** The limit per number: 80 messages per second. */
const NUMBER: Bucket = { capacity: 80, everyMs: 1_000 / 80 };
/** The limit per customer: a burst of 45. One token comes back every 6 seconds. */
const PAIR: Bucket = { capacity: 45, everyMs: 6_000 };

export type Limits = {
  /** Counts one message from the number to the customer. Returns the refusal if a limit is reached. */
  take: (phoneNumberId: string, customer: string) => GraphRefusal | null;
};

/** WhatsApp's two rate limits, by the stand-in's clock. */
export function startLimits(now: () => Date): Limits {
  const levels = new Map<string, { tokens: number; at: number }>();

  function level(key: string, { capacity, everyMs }: Bucket): { tokens: number; at: number } {
    const at = now().getTime();
    const known = levels.get(key) ?? { tokens: capacity, at };
    return { tokens: Math.min(capacity, known.tokens + (at - known.at) / everyMs), at };
  }

  return {
    take(phoneNumberId, customer) {
      const pairKey = `${phoneNumberId} ${customer}`;
      const number = level(phoneNumberId, NUMBER);
      const pair = level(pairKey, PAIR);
      if (number.tokens < 1) return GRAPH_ERRORS.throughput;
      if (pair.tokens < 1) return GRAPH_ERRORS.pairRate;
      levels.set(phoneNumberId, { ...number, tokens: number.tokens - 1 });
      levels.set(pairKey, { ...pair, tokens: pair.tokens - 1 });
      return null;
    },
  };
}
