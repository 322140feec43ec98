import type { Locale } from "./locales.ts";

/** Where the browser keeps the language of who is signed in, so that a page is drawn in it from the first byte. */
export const LOCALE_COOKIE = "locale";

/** Seconds. */
const A_YEAR = 31_536_000;

export function keepLocale(locale: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${A_YEAR}; samesite=lax`;
}

/** Who comes next to this browser is spoken to in its own language. */
export function forgetLocale(): void {
  document.cookie = `${LOCALE_COOKIE}=; path=/; max-age=0; samesite=lax`;
}
