import { sharedLimiter } from "../auth/shared-limiter.ts";
import { TokenBuckets } from "../auth/token-bucket.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";

/** Per minute; anybody on the internet may ask. */
const LIMITS = {
  session: sharedLimiter("webchat-session", { points: 20, duration: 60 }),
  /** Calls from one address without a session that holds; calls of one visitor. An office behind one address is many visitors. */
  call: sharedLimiter("webchat-call", { points: 120, duration: 60 }),
  message: sharedLimiter("webchat-message", { points: 30, duration: 60 }),
  /** Files from one address: whoever begins one session after the other is no more than one. */
  upload: sharedLimiter("webchat-upload", { points: 60, duration: 60 }),
} as const;

/** A visitor's "I am writing" is passed on this often, in seconds. */
const typing = new TokenBuckets({ points: 1, duration: 3 });

/**
 * Counts one of a kind; API_RATE_LIMIT 0 switches these limits off with the others.
 * @throws AppError RATE_LIMITED with the seconds to wait
 */
export function takeOf(kind: keyof typeof LIMITS, whose: string): void {
  if (env().API_RATE_LIMIT > 0) LIMITS[kind].take(whose, () => say("service.tooMuch"));
}

/** Takes back what was counted for somebody who turned out to be counted elsewhere. */
export function giveBack(kind: keyof typeof LIMITS, whose: string): void {
  if (env().API_RATE_LIMIT > 0) LIMITS[kind].giveBack(whose);
}

/** Whether it is time to pass on that the visitor is writing, or has stopped. */
export function mayNotifyTyping(whose: string, isTyping: boolean): boolean {
  return typing.take(`${whose} ${isTyping}`) === 0;
}

const MOST_OF_VISITOR = 3;
const MOST_OF_CHANNEL = 5_000;

const open = new Map<string, number>();

/**
 * Counts a stream in, for this process.
 * @returns counts it out again.
 * @throws AppError RATE_LIMITED
 */
export function openStream(integrationId: string, visitorId: string): () => void {
  const counted = [
    [integrationId, MOST_OF_CHANNEL],
    [`${integrationId}|${visitorId}`, MOST_OF_VISITOR],
  ] as const;
  const full = counted.find(([key, most]) => (open.get(key) ?? 0) >= most);
  if (full) {
    const limit = { retryAfterSeconds: 10, rateLimit: full[1] };
    throw new AppError("RATE_LIMITED", say("service.windows"), limit);
  }
  for (const [key] of counted) open.set(key, (open.get(key) ?? 0) + 1);
  let isOut = false;
  return () => {
    if (isOut) return;
    isOut = true;
    for (const [key] of counted) {
      const rest = (open.get(key) ?? 1) - 1;
      if (rest > 0) open.set(key, rest);
      else open.delete(key);
    }
  };
}
