import type { Finding, Weighed } from "./find-passages.ts";
import { phrases } from "./phrases.ts";
import type { Spoken } from "./question-language.ts";
import { plain } from "./small-talk.ts";
import type { Candidate } from "./search-passages.ts";

/**
 * How much of a question a few consecutive sentences must cover, and their lowest total weight (about two rare words), before they are
 * the answer. With these values, at least 97 in 100 unanswerable questions of testing/evaluation/ stay unanswered.
 */
const SURE = { closeness: 0.7, amount: 1.5 };
/** Passages used for one answer. */
const PASSAGES_MAX = 2;
const SENTENCES_MAX = 4;
/** Characters. Longer messages are split by the channel's own limit. */
const EXCERPT_MAX = 900;

/** The passages to answer with, best first. Empty if no match is certain. */
export function answering({ passages }: Finding): Weighed[] {
  return passages
    .filter(({ closeness, amount }) => closeness >= SURE.closeness && amount >= SURE.amount)
    .slice(0, PASSAGES_MAX);
}

/** The passages under a heading that is exactly this question ("Where is my parcel?"). */
export function belowQuestion({ passages }: Finding, question: string): Weighed[] {
  const words = plain(question);
  return passages
    .filter(({ candidate: { heading } }) => words !== "" && plain(heading?.split(" › ").at(-1) ?? "") === words)
    .slice(0, PASSAGES_MAX);
}

/** Quotes sentences of passages, each followed by the source's name in the contact's language. */
export function wordForWord(passages: readonly Weighed[], language: Spoken): string {
  const { source } = phrases(language);
  return passages.map((passage) => `${excerpt(passage)}\n${source}: ${titleOf(passage.candidate)}`).join("\n\n");
}

/** The source's name below an answer. */
export function titleOf({ title, url }: Candidate): string {
  return url === null ? title : `${title} (${url})`;
}

/** The best sentences with some context: first those that follow, because they explain. */
function excerpt({ sentences, best }: Weighed): string {
  let { from, to } = best;
  const length = () => sentences.slice(from, to).join(" ").length;
  const fits = (sentence: string | undefined) =>
    sentence !== undefined && to - from < SENTENCES_MAX && length() + sentence.length < EXCERPT_MAX;
  while (fits(sentences[to])) to++;
  while (fits(sentences[from - 1])) from--;
  return sentences.slice(from, to).join(isList(sentences) ? "\n" : " ");
}

function isList(sentences: readonly string[]): boolean {
  return sentences.some((sentence) => /^(?:•|\d{1,3}[.)]) /.test(sentence) || /^[^.;:]{1,40}: .+; .+: /.test(sentence));
}
