import type { Locale } from "./locales.ts";

/** Stores the person's language in the browser, so that pages are rendered in it from the first byte. */
export const LOCALE_COOKIE = "locale";

/** Seconds. */
const A_YEAR = 31_536_000;

export function keepLocale(locale: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${A_YEAR}; samesite=lax`;
}

/** The next person at this browser gets the browser's own language. */
export function forgetLocale(): void {
  document.cookie = `${LOCALE_COOKIE}=; path=/; max-age=0; samesite=lax`;
}
