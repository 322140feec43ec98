/** As many lines as are remembered; a page of a conversation has a few dozen. */
const MOST = 4_000;

/**
 * How high the lines of logs stood when they were last drawn, and how high a log is: a conversation that somebody comes back to is drawn
 * where it belongs at once, and not measured, moved and drawn again. All in pixels.
 */
export function createKnownHeights(most = MOST) {
  const lines = new Map<string, number>();
  let box = { width: 0, height: 0 };
  return {
    /** The log as it was last seen; nothing before. */
    box: () => box,
    /** Lines that were wrapped at another width are no longer that high. */
    seeBox(next: { width: number; height: number }): void {
      if (next.width !== box.width) lines.clear();
      box = { width: next.width, height: next.height };
    },
    of: (key: string): number | undefined => lines.get(key),
    remember(measured: Iterable<readonly [string | number | bigint, number]>): void {
      for (const [key, height] of measured) {
        // Anew at the end: what was not seen for longest goes first.
        lines.delete(String(key));
        lines.set(String(key), height);
      }
      for (const key of lines.keys()) {
        if (lines.size <= most) break;
        lines.delete(key);
      }
    },
  };
}

/** Of the logs of this page. */
export const knownHeights = createKnownHeights();

/**
 * Where a log is scrolled to when it opens.
 * @param heights of its lines, in their order.
 * @param at the line that is to stand at the top; -1: the last one is to stand at the bottom.
 * @param padding before the first line and behind the last.
 */
export function openingOffset(heights: readonly number[], at: number, boxHeight: number, padding: number): number {
  const sum = (of: readonly number[]) => of.reduce((total, height) => total + height, 0);
  const furthest = Math.max(0, sum(heights) + 2 * padding - boxHeight);
  return at < 0 ? furthest : Math.min(furthest, padding + sum(heights.slice(0, at)));
}
