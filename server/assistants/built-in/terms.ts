import { database } from "../../db.ts";
import type { Language } from "../../readers/text/language-names.ts";
import { stemsOf, withoutJoined, wordsOf } from "./words.ts";
import { recent } from "../providers/recent.ts";

/** A meaningful word of a question, matched with the passages. */
export type Term = {
  /** As the contact wrote it. */
  word: string;
  /** The word and its stem, or the likely words for a misspelling. Only forms that appear in the passages, so often none. */
  forms: readonly string[];
  /** How much it tells, 0 to 1: the rarer in the passages, the more. 1 if it appears in none. */
  weight: number;
};

/**
 * Words that PostgreSQL keeps but that say nothing about a question's subject: words that ask for an amount (the answer has the amount
 * instead), auxiliary verbs, courtesies.
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

/** The lowest passage count for weights: with fewer passages, a word is rare or frequent by chance. */
const PASSAGES_MIN = 200;

/** The words to search for, without the stop words that PostgreSQL drops in their language ("the"). */
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

/** The shortest word that may be misspelt, and the lowest pg_trgm similarity of a misspelling. */
const LETTERS_MIN = 5;
const ALIKE = 0.35;
/** The largest difference in length between a misspelling and the word, in letters. */
const LENGTHS = 2;
const MEANT_MAX = 3;

/** The words of the passages that each of these may be a misspelling of, most similar first. */
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

/** The words of an assistant's passages: used to weigh terms and to correct misspellings. */
export type Vocabulary = {
  passageCount: number;
  /** Languages of the passages, the most frequent first. */
  languages: readonly Language[];
  /** The number of passages that contain a word, by its stem or as written. */
  passagesWith: ReadonlyMap<string, number>;
};

const NONE: Vocabulary = { passageCount: 0, languages: [], passagesWith: new Map() };
/** Vocabularies cached per process. One of 10,000 passages takes a few megabytes. */
const KEPT_MAX = 50;
const kept = recent<{ edition: string; vocabulary: Promise<Vocabulary> }>(KEPT_MAX);

/**
 * The vocabulary of these sources, counted once per process and edition of the sources. A transaction that changes the passages of a
 * source also changes the source's row.
 */
export async function vocabularyOf(workspaceId: number, sourceIds: readonly string[]): Promise<Vocabulary> {
  if (sourceIds.length === 0) return NONE;
  const [row] = await database().$queryRaw<{ edition: string | null }[]>`
    select string_agg(concat_ws(' ', s.id, s."fetchedAt", s."changedAt"), ',' order by s.id) as edition
    from "KnowledgeSource" s where s."workspaceId" = ${workspaceId} and s.id = any(${sourceIds}::uuid[])`;
  const edition = row?.edition ?? "";
  const place = `${workspaceId} ${[...sourceIds].sort().join()}`;
  const last = kept.get(place);
  if (last?.edition === edition) return last.vocabulary;
  const vocabulary = count(workspaceId, sourceIds);
  kept.put(place, { edition, vocabulary });
  vocabulary.catch(() => kept.forget(place));
  return vocabulary;
}

async function count(workspaceId: number, sourceIds: readonly string[]): Promise<Vocabulary> {
  const db = database();
  // ts_stat takes a statement as text. Both values are our own, written as literals of their types.
  const ids = sourceIds.map((id) => `'${id}'`).join();
  const passages = `select search from "KnowledgePassage" where "workspaceId" = ${workspaceId} and "sourceId" in (${ids})`;
  const [words, languages] = await Promise.all([
    db.$queryRaw<{ word: string; ndoc: number }[]>`select word, ndoc from ts_stat(${passages})`,
    db.$queryRaw<{ language: Language; count: number }[]>`
      select language, count(*)::int as count from "KnowledgePassage"
      where "workspaceId" = ${workspaceId} and "sourceId" = any(${sourceIds}::uuid[]) group by language order by 2 desc`,
  ]);
  return {
    passageCount: languages.reduce((sum, { count: passagesIn }) => sum + passagesIn, 0),
    languages: languages.map(({ language }) => language),
    passagesWith: new Map(words.map(({ word, ndoc }) => [word, ndoc])),
  };
}
