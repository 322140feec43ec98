import type { Found, Finding } from "./find-passages.ts";
import { phrases } from "./phrases.ts";
import type { Spoken } from "./question-language.ts";

/** How sure it must be that a passage answers the question: on evaluation/dev.json hardly one wrong answer passes it. */
const SURE = 0.62;
/** The same where it may ask the client back: it need not dare as much. */
const SURE_BEFORE_ASKING = 0.75;
/** Between the fit of the best passage and that of a second one which may be the one that was meant. */
const AS_GOOD = 3;
const SENTENCES_MAX = 4;
/** Characters; the channel's own limit parts longer messages. */
const EXCERPT_MAX = 900;

/**
 * The passages that an answer is drawn from: the best, and a second one that fits nearly as well. None when nothing is sure.
 * @param mayAsk it may ask the client back instead.
 */
export function answering({ passages, confidence }: Finding, mayAsk: boolean): Found[] {
  const [best, second] = passages;
  if (!best || confidence < (mayAsk ? SURE_BEFORE_ASKING : SURE)) return [];
  return second && best.fit - second.fit < AS_GOOD ? [best, second] : [best];
}

/** Sentences of passages as they stand in their sources, each followed by the source's name in the client's language. */
export function wordForWord(passages: readonly Found[], language: Spoken): string {
  const { source } = phrases(language);
  return passages
    .map((passage) => {
      const { title, url } = passage.candidate;
      return `${excerpt(passage)}\n${source}: ${title}${url === null ? "" : ` (${url})`}`;
    })
    .join("\n\n");
}

/** The best sentences in a row and those around them: what follows first, for it explains. */
function excerpt({ sentences, best }: Found): string {
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
