import { AppError } from "../errors.ts";
import { say } from "../say.ts";

/**
 * Sends of one process that are being stored at once. Well below the connections of its pool (DATABASE_POOL): a burst waits here in
 * line, without a limit on how long, and neither runs into the pool's time limit nor keeps other requests from it.
 */
const MOST_AT_ONCE = 8;
/** Beyond that a caller hears at once that it is too much. */
const MOST_WAITING = 2_000;

let underWay = 0;
const waiting: (() => void)[] = [];

/**
 * Runs it when its turn has come, in the order of the calls.
 * @throws AppError RATE_LIMITED when the line is full.
 */
export async function inSendLane<T>(run: () => Promise<T>): Promise<T> {
  if (waiting.length >= MOST_WAITING) {
    const limit = { retryAfterSeconds: 5, rateLimit: MOST_WAITING };
    throw new AppError("RATE_LIMITED", say("clients.credits.tooManyMessages"), limit);
  }
  if (underWay < MOST_AT_ONCE) underWay++;
  // Whoever leaves hands their place over: it is never free while somebody waits.
  else await new Promise<void>((turn) => waiting.push(turn));
  try {
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }
}
