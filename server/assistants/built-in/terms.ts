import { database } from "../../db.ts";
import type { Language } from "../../readers/text/language-names.ts";
import { stemsOf } from "./stems.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { withoutJoined, wordsOf } from "./words.ts";

/** A word of a question that says something, as the passages have it. */
export type Term = {
  /** As the client wrote it. */
  word: string;
  /** The word and its stem, or of a misspelt one the words that may be meant; only what stands in the passages, so often none. */
  forms: readonly string[];
  /** How much it tells, 0 to 1: the rarer in the passages, the more; 1 what stands in none. */
  weight: number;
};

/**
 * Words that PostgreSQL keeps and that say nothing of what a question is about: what asks for an amount (the answer has the amount
 * instead), helping verbs, courtesies.
 */
const SAYS_NOTHING: Partial<Record<Language, ReadonlySet<string>>> = {
  english: words(
    "much many long often soon far would could may might must shall want need get got please thanks thank hello hi hey also still yet already actually really",
  ),
  german: words(
    "viel viele lange oft bald wann warum kann können könnte darf dürfen muss müssen möchte brauche bitte danke hallo gibt eigentlich noch schon denn mal gerne",
  ),
  spanish: words(
    "cuánto cuánta cuántos cuántas cuándo cómo dónde puedo puede pueden quiero necesito quisiera tengo hay favor gracias hola",
  ),
  french: words(
    "combien quand comment où peut puis peux peut-on pouvez faut veux voudrais dois bonjour merci svp plaît",
  ),
};

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** A few passages count as so many: in them every word is rare or frequent by chance. */
const PASSAGES_MIN = 200;

/** The words that a question is looked up by. Words that PostgreSQL leaves out in its language ("the") are left out. */
export async function termsOf(question: string, language: Language, vocabulary: Vocabulary): Promise<Term[]> {
  const { passagesWith, passageCount } = vocabulary;
  const said = [...new Set(withoutJoined(wordsOf(question)))];
  const stems = await stemsOf([[language, said]]);
  const byStem = new Map<string, { word: string; forms: string[] }>();
  for (const word of said) {
    const own = stems(language, word);
    const [stem] = own;
    if (stem === undefined || byStem.has(stem) || SAYS_NOTHING[language]?.has(word)) continue;
    byStem.set(stem, { word, forms: [...new Set([word, ...own])].filter((form) => passagesWith.has(form)) });
  }
  const terms = [...byStem.values()];
  const unknown = terms.filter(({ forms }) => forms.length === 0).map(({ word }) => word);
  const near = await nearWords(unknown, vocabulary);
  const passages = Math.max(passageCount, PASSAGES_MIN);
  const rarity = (standing: number) => Math.log(1 + (passages - standing + 0.5) / (standing + 0.5));
  return terms.map(({ word, forms }) => {
    const found = forms.length > 0 ? forms : (near.get(word) ?? []);
    const standing = Math.max(0, ...found.map((form) => passagesWith.get(form) ?? 0));
    return { word, forms: found, weight: rarity(standing) / rarity(0) };
  });
}

/** Letters of a word that may be misspelt, and how alike two words are that may be one, as pg_trgm measures it. */
const LETTERS_MIN = 5;
const ALIKE = 0.35;
/** By how many letters a misspelt word may be longer or shorter. */
const LENGTHS = 2;
const MEANT_MAX = 3;

/** The words of the passages that each of these may be a misspelling of, the most alike first. */
async function nearWords(unknown: readonly string[], { passagesWith }: Vocabulary): Promise<Map<string, string[]>> {
  const pairs = unknown
    .filter((word) => word.length >= LETTERS_MIN && /^\p{L}+$/u.test(word))
    .flatMap((word) =>
      [...passagesWith.keys()]
        .filter((other) => other.charAt(0) === word.charAt(0) && Math.abs(other.length - word.length) <= LENGTHS)
        .map((other) => ({ word, other })),
    );
  if (pairs.length === 0) return new Map();
  const rows = await database().$queryRaw<{ word: string; others: string[] }[]>`
    select word, (array_agg(other order by similarity(word, other) desc, other))[1:${MEANT_MAX}] as others
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair(word text, other text)
    where similarity(word, other) >= ${ALIKE} group by word`;
  return new Map(rows.map(({ word, others }) => [word, others]));
}
