import type { Language } from "../../readers/text/language-names.ts";
import { KINDS, ROWS } from "./concepts/concepts.ts";
import type { Cells, ConceptLanguage } from "./concepts/concepts.ts";
import { stemsOf } from "./stems.ts";
import type { Stems } from "./stems.ts";
import { withoutJoined, wordsOf } from "./words.ts";

/** A word or expression of the passages that means what one of the question does; `quality`: how surely, 0 to 1. */
export type Meant = { form: string; quality: number; language: Language };

/** What is looked up: a word of a question as it is written and in other forms, and the whole question in words between spaces. */
export type Sought = { language: Language; word: string; stems: readonly string[]; text: string };

export type Meanings = {
  /** What means the same as a word in these languages, or is the kind of thing that it is. */
  formsOf: (sought: Sought, languages: readonly Language[]) => Meant[];
  /** Whether a word, as it is written, or one of its stems stands in a table. */
  isWord: (language: Language, word: string, stems?: readonly string[]) => boolean;
};

const LANGUAGES = ["english", "german", "spanish", "french"] as const satisfies readonly ConceptLanguage[];
/** How surely a word of the same concept is meant. */
const SYNONYM = 0.7;
/** How surely the kind of thing is meant that something is: "drinks" of "beer". */
export const KIND = 0.55;

let meanings: Promise<Meanings> | null = null;

/** The tables of concepts with their words brought to their stems, once per process. */
export function meaningsBy(): Promise<Meanings> {
  meanings ??= readTables();
  meanings.catch(() => (meanings = null));
  return meanings;
}

/** `from`: what a question may say; `to`: what passages may say for it. */
type Entry = { from: Cells; to: Cells; quality: number };

async function readTables(): Promise<Meanings> {
  const entries: Entry[] = [
    ...ROWS.map((row) => ({ from: row, to: row, quality: SYNONYM })),
    ...KINDS.map(({ kind, members }) => ({ from: members, to: kind, quality: KIND })),
  ];
  const stems = await stemsOf(
    LANGUAGES.map((language) => [
      language,
      new Set(entries.flatMap(({ from, to }) => [...from[language], ...to[language]].flatMap(wordsOf))),
    ]),
    { isKept: false },
  );
  const byLanguage = new Map<Language, Lexicon>(
    LANGUAGES.map((language) => [language, lexiconOf(entries, language, stems)]),
  );
  return {
    formsOf: (sought, languages) =>
      [...(byLanguage.get(sought.language)?.meant(sought) ?? [])].flatMap((at) =>
        languages.flatMap((language) =>
          (byLanguage.get(language)?.forms[at] ?? []).map((form) => ({
            form,
            quality: entries[at]?.quality ?? 0,
            language,
          })),
        ),
      ),
    isWord: (language, word, own = []) => byLanguage.get(language)?.has(word, own) ?? false,
  };
}

/** One language's words of the tables. `meant`: of which entries a word of a question is; `forms`: what passages say for each. */
type Lexicon = {
  has: (word: string, stems: readonly string[]) => boolean;
  meant: (sought: Sought) => Set<number>;
  forms: readonly (readonly string[])[];
};

/** Words of an expression, and whether others may stand between them. */
type Expression = { parts: string[]; single: string | null; hasGap: boolean };

function lexiconOf(entries: readonly Entry[], language: ConceptLanguage, stems: Stems): Lexicon {
  const read = (cell: readonly string[]) => cell.map(expressionOf);
  const from = entries.map((entry) => read(entry.from[language]));
  const to = entries.map((entry) => (entry.from === entry.to ? null : read(entry.to[language])));
  const isAmbiguous = ambiguousStems(from, language, stems);
  /** A word's key: its stem, or how it is written where the stem is that of another word too ("training" and "train"). */
  const keysOf = (word: string, own: readonly string[]) =>
    own.map((stem) => (isAmbiguous.has(stem) ? `=${plain(word)}` : stem));
  const byWord = new Map<string, Set<number>>();
  const byBeginning = new Map<string, { expression: Expression; at: number }[]>();
  from.forEach((expressions, at) => {
    for (const expression of expressions) {
      const { parts, single } = expression;
      if (single !== null)
        for (const key of keysOf(single, stems(language, single)))
          byWord.set(key, (byWord.get(key) ?? new Set()).add(at));
      const beginning = beginningOf(parts[0] ?? "");
      if (parts.length > 1) byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), { expression, at }]);
    }
  });
  const formsOf = ({ parts, single, hasGap }: Expression) => [
    ...(parts.length > 1 && !hasGap ? [parts.join(" ")] : []),
    ...(single === null
      ? []
      : stems(language, single).flatMap((stem) => (isAmbiguous.has(stem) ? [single, `${single}s`] : [stem]))),
  ];
  const words = new Set(
    [from, to].flatMap((cells) => cells.flatMap((each) => (each ?? []).flatMap(({ parts }) => parts))),
  );
  return {
    has: (word, own) => words.has(word) || own.some((stem) => byWord.has(stem)),
    forms: from.map((expressions, at) => (to[at] ?? expressions).flatMap(formsOf)),
    meant: ({ word, stems: own, text }) => {
      const found = new Set(keysOf(word, own).flatMap((key) => [...(byWord.get(key) ?? [])]));
      for (const beginning of new Set(text.split(" ").map(beginningOf)))
        for (const { expression, at } of byBeginning.get(beginning) ?? [])
          if (!found.has(at) && hasPart(expression, own) && isIn(expression, text)) found.add(at);
      return found;
    },
  };
}

function hasPart({ parts }: Expression, stems: readonly string[]): boolean {
  return parts.some((part) => stems.some((stem) => part.startsWith(stem)));
}

/** Whether a text of words between spaces has these words in a row, or with up to five others between two where that is meant. */
function isIn({ parts, hasGap }: Expression, text: string): boolean {
  return hasGap
    ? new RegExp(` ${parts.join("\\S*(?: \\S+){0,5} ")} `, "u").test(text)
    : text.includes(` ${parts.join(" ")} `);
}

function expressionOf(expression: string): Expression {
  const words = wordsOf(expression);
  const parts = withoutJoined(words);
  return {
    parts,
    single: parts.length < words.length || parts.length === 1 ? (words.at(-1) ?? null) : null,
    hasGap: expression.includes("~"),
  };
}

/** Stems that words of different concepts share which are not one word: "train" is the stem of "training" as well. */
function ambiguousStems(
  concepts: readonly (readonly Expression[])[],
  language: Language,
  stems: Stems,
): ReadonlySet<string> {
  const written = new Map<string, Map<string, Set<number>>>();
  concepts.forEach((expressions, at) => {
    for (const { single } of expressions) {
      if (single === null) continue;
      for (const stem of stems(language, single)) {
        const words = written.get(stem) ?? new Map<string, Set<number>>();
        written.set(stem, words.set(plain(single), (words.get(plain(single)) ?? new Set()).add(at)));
      }
    }
  });
  const isApart = (sets: Set<number>[]) =>
    sets.some((set, at) => sets.slice(at + 1).some((other) => [...set].every((each) => !other.has(each))));
  return new Set([...written].filter(([, words]) => isApart([...words.values()])).map(([stem]) => stem));
}

/** A word without the ending of its plural. */
function plain(word: string): string {
  return word.replace(/(?<=\p{L}{3})(?:e?s|en|e|n)$/u, "");
}

function beginningOf(word: string): string {
  return word.slice(0, 3);
}
