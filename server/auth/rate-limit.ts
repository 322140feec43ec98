import { env } from "../env.ts";
import type { Principal } from "./authenticate.ts";
import { sharedLimiter, type SharedLimiter } from "./shared-limiter.ts";
import { say } from "../say.ts";

/** A burst may use two seconds' worth at once (100/s, bursts of 200). */
const BURST_SECONDS = 2;

let limiter: SharedLimiter | null = null;
let costs: SharedLimiter | null = null;

/**
 * Counts one request of the caller.
 * @throws AppError RATE_LIMITED with the seconds to wait.
 */
export function takeRequest(principal: Principal): void {
  takeRequestOf(principal.kind === "key" ? principal.keyId : principal.userId);
}

/**
 * Counts one request of a caller that has neither key nor session: a channel, by its id.
 * @throws AppError RATE_LIMITED with the seconds to wait.
 */
export function takeRequestOf(callerId: string): void {
  const perSecond = env().API_RATE_LIMIT;
  if (perSecond === 0) return;
  limiter ??= sharedLimiter("api", { points: perSecond * BURST_SECONDS, duration: BURST_SECONDS });
  limiter.take(callerId, () => say("refusal.tooManyRequests"));
}

/**
 * Counts the rows that a GraphQL document of the workspace requests.
 * @throws AppError RATE_LIMITED with the seconds to wait.
 */
export function takeCost(workspaceId: number, cost: number): void {
  const points = env().API_COST_RATE;
  if (points === 0 || cost === 0) return;
  costs ??= sharedLimiter("cost", { points, duration: 1 });
  costs.take(
    String(workspaceId),
    (seconds) => say("service.costRate", { count: points, seconds }),
    // A bucket never holds more than this, so a document that costs more empties it.
    Math.min(cost, points),
  );
}
