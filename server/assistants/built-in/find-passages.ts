import type { Language } from "../../readers/text/language-names.ts";
import { askedIn } from "./asks.ts";
import { weigh } from "./evidence.ts";
import type { Question, Weighed } from "./evidence.ts";
import { confidenceIn, fitOf } from "./judge.ts";
import { candidatesOf } from "./search-passages.ts";
import { stemsOf } from "./stems.ts";
import { termsOf } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

/** Where an assistant looks things up. */
export type Shelf = { workspaceId: number; sourceIds: readonly string[]; vocabulary: Vocabulary };

/** A passage with how well it fits beside the others of its question. */
export type Found = Weighed & { fit: number };

/** What was found for a question. */
export type Finding = {
  question: Question;
  /** The best first. */
  passages: Found[];
  /** How sure it is that the first one answers the question, 0 to 1; 0 when nothing was found. */
  confidence: number;
};

/** Looks a question up in an assistant's passages. */
export async function findPassages(shelf: Shelf, text: string, language: Language): Promise<Finding> {
  const { workspaceId, sourceIds, vocabulary } = shelf;
  const terms = await termsOf(text, language, vocabulary);
  const question: Question = { terms, asked: askedIn(text), language };
  const candidates = await candidatesOf(workspaceId, sourceIds, terms, vocabulary);
  const stems = await stemsOf(
    candidates.map(({ language: own, title, heading, content }) => [
      own,
      wordsOf(`${title}\n${heading ?? ""}\n${content}`),
    ]),
  );
  const passages = candidates
    .map((candidate) => weigh(candidate, question, stems))
    .map((weighed) => ({ ...weighed, fit: fitOf(weighed.evidence) }))
    .sort((a, b) => b.fit - a.fit);
  const [best, next] = passages;
  return { question, passages, confidence: best ? confidenceIn(best, best.fit - (next?.fit ?? -Infinity)) : 0 };
}
