/** How many attempts may be under way at once for a webhook of which nothing is known: one that hangs holds no more than these. */
export const FIRST_WINDOW = 4;
/** … and for one that answers quickly, at most; what a worker that dies may have to repeat. */
export const WIDEST_WINDOW = 32;
/** An answer within this time makes the window one wider, in milliseconds. */
const QUICK_MS = 1_000;
/** So long after its last attempt a webhook is one of which nothing is known, in milliseconds. */
const KEPT_MS = 60_000;

type Window = { width: number; at: number };

// The one that was noted last stands at the end.
const windows = new Map<string, Window>();

/** Notes how an attempt went: a window grows with each quick success, and begins anew after anything else. */
export function noteAttempt(webhookId: string, { isSuccess, durationMs }: { isSuccess: boolean; durationMs: number }) {
  const before = windows.get(webhookId)?.width ?? FIRST_WINDOW;
  windows.delete(webhookId);
  if (isSuccess && durationMs <= QUICK_MS)
    windows.set(webhookId, { width: Math.min(before + 1, WIDEST_WINDOW), at: performance.now() });
}

/** How many attempts this worker may have under way at once for each webhook; for those not named, FIRST_WINDOW. */
export function widths(now = performance.now()): Record<string, number> {
  for (const [webhookId, { at }] of windows) {
    if (now - at < KEPT_MS) break;
    windows.delete(webhookId);
  }
  return Object.fromEntries([...windows].map(([webhookId, { width }]) => [webhookId, width]));
}
