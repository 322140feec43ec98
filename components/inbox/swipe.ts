/** What a row does when it is pulled aside: to the right it is ended, to the left it is snoozed. */
export type Swipe = "end" | "snooze";

/** Below this a finger has not decided, in pixels. */
const LEAST = 12;
/** From here on it acts when the finger lets go. */
const ENOUGH = 96;

/** Whether a movement pulls a row aside, scrolls the list, or is neither yet. */
export function directionOf(x: number, y: number): "aside" | "along" | null {
  if (Math.hypot(x, y) < LEAST) return null;
  return Math.abs(x) > Math.abs(y) * 1.5 ? "aside" : "along";
}

/** What it does when it is let go here. */
export function swipeOf(x: number): Swipe | null {
  if (Math.abs(x) < ENOUGH) return null;
  return x > 0 ? "end" : "snooze";
}
