/** Parallel attempts for a webhook without recent history. A hanging webhook holds no more than these. */
export const FIRST_WINDOW = 4;
/** Maximum of parallel attempts for a fast webhook. If a worker dies, this many may have to be repeated. */
export const WIDEST_WINDOW = 32;
/** A response within this time widens the window by one, in milliseconds. */
const QUICK_MS = 1_000;
/** A webhook's history is dropped this long after its last attempt, in milliseconds. */
const KEPT_MS = 60_000;

type Window = { width: number; at: number };

// In order of their last attempt, newest last.
const windows = new Map<string, Window>();

/** Notes the result of an attempt. Each fast success widens the window; any other result resets it. */
export function noteAttempt(webhookId: string, { isSuccess, durationMs }: { isSuccess: boolean; durationMs: number }) {
  const before = windows.get(webhookId)?.width ?? FIRST_WINDOW;
  windows.delete(webhookId);
  if (isSuccess && durationMs <= QUICK_MS)
    windows.set(webhookId, { width: Math.min(before + 1, WIDEST_WINDOW), at: performance.now() });
}

/** How many parallel attempts this worker may make per webhook; FIRST_WINDOW for those not listed. */
export function widths(now = performance.now()): Record<string, number> {
  for (const [webhookId, { at }] of windows) {
    if (now - at < KEPT_MS) break;
    windows.delete(webhookId);
  }
  return Object.fromEntries([...windows].map(([webhookId, { width }]) => [webhookId, width]));
}
