import type { Finding, Weighed } from "./find-passages.ts";
import { phrases } from "./phrases.ts";
import type { Spoken } from "./question-language.ts";
import { plain } from "./small-talk.ts";
import type { Candidate } from "./search-passages.ts";

/**
 * How much of a question a few sentences in a row must speak of, and how much that must tell (as of two rare words), before it is answered
 * with them: of the questions of testing/evaluation/ that have no answer, at least 97 in 100 are then left alone.
 */
const SURE = { closeness: 0.7, amount: 1.5 };
/** Passages that one answer is drawn from. */
const PASSAGES_MAX = 2;
const SENTENCES_MAX = 4;
/** Characters; the channel's own limit parts longer messages. */
const EXCERPT_MAX = 900;

/** The passages that an answer is drawn from, the best first; none when nothing is sure. */
export function answering({ passages }: Finding): Weighed[] {
  return passages
    .filter(({ closeness, amount }) => closeness >= SURE.closeness && amount >= SURE.amount)
    .slice(0, PASSAGES_MAX);
}

/** The passages that stand below this very question, as a source has it ("Where is my parcel?"). */
export function belowQuestion({ passages }: Finding, question: string): Weighed[] {
  const words = plain(question);
  return passages
    .filter(({ candidate: { heading } }) => words !== "" && plain(heading?.split(" › ").at(-1) ?? "") === words)
    .slice(0, PASSAGES_MAX);
}

/** Sentences of passages as they stand in their sources, each followed by the source's name in the client's language. */
export function wordForWord(passages: readonly Weighed[], language: Spoken): string {
  const { source } = phrases(language);
  return passages.map((passage) => `${excerpt(passage)}\n${source}: ${titleOf(passage.candidate)}`).join("\n\n");
}

/** What a source is called below an answer. */
export function titleOf({ title, url }: Candidate): string {
  return url === null ? title : `${title} (${url})`;
}

/** The best sentences in a row and those around them: what follows first, for it explains. */
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
