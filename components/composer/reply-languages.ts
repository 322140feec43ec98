import type { CannedReply } from "./canned-queries.ts";

/** The possible languages of a canned reply, ISO 639-1 (server/replies/reply-languages.ts has the same list). */
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

/** The languages that these replies are available in. Empty if there is no choice. */
export function languagesOf(replies: readonly Worded[]): string[] {
  const several = replies.filter(({ variants }) => variants.length > 0);
  const all = several.flatMap(({ language, variants }) =>
    [language ?? [], ...variants.map((one) => one.language)].flat(),
  );
  return [...new Set(all)].sort();
}

/** A reply's text in the first wanted language that it has, or its original text. A null among the wanted languages means unknown. */
export function wordingOf({ content, language, variants }: Worded, wanted: readonly (string | null)[]): string {
  const wordings = [...(language === null ? [] : [{ language, content }]), ...variants];
  for (const code of wanted) {
    const found = wordings.find((wording) => wording.language === code);
    if (found) return found.content;
  }
  return content;
}
