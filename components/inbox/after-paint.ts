/** A tab that is not looked at draws nothing: it is not waited for longer. */
const LATEST_MS = 100;

/**
 * Resolves once what was just changed is on the screen: for what the page asks or tells besides. A request costs the page's own thread
 * a millisecond or more, and half a dozen of them would stand between a click and what it shows.
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
