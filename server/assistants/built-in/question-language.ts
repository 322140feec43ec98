import type { Language } from "../../readers/text/language-names.ts";
import { stemsOf, wordsOf } from "./words.ts";

/** The languages of the service's own sentences, which are also the languages that questions are detected in. */
export const SPOKEN = [
  "english",
  "german",
  "spanish",
  "french",
  "italian",
  "portuguese",
  "dutch",
  "swedish",
  "danish",
  "norwegian",
  "finnish",
  "turkish",
] as const satisfies readonly Language[];
export type Spoken = (typeof SPOKEN)[number];

/** The advantage, in words, of a language of the passages over another one. */
const AT_HOME = 1.1;
/** Words that are enough to detect the language. */
const WORDS_MAX = 60;

/**
 * Detects a message's language: the one with the most of its words among PostgreSQL's stop words ("the", "wie", "qué"). Letter
 * statistics are unreliable for so few words.
 * @param home languages of the assistant's passages, the most frequent first.
 */
export async function questionLanguage(text: string, home: readonly Language[]): Promise<Spoken | null> {
  const words = [...new Set(wordsOf(text))].filter((word) => /^\p{L}/u.test(word)).slice(0, WORDS_MAX);
  const stems = await stemsOf(SPOKEN.map((language) => [language, words] as const));
  const points = SPOKEN.map((language) => {
    const stops = words.filter((word) => stems(language, word).length === 0).length;
    const at = home.indexOf(language);
    return { language, points: stops + (at < 0 ? 0 : AT_HOME - at / 100) };
  });
  const [best] = points.sort((a, b) => b.points - a.points);
  return best && best.points > 0 ? best.language : null;
}
