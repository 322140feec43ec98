/** A hidden tab paints nothing, so wait no longer than this. */
const LATEST_MS = 100;

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
