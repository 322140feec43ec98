import type { Language } from "../../readers/text/language-names.ts";
import { nearPassages } from "./near-passages.ts";
import { candidatesOf, passagesOf, type Candidate } from "./search-passages.ts";
import { stemsOf } from "./stems.ts";
import { termsOf, type Term } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { weigh, type Weighed } from "./weigh.ts";
import { wordsOf } from "./words.ts";

/** Where an assistant looks things up. */
export type Shelf = { workspaceId: number; sourceIds: readonly string[]; vocabulary: Vocabulary };

/** What was found for a text: its words, and the passages that fit it, the best first. */
export type Finding = { text: string; terms: readonly Term[]; passages: Weighed[] };

/** Looks a question up by its words: the passage of which a few sentences speak of most of it comes first. */
export async function findPassages(shelf: Shelf, text: string, language: Language): Promise<Finding> {
  const { workspaceId, sourceIds, vocabulary } = shelf;
  const terms = await termsOf(text, language, vocabulary);
  const passages = await weighed(await candidatesOf(workspaceId, sourceIds, terms, vocabulary), terms);
  return { text, terms, passages: passages.sort((a, b) => b.closeness - a.closeness || b.coverage - a.coverage) };
}

/** What is added to a passage's place in each list, so that no list decides alone (reciprocal rank fusion). */
const RANK_OFFSET = 60;

/**
 * Adds what is found by meaning, where the operator has a model of embeddings: passages that are near the front of either list come
 * first. For a model that reads them and judges; what is found by meaning may share no word with the question.
 */
export async function withNearPassages(shelf: Shelf, finding: Finding, signal: AbortSignal): Promise<Finding> {
  const { workspaceId, sourceIds } = shelf;
  const { text, terms, passages } = finding;
  const near = await nearPassages(workspaceId, sourceIds, text, signal);
  if (near.length === 0) return finding;
  const byWords = passages.map(({ candidate: { id } }) => id);
  const others = near.filter((id) => !byWords.includes(id));
  const all = [...passages, ...(await weighed(await passagesOf(workspaceId, others), terms))];
  const pointsIn = (list: readonly string[], id: string) => {
    const at = list.indexOf(id);
    return at === -1 ? 0 : 1 / (RANK_OFFSET + at + 1);
  };
  const points = new Map(all.map(({ candidate: { id } }) => [id, pointsIn(byWords, id) + pointsIn(near, id)] as const));
  const pointsOf = ({ candidate: { id } }: Weighed) => points.get(id) ?? 0;
  return { text, terms, passages: all.sort((a, b) => pointsOf(b) - pointsOf(a)) };
}

async function weighed(candidates: readonly Candidate[], terms: readonly Term[]): Promise<Weighed[]> {
  const stems = await stemsOf(
    candidates.map(({ language, title, heading, content }) => [
      language,
      wordsOf(`${title}\n${heading ?? ""}\n${content}`),
    ]),
  );
  return candidates.map((candidate) => weigh(candidate, terms, stems));
}
