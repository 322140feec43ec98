import type { Language } from "../../readers/text/language-names.ts";
import { candidatesOf } from "./search-passages.ts";
import { stemsOf } from "./stems.ts";
import { termsOf } from "./terms.ts";
import type { Term } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { weigh } from "./weigh.ts";
import type { Weighed } from "./weigh.ts";
import { wordsOf } from "./words.ts";

/** Where an assistant looks things up. */
export type Shelf = { workspaceId: number; sourceIds: readonly string[]; vocabulary: Vocabulary };

/** What was found for a question: its words, and passages that have some of them, the best first. */
export type Finding = { terms: readonly Term[]; passages: Weighed[] };

/** Looks a question up in an assistant's passages. */
export async function findPassages(shelf: Shelf, text: string, language: Language): Promise<Finding> {
  const { workspaceId, sourceIds, vocabulary } = shelf;
  const terms = await termsOf(text, language, vocabulary);
  const candidates = await candidatesOf(workspaceId, sourceIds, terms, vocabulary);
  const stems = await stemsOf(
    candidates.map(({ language: own, title, heading, content }) => [
      own,
      wordsOf(`${title}\n${heading ?? ""}\n${content}`),
    ]),
  );
  const passages = candidates
    .map((candidate) => weigh(candidate, terms, stems))
    .sort((a, b) => b.closeness - a.closeness || b.coverage - a.coverage);
  return { terms, passages };
}
