import { acceptedTags } from "./accept-language.ts";
import { isLocale, languageOf } from "./locales.ts";

/**
 * What a page is written in, as the tag that its times and numbers follow too: the chosen language, else the first of ours that the
 * browser accepts, else English; in the region that the browser names for it ("de-AT"), for a region has no catalogue, but it has
 * its own way to write a date.
 * @param chosen what the browser keeps as the choice; anything, since anybody may write a cookie.
 */
export function shownLocale(chosen: string | undefined, acceptLanguage: string | null): string {
  const accepted = acceptedTags(acceptLanguage).filter((tag) => isLocale(new Intl.Locale(tag).language));
  if (!isLocale(chosen)) return accepted[0] ?? "en";
  return accepted.find((tag) => languageOf(tag) === chosen) ?? chosen;
}
