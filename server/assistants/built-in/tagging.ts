import type { Language } from "../../readers/text/language-names.ts";
import type { BuiltInSettings } from "./settings.ts";
import { stemsOf } from "./stems.ts";
import { wordsOf } from "./words.ts";

/**
 * Tags of the assistant's list that the client's words name: every word of the tag stands in the message, in any of its inflections
 * ("refund" in "I'd like it refunded"). No more than that is tried without a model.
 */
export async function namedTags({ tagging }: BuiltInSettings, said: string, language: Language): Promise<string[]> {
  if (!tagging?.enabled || tagging.tags.length === 0) return [];
  const words = wordsOf(said);
  const tags = tagging.tags.map((tag) => ({ tag, words: wordsOf(tag.replace(/[_-]/g, " ")) }));
  const stems = await stemsOf([[language, [...words, ...tags.flatMap((tag) => tag.words)]]]);
  const spoken = new Set(words.flatMap((word) => [word, ...stems(language, word)]));
  return tags
    .filter(
      ({ words: of }) =>
        of.length > 0 && of.every((word) => [word, ...stems(language, word)].some((form) => spoken.has(form))),
    )
    .map(({ tag }) => tag);
}
