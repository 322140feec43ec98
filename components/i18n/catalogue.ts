import type { Locale } from "./locales.ts";
import type { en } from "./messages/en.ts";

/** All texts of the portal, by room. The other languages have the same keys. */
export type Messages = typeof en;

/** Loads only the language in use. */
export async function catalogueOf(locale: Locale): Promise<Messages> {
  switch (locale) {
    case "en":
      return (await import("./messages/en.ts")).en;
    case "de":
      return (await import("./messages/de.ts")).de;
    case "es":
      return (await import("./messages/es.ts")).es;
    case "fr":
      return (await import("./messages/fr.ts")).fr;
  }
}
