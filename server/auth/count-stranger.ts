import { env } from "../env.ts";
import { networkOf } from "./address.ts";
import { sharedLimiter } from "./shared-limiter.ts";
import { say } from "../say.ts";

/** A sign-in takes four requests, and an office comes in the morning from one address. */
const strangers = sharedLimiter("auth-door", { points: 300, duration: 60 });

/**
 * Counts a request to /api/auth, which anybody may send. API_RATE_LIMIT 0 switches this limit off with the others.
 * @throws AppError RATE_LIMITED with the seconds to wait
 */
export function countStranger(address: string): void {
  if (env().API_RATE_LIMIT > 0) strangers.take(networkOf(address), () => say("refusal.tooManyRequests"));
}
