import { sentencesOf } from "../../readers/text/sentences.ts";
import type { Candidate } from "./search-passages.ts";
import type { Stems } from "./stems.ts";
import type { Term } from "./terms.ts";
import { wordsOf } from "./words.ts";

/** A passage held against a question. */
export type Weighed = {
  candidate: Candidate;
  /** How much of the question, by what its words tell, the passage speaks of, its headings and title included: 0 to 1. */
  coverage: number;
  /** The same of its best few sentences in a row. */
  closeness: number;
  /** What those sentences speak of, not by the size of the question: the sum of what its words tell. */
  amount: number;
  sentences: string[];
  /** Of them, the best in a row: from and to (exclusive). */
  best: { from: number; to: number };
};

/** Sentences that are looked at together. */
const TOGETHER = 3;
/** What a word counts that stands only above the sentences: in a heading or the title. */
const ABOVE = 0.9;
/** What each further sentence takes off: the fewer say it, the surer it is. */
const FURTHER = 0.02;

/** Holds a passage against a question. `stems` knows the words of the passage. */
export function weigh(candidate: Candidate, terms: readonly Term[], stems: Stems): Weighed {
  const { title, heading, content, language } = candidate;
  const total = sum(terms.map(({ weight }) => weight)) || 1;
  const share = (said: readonly number[]) => sum(terms.map(({ weight }, at) => weight * (said[at] ?? 0))) / total;
  const speaksOf = (text: string) => {
    const said = new Set(wordsOf(text).flatMap((word) => [word, ...stems(language, word)]));
    return terms.map(({ forms }) => (forms.some((form) => said.has(form)) ? 1 : 0));
  };
  const above = speaksOf(`${title}\n${heading ?? ""}`).map((said) => said * ABOVE);
  const sentences = sentencesOf(content);
  const inSentences = sentences.map(speaksOf);
  let closeness = 0;
  let best = { from: 0, to: Math.min(1, sentences.length) };
  for (let from = 0; from < sentences.length; from++) {
    for (let to = from + 1; to <= Math.min(from + TOGETHER, sentences.length); to++) {
      const value = share(most([above, ...inSentences.slice(from, to)])) * (1 - FURTHER * (to - from - 1));
      if (value > closeness) [closeness, best] = [value, { from, to }];
    }
  }
  const coverage = share(most([above, ...inSentences]));
  return { candidate, coverage, closeness, amount: closeness * total, sentences, best };
}

function most(lists: readonly (readonly number[])[]): number[] {
  return (lists[0] ?? []).map((_, at) => Math.max(...lists.map((list) => list[at] ?? 0)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
