import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { Principal } from "./authenticate.ts";
import { sharedLimiter, waitOf } from "./shared-limiter.ts";
import type { SharedLimiter } from "./shared-limiter.ts";

/** Bursts of two seconds' worth pass at once (decisions section 13: 100/s, bursts to 200). */
const WINDOW_SECONDS = 2;

let limiter: SharedLimiter | null = null;

/**
 * Counts one request of the caller.
 * @throws AppError RATE_LIMITED with the seconds to wait.
 */
export function takeRequest(principal: Principal): Promise<void> {
  return takeRequestOf(principal.kind === "key" ? principal.keyId : principal.userId);
}

/**
 * The same for callers that are neither key nor session: a channel, by its id.
 * @throws AppError RATE_LIMITED with the seconds to wait.
 */
export async function takeRequestOf(callerId: string): Promise<void> {
  const perSecond = env().API_RATE_LIMIT;
  if (perSecond === 0) return;
  limiter ??= sharedLimiter("api", { points: perSecond * WINDOW_SECONDS, duration: WINDOW_SECONDS });
  try {
    await limiter.consume(callerId);
  } catch (refusal) {
    const retryAfterSeconds = waitOf(refusal);
    throw new AppError("RATE_LIMITED", "Too many requests; wait and send again", { retryAfterSeconds });
  }
}
