/** Stores the browser's time zone, so that pages show times in it from the first byte. */
export const ZONE_COOKIE = "zone";

/** Seconds. */
const A_YEAR = 31_536_000;

export function keepZone(timeZone: string): void {
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(timeZone)}; path=/; max-age=${A_YEAR}; samesite=lax`;
}

/** The time zone from a cookie, which anyone may write. UTC if it is invalid. */
export function keptZone(cookie: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: cookie || "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
