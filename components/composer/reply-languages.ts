import type { CannedReply } from "./canned-queries.ts";

/** The languages that a reply may be kept in, ISO 639-1 (server/replies/reply-languages.ts has the same). */
export const REPLY_LANGUAGES = [
  "ar",
  "bg",
  "cs",
  "de",
  "el",
  "en",
  "es",
  "fr",
  "he",
  "hi",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "ro",
  "ru",
  "sv",
  "th",
  "tr",
  "uk",
  "vi",
  "zh",
] as const;

type Worded = Pick<CannedReply, "content" | "language" | "variants">;

/** The languages that some of these replies can be chosen in; none where there is nothing to choose. */
export function languagesOf(replies: readonly Worded[]): string[] {
  const several = replies.filter(({ variants }) => variants.length > 0);
  const all = several.flatMap(({ language, variants }) =>
    [language ?? [], ...variants.map((one) => one.language)].flat(),
  );
  return [...new Set(all)].sort();
}

/** A reply's words in the first of these languages that it has; else as it was written. Null among them: not known. */
export function wordingOf({ content, language, variants }: Worded, wanted: readonly (string | null)[]): string {
  const wordings = [...(language === null ? [] : [{ language, content }]), ...variants];
  for (const code of wanted) {
    const found = wordings.find((wording) => wording.language === code);
    if (found) return found.content;
  }
  return content;
}
