import type { Language } from "../../readers/text/language-names.ts";
import { sentencesOf } from "../../readers/text/sentences.ts";
import { gives } from "./asks.ts";
import type { Asked } from "./asks.ts";
import type { Candidate } from "./search-passages.ts";
import type { Stems } from "./stems.ts";
import type { Term } from "./terms.ts";
import { wordsOf } from "./words.ts";

/** A question as it is held against passages. */
export type Question = { terms: readonly Term[]; asked: readonly Asked[]; language: Language };

/** How a passage answers a question. Numbers are 0 to 1 unless it is said otherwise. */
export type Evidence = {
  /** How much of the question, by what its words tell, the passage speaks of. */
  coverage: number;
  /** The same of its best few sentences in a row, less where they lack the kind of fact that is asked for. */
  closeness: number;
  /** The same of its headings. */
  heading: number;
  /** How much of its last heading the question speaks of. */
  headingAsked: number;
  /** How many of the kinds of facts that are asked for it has; 1 where none is asked for. */
  kinds: number;
  /** The same of its best few sentences; 0 where none is asked for. */
  kindsInBest: number;
  isSameLanguage: boolean;
  /** The most telling of those words that it does not speak of, by the most telling of all. */
  centralMissing: number;
  /** How much of the question the passages as a whole have no word for, by what its words tell. */
  unheard: number;
  /** What it speaks of, not by the size of the question: 0 and more. */
  amount: number;
  /** Of the pairs of words that the question is about, how many one sentence speaks of, with the headings above it; a half without pairs. */
  together: number;
  /** How long it is, in words. */
  words: number;
};

export type Weighed = {
  candidate: Candidate;
  evidence: Evidence;
  sentences: string[];
  /** Of them, the best in a row: from and to (exclusive). */
  best: { from: number; to: number };
};

/** Sentences that are looked at together. */
const TOGETHER = 3;
/** What a word counts that stands only above the passage: in a heading further up or the title, and there for a single sentence. */
const ABOVE = 0.85;
const ABOVE_SENTENCE = 0.75;

/** Holds a passage against a question. `stems` knows the words of both. */
export function weigh(candidate: Candidate, question: Question, stems: Stems): Weighed {
  const { terms, asked, language } = question;
  const total = sum(terms.map(({ weight }) => weight)) || 1;
  const share = (qualities: readonly number[]) =>
    sum(terms.map(({ weight }, at) => weight * (qualities[at] ?? 0))) / total;
  const speaksOf = (text: string) => qualities(terms, wordsOf(text), candidate.language, stems);
  const headings = candidate.heading?.split(" › ") ?? [];
  const last = headings.at(-1) ?? "";
  const inLast = speaksOf(last);
  const inHeadings = most([inLast, speaksOf(headings.slice(0, -1).join(" ")).map((quality) => quality * ABOVE)]);
  const inTitle = speaksOf(candidate.title);
  const sentences = sentencesOf(candidate.content);
  const inSentences = sentences.map(speaksOf);
  const everywhere = most([inHeadings, inTitle.map((quality) => quality * ABOVE), ...inSentences]);
  const above = most([inHeadings, inTitle]).map((quality) => quality * ABOVE_SENTENCE);
  const { closeness, best } = closest({ asked, share, sentences, inSentences, above });
  const central = terms.flatMap(({ isCentral, weight }, at) => (isCentral ? [{ at, weight }] : []));
  const heaviest = Math.max(...terms.map(({ weight }) => weight), 0.01);
  return {
    candidate,
    sentences,
    best,
    evidence: {
      coverage: share(everywhere),
      closeness,
      heading: share(inHeadings),
      headingAsked: askedShare(last, candidate.language, terms, stems),
      kinds: kindsIn(asked, candidate.content),
      kindsInBest: asked.length === 0 ? 0 : kindsIn(asked, sentences.slice(best.from, best.to).join(" ")),
      isSameLanguage: candidate.language === language || candidate.language === "simple",
      centralMissing: Math.max(0, ...central.map(({ at, weight }) => weight * (1 - (everywhere[at] ?? 0)))) / heaviest,
      unheard: sum(terms.map(doubtIn)) / total,
      amount: sum(terms.map(({ weight }, at) => weight * (everywhere[at] ?? 0))),
      together:
        together(
          central,
          inSentences.map((each) => most([each, above])),
        ) ?? 0.5,
      words: wordsOf(candidate.content).length,
    },
  };
}

/** What a term is about that no passage has a word for: all of it, or as much as its nearest word leaves open. */
function doubtIn({ forms, isCentral, weight, word }: Term): number {
  return isCentral && !/^\p{N}/u.test(word) ? weight * (1 - Math.max(0, ...forms.values())) : 0;
}

/** How surely each term is said by these words, or by two or three of them in a row. */
function qualities(terms: readonly Term[], words: readonly string[], language: Language, stems: Stems): number[] {
  const said = new Set(words);
  words.forEach((word, at) => {
    for (const stem of stems(language, word)) said.add(stem);
    said.add(words.slice(at, at + 2).join(" "));
    said.add(words.slice(at, at + 3).join(" "));
  });
  return terms.map(({ forms, onlyIn }) => {
    let best = 0;
    for (const [form, quality] of forms)
      if (quality > best && said.has(form) && isSpoken(onlyIn.get(form), language)) best = quality;
    return best;
  });
}

function isSpoken(onlyIn: Language | undefined, language: Language): boolean {
  return onlyIn === undefined || onlyIn === language || language === "simple";
}

type Parts = {
  asked: readonly Asked[];
  share: (qualities: readonly number[]) => number;
  sentences: readonly string[];
  inSentences: readonly (readonly number[])[];
  above: readonly number[];
};

function closest({ asked, share, sentences, inSentences, above }: Parts): { closeness: number; best: Weighed["best"] } {
  let closeness = 0;
  let best = { from: 0, to: Math.min(1, sentences.length) };
  for (let from = 0; from < sentences.length; from++) {
    for (let to = from + 1; to <= Math.min(from + TOGETHER, sentences.length); to++) {
      const kinds = kindsIn(asked, sentences.slice(from, to).join(" "));
      const value =
        share(most([above, ...inSentences.slice(from, to)])) * (0.7 + 0.3 * kinds) * (1 - 0.03 * (to - from - 1));
      if (value > closeness) [closeness, best] = [value, { from, to }];
    }
  }
  return { closeness, best };
}

function kindsIn(asked: readonly Asked[], text: string): number {
  return asked.length === 0 ? 1 : asked.filter((kind) => gives(kind, text)).length / asked.length;
}

/** How many of a heading's words the question speaks of. */
function askedShare(heading: string, language: Language, terms: readonly Term[], stems: Stems): number {
  const words = [...new Set(wordsOf(heading))].filter((word) => stems(language, word).length > 0);
  if (words.length === 0) return 0;
  const isMet = (word: string) =>
    terms.some(({ forms }) => forms.has(word) || stems(language, word).some((stem) => forms.has(stem)));
  return words.filter(isMet).length / words.length;
}

function most(lists: readonly (readonly number[])[]): number[] {
  return (lists[0] ?? []).map((_, at) => Math.max(...lists.map((list) => list[at] ?? 0)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Words that a question is about, by their place among its terms. */
type Central = { at: number; weight: number };

/** How many pairs of these words, by what they tell, one of the sentences says both of; null where there are none. */
function together(words: readonly Central[], sentences: readonly (readonly number[])[]): number | null {
  const pairs = words.flatMap((one, at) =>
    words.slice(at + 1).map((other) => ({
      weight: one.weight * other.weight,
      isMet: Math.max(0, ...sentences.map((said) => Math.min(said[one.at] ?? 0, said[other.at] ?? 0))),
    })),
  );
  const total = sum(pairs.map(({ weight }) => weight));
  return total > 0 ? sum(pairs.map(({ weight, isMet }) => weight * isMet)) / total : null;
}
