import { createHash } from "node:crypto";
import { validate as isUuid } from "uuid";
import { z } from "zod";
import { pool } from "../db.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { listenForSignals, onNotified, notify } from "../events/signal.ts";
import { TokenBuckets, type Rate } from "./token-bucket.ts";
import type { Said } from "../say.ts";

/** Interval in milliseconds at which a process sends its counts to the others, all together. No request waits for it. */
const TELL_MS = 100;
/** Counts per NOTIFY, which is limited to 8,000 bytes. */
const TOLD_TOGETHER = 100;
const PREFIX = "limits ";

/** Limiter, key, whether the bucket was reset, and the change of its count since. */
const COUNTS = z.array(z.tuple([z.string(), z.string(), z.boolean(), z.int()]));
type Count = z.infer<typeof COUNTS>[number];

export type SharedLimiter = {
  /**
   * Counts one request, or `cost`.
   * @throws AppError RATE_LIMITED with the seconds to wait; `says` turns them into the message.
   */
  take: (key: string, says: (seconds: number) => Said, cost?: number) => void;
  giveBack: (key: string) => void;
  forget: (key: string) => void;
};

type State = { buckets: Map<string, TokenBuckets>; outgoing: Map<string, Count> | null };

const state: State = { buckets: new Map(), outgoing: null };

/**
 * A limit that all web processes of a database share. Each counts in its own memory and notifies the others a tenth of a second later.
 * Requests that reach several processes within that time may therefore pass once in each.
 * @param name unique
 */
export function sharedLimiter(name: string, rate: Rate): SharedLimiter {
  const buckets = state.buckets.get(name) ?? new TokenBuckets(rate);
  state.buckets.set(name, buckets);
  return {
    take(key, says, cost = 1) {
      const id = idOf(key);
      const retryAfterSeconds = buckets.take(id, Date.now(), cost);
      if (retryAfterSeconds > 0)
        throw new AppError("RATE_LIMITED", says(retryAfterSeconds), { retryAfterSeconds, rateLimit: rate.points });
      note(name, id, { by: cost });
    },
    giveBack(key) {
      const id = idOf(key);
      buckets.add(id, 1);
      note(name, id, { by: -1 });
    },
    forget(key) {
      const id = idOf(key);
      buckets.fill(id);
      note(name, id, "forgotten");
    },
  };
}

/** The minutes to wait, rounded up. */
export function minutesOf(seconds: number): number {
  return Math.ceil(seconds / 60);
}

/** Hashes the key, so addresses and emails do not leave the process and all keys have the same length. */
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

/** Starts sending this process's counts to the others and applying theirs. Returns a function to stop. */
export function shareLimits(): { stop: () => Promise<void> } {
  state.outgoing = new Map();
  let own: string | null = null;
  const line = listenForSignals(env().DATABASE_URL);
  const stopHearing = onNotified((words) => {
    if (words !== own && words.startsWith(PREFIX)) hear(words.slice(PREFIX.length));
  });
  const timer = setInterval(() => {
    const counts = [...(state.outgoing?.values() ?? [])].filter(([, , isForgotten, by]) => isForgotten || by !== 0);
    state.outgoing?.clear();
    for (let at = 0; at < counts.length; at += TOLD_TOGETHER) {
      own = PREFIX + JSON.stringify(counts.slice(at, at + TOLD_TOGETHER));
      notify(own, pool());
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

/** Applies the counts of another process. Ignores the format of another release. */
function hear(words: string): void {
  let counts: Count[];
  try {
    counts = COUNTS.parse(JSON.parse(words));
  } catch {
    return;
  }
  for (const [name, id, isForgotten, by] of counts) {
    const buckets = state.buckets.get(name);
    if (isForgotten) buckets?.fill(id);
    if (by !== 0) buckets?.add(id, -by);
  }
}
