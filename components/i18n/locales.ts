/** The languages of the portal, each with its own name. */
export const LOCALES = { en: "English", de: "Deutsch", es: "Español", fr: "Français" } as const;
export type Locale = keyof typeof LOCALES;

export function isLocale(name: string | null | undefined): name is Locale {
  return name != null && Object.hasOwn(LOCALES, name);
}

/** The portal language for a tag: "de-AT" is German. All other languages fall back to English. */
export function languageOf(tag: string): Locale {
  const { language } = new Intl.Locale(tag);
  return isLocale(language) ? language : "en";
}
