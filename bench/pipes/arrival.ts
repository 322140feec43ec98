import { z } from "zod";
import type { Side } from "./side.ts";

/**
 * A request that reached the far side: the arrival time of its head, in milliseconds since 1970; its idempotency key or
 * webhook-id; the benchmark's number from the text; whether it was accepted or refused by the rate limit.
 */
export const arrival = z.object({
  at: z.number(),
  key: z.string(),
  number: z.number().nullable(),
  isTaken: z.boolean(),
});
export type Arrival = z.infer<typeof arrival>;

const LOOK_MS = 50;

/** Waits until this many requests have arrived under a name, and returns them. Fails after `withinMs`. */
export async function arrivalsOf(side: Side, name: string, wanted: number, withinMs: number): Promise<Arrival[]> {
  const until = performance.now() + withinMs;
  for (;;) {
    const count = await side.ask(z.number(), { count: name });
    if (count >= wanted) return side.ask(z.array(arrival), { take: name });
    if (performance.now() > until) throw new Error(`${name}: ${count} of ${wanted} arrived in ${withinMs} ms`);
    await new Promise((wait) => setTimeout(wait, LOOK_MS));
  }
}

/** Throws unless each number from `from` on arrived, and none arrived again under another key. */
export function mustBeWhole(name: string, arrivals: readonly Arrival[], from: number, count: number): void {
  const numbers = new Set(arrivals.map(({ number }) => number));
  const keys = new Set(arrivals.map(({ key }) => key));
  for (let number = from; number < from + count; number += 1) {
    if (!numbers.has(number)) throw new Error(`${name}: number ${number} never arrived`);
  }
  if (numbers.size !== count || keys.size !== arrivals.length || arrivals.length !== count) {
    throw new Error(`${name}: ${arrivals.length} arrivals of ${numbers.size} numbers for ${count} that were sent`);
  }
}
