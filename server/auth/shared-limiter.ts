import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { validate as isUuid } from "uuid";
import { z } from "zod";
import { pool } from "../db.ts";
import { env } from "../env.ts";
import { listenForSignals, onTold, tell } from "../events/signal.ts";

/** What the processes count is told to the others so often, in milliseconds, all of it together: no request waits for it. */
const TELL_MS = 100;
/** A NOTIFY takes 8,000 bytes; so many counts fit. */
const TOLD_TOGETHER = 100;
const PREFIX = "limits ";

/** Of limiter and key: whether it was forgotten, and by how much it then grew or shrank. */
const COUNTS = z.array(z.tuple([z.string(), z.string(), z.boolean(), z.int()]));
type Count = z.infer<typeof COUNTS>[number];

export type SharedLimiter = {
  /** Counts one; throws how long to wait (RateLimiterRes) when there were too many. */
  consume: (key: string) => Promise<void>;
  /** Takes one back. */
  reward: (key: string) => Promise<void>;
  forget: (key: string) => Promise<void>;
};

type State = { memories: Map<string, RateLimiterMemory>; outgoing: Map<string, Count> | null };

// One state for the server's and Next's copy of this module, or a sign-in page and the doors would count apart.
const globals = globalThis as typeof globalThis & { omnichannelLimits?: State };
const state: State = (globals.omnichannelLimits ??= { memories: new Map(), outgoing: null });

/**
 * A limit that holds for all web processes of a database together. Each counts in its own memory and tells the others a tenth of a
 * second later, so that what comes to all of them within that time may pass once in each.
 * @param name unique; `points` are borne in `duration` seconds.
 */
export function sharedLimiter(name: string, limit: { points: number; duration: number }): SharedLimiter {
  const memory = state.memories.get(name) ?? new RateLimiterMemory({ ...limit, keyPrefix: name });
  state.memories.set(name, memory);
  return {
    async consume(key) {
      const id = idOf(key);
      await memory.consume(id);
      note(name, id, { by: 1 });
    },
    async reward(key) {
      const id = idOf(key);
      await memory.reward(id);
      note(name, id, { by: -1 });
    },
    async forget(key) {
      const id = idOf(key);
      await memory.delete(id);
      note(name, id, "forgotten");
    },
  };
}

/** How long to wait, in whole seconds, by what a limiter has thrown; anything else is thrown on. */
export function waitOf(refusal: unknown): number {
  if (!(refusal instanceof RateLimiterRes)) throw refusal;
  return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
}

/** Addresses and e-mails are not told to anybody, and keys have one length. */
function idOf(key: string): string {
  return isUuid(key) ? key : createHash("sha256").update(key).digest("base64url").slice(0, 22);
}

function note(name: string, id: string, change: "forgotten" | { by: number }): void {
  const { outgoing } = state;
  if (!outgoing) return;
  const place = `${name} ${id}`;
  const [, , isForgotten = false, before = 0] = outgoing.get(place) ?? [];
  outgoing.set(place, change === "forgotten" ? [name, id, true, 0] : [name, id, isForgotten, before + change.by]);
}

/** From now on this process tells the others what it counts, and counts what they tell. Returns how to stop. */
export function shareLimits(): { stop: () => Promise<void> } {
  state.outgoing = new Map();
  let own: string | null = null;
  const line = listenForSignals(env().DATABASE_URL);
  const stopHearing = onTold((words) => {
    if (words !== own && words.startsWith(PREFIX)) hear(words.slice(PREFIX.length));
  });
  const timer = setInterval(() => {
    const counts = [...(state.outgoing?.values() ?? [])].filter(([, , isForgotten, by]) => isForgotten || by !== 0);
    state.outgoing?.clear();
    for (let at = 0; at < counts.length; at += TOLD_TOGETHER) {
      own = PREFIX + JSON.stringify(counts.slice(at, at + TOLD_TOGETHER));
      tell(own, pool());
    }
    own = null;
  }, TELL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopHearing();
      state.outgoing = null;
      await line.stop();
    },
  };
}

/** What another process has counted. Words of another release are left aside. */
function hear(words: string): void {
  let counts: Count[];
  try {
    counts = COUNTS.parse(JSON.parse(words));
  } catch {
    return;
  }
  for (const [name, id, isForgotten, by] of counts) {
    const memory = state.memories.get(name);
    if (!memory) continue;
    if (isForgotten) void memory.delete(id);
    if (by > 0) void memory.penalty(id, by);
    else if (by < 0) void memory.reward(id, -by);
  }
}
