import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";

/** Of a process's connections, those that searches through messages may hold at once: each holds its own for up to two seconds. */
const SHARE = 4;
/** How long a search waits for its place, in milliseconds. */
const PATIENCE_MS = 5_000;

const waiting: (() => void)[] = [];
let held = 0;

/**
 * Runs a search when it has a place: however many people search at once, the other connections are there for those who write.
 * @throws AppError RATE_LIMITED when no place was free for five seconds.
 */
export async function inSearchPlace<T>(search: () => Promise<T>): Promise<T> {
  const places = Math.max(1, Math.floor(env().DATABASE_POOL / SHARE));
  if (held < places) held++;
  else await nextPlace(places);
  try {
    return await search();
  } finally {
    const next = waiting.shift();
    // The place is handed on, or given up.
    if (next) next();
    else held--;
  }
}

function nextPlace(places: number): Promise<void> {
  return new Promise((take, refuse) => {
    const enter = () => {
      clearTimeout(timer);
      take();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(enter), 1);
      const limit = { retryAfterSeconds: 1, rateLimit: places };
      refuse(new AppError("RATE_LIMITED", say("refusal.searching"), limit));
    }, PATIENCE_MS);
    waiting.push(enter);
  });
}
