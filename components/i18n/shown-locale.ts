import { isLocale, languageOf } from "./locales.ts";

/**
 * The locale of a page, for its texts, times and numbers: the chosen language, otherwise the browser's first accepted one of
 * ours, otherwise English.
 * It gets the region that the browser names for that language ("de-AT"). Regions have no catalogue, but their own date formats.
 * @param chosen the choice from the cookie. It can be any text, because anyone may write a cookie.
 */
export function shownLocale(chosen: string | undefined, acceptLanguage: string | null): string {
  const accepted = acceptedTags(acceptLanguage).filter((tag) => isLocale(new Intl.Locale(tag).language));
  if (!isLocale(chosen)) return accepted[0] ?? "en";
  return accepted.find((tag) => languageOf(tag) === chosen) ?? chosen;
}

/**
 * The language tags of an Accept-Language header, most wanted first. Skips refused (q=0) and invalid tags, and tags without
 * support for times and numbers.
 */
export function acceptedTags(header: string | null): string[] {
  const ranges = (header ?? "").split(",").flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const quality = Number(parameters.find((part) => part.startsWith("q="))?.slice(2) ?? 1);
    return quality > 0 && isKnown(tag) ? [{ tag, quality }] : [];
  });
  // The sort is stable, so the first of several equally wanted tags stays first.
  return ranges.sort((a, b) => b.quality - a.quality).map(({ tag }) => tag);
}

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
