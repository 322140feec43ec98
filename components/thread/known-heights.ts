/** The limit of remembered lines. A page of a conversation has a few dozen. */
const MOST = 4_000;

/**
 * Remembers the last heights of log lines and the size of the log, in pixels. A conversation that is opened again renders in its final
 * position at once, without measuring, moving and rendering a second time.
 */
export function createKnownHeights(most = MOST) {
  const lines = new Map<string, number>();
  let box = { width: 0, height: 0 };
  return {
    /** The last size of the log. Zero before the first one. */
    box: () => box,
    /** At another width, lines wrap differently, so their heights are discarded. */
    seeBox(next: { width: number; height: number }): void {
      if (next.width !== box.width) lines.clear();
      box = { width: next.width, height: next.height };
    },
    of: (key: string): number | undefined => lines.get(key),
    remember(measured: Iterable<readonly [string | number | bigint, number]>): void {
      for (const [key, height] of measured) {
        // Move it to the end: the lines not seen for the longest time are discarded first.
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

/** Shared by all logs of this page. */
export const knownHeights = createKnownHeights();

/**
 * The scroll offset of a log when it opens.
 * @param heights of its lines, in order.
 * @param at the index of the line to show at the top. -1: show the last line at the bottom.
 * @param padding before the first line and after the last.
 */
export function openingOffset(heights: readonly number[], at: number, boxHeight: number, padding: number): number {
  const sum = (of: readonly number[]) => of.reduce((total, height) => total + height, 0);
  const furthest = Math.max(0, sum(heights) + 2 * padding - boxHeight);
  return at < 0 ? furthest : Math.min(furthest, padding + sum(heights.slice(0, at)));
}
