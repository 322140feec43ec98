/** Where the browser keeps its time zone, so that a page says times in it from the first byte. */
export const ZONE_COOKIE = "zone";

/** Seconds. */
const A_YEAR = 31_536_000;

export function keepZone(timeZone: string): void {
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(timeZone)}; path=/; max-age=${A_YEAR}; samesite=lax`;
}

/** The zone of a cookie, which anybody may write; UTC where it is none. */
export function keptZone(cookie: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: cookie || "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
