import { sharedLimiter } from "../auth/shared-limiter.ts";
import { TokenBuckets } from "../auth/token-bucket.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";

/** Per minute, since anyone on the internet may call. */
const LIMITS = {
  session: sharedLimiter("webchat-session", { points: 20, duration: 60 }),
  /** Calls from one address without a valid session, and calls of one visitor. An office behind one address has many visitors. */
  call: sharedLimiter("webchat-call", { points: 120, duration: 60 }),
  message: sharedLimiter("webchat-message", { points: 30, duration: 60 }),
  /** Files per address. Starting new sessions does not raise this limit. */
  upload: sharedLimiter("webchat-upload", { points: 60, duration: 60 }),
} as const;

/** How often a visitor's typing notice is forwarded, in seconds. */
const typing = new TokenBuckets({ points: 1, duration: 3 });

/**
 * Counts one call of a kind. API_RATE_LIMIT 0 turns these limits off with the others.
 * @throws AppError RATE_LIMITED with the seconds to wait
 */
export function takeOf(kind: keyof typeof LIMITS, whose: string): void {
  if (env().API_RATE_LIMIT > 0) LIMITS[kind].take(whose, () => say("service.tooMuch"));
}

/** Takes a count back when the call turns out to be counted elsewhere. */
export function giveBack(kind: keyof typeof LIMITS, whose: string): void {
  if (env().API_RATE_LIMIT > 0) LIMITS[kind].giveBack(whose);
}

/** Whether a notice that the visitor started or stopped typing may be forwarded now. */
export function mayNotifyTyping(whose: string, isTyping: boolean): boolean {
  return typing.take(`${whose} ${isTyping}`) === 0;
}

const MOST_OF_VISITOR = 3;
const MOST_OF_CHANNEL = 5_000;

const open = new Map<string, number>();

/**
 * Counts an open stream in this process.
 * @returns a function that removes it from the count.
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
