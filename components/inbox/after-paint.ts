/** A hidden tab paints nothing, so wait no longer than this. */
const LATEST_MS = 100;

/** A page that is never idle makes others wait no longer than this. */
const LATEST_IDLE_MS = 300;

/** Resolves when the page has nothing else to do. Use it for what changes nothing on the screen. */
export function whenIdle(latestMs = LATEST_IDLE_MS): Promise<void> {
  // Safari has no such callback.
  if (typeof window.requestIdleCallback !== "function") return afterPaint();
  return new Promise((resolve) => void requestIdleCallback(() => resolve(), { timeout: latestMs }));
}

/**
 * Resolves after the last change is on the screen. Use it for secondary requests: each one costs the main thread a millisecond or more,
 * and several of them would delay the response to a click.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const latest = setTimeout(resolve, LATEST_MS);
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(latest);
        resolve();
      }),
    );
  });
}
