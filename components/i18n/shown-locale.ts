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

/**
 * The language tags of an Accept-Language header, the most wanted first; without those that are refused (q=0), cannot be read, or are
 * no language that times and numbers can be written in.
 */
export function acceptedTags(header: string | null): string[] {
  const ranges = (header ?? "").split(",").flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const quality = Number(parameters.find((part) => part.startsWith("q="))?.slice(2) ?? 1);
    return quality > 0 && isKnown(tag) ? [{ tag, quality }] : [];
  });
  // Sorting keeps the order of those that are wanted alike, and the first of them is meant first.
  return ranges.sort((a, b) => b.quality - a.quality).map(({ tag }) => tag);
}

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
