/** From when on seconds count, in milliseconds before the end. */
export const LAST_MINUTES_MS = 10 * 60_000;

/** "9:07" of minutes and seconds; null once it is over. */
export function countdown(leftMs: number): string | null {
  if (leftMs <= 0) return null;
  const seconds = Math.ceil(leftMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
