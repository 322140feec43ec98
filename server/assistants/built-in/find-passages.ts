import type { Language } from "../../readers/text/language-names.ts";
import { candidatesOf, passagesOf, type Candidate } from "./search-passages.ts";
import { stemsOf, type Stems, wordsOf } from "./words.ts";
import { termsOf, type Term, type Vocabulary } from "./terms.ts";
import { setImmediate } from "node:timers/promises";
import { database } from "../../db.ts";
import { log } from "../../log.ts";
import { embed } from "../providers/model-server.ts";
import { operatorsEmbeddings } from "../providers/operators-model.ts";
import { EngineFailure } from "../engine.ts";
import { sentencesOf } from "../../readers/text/sentences.ts";

export type Shelf = { workspaceId: number; sourceIds: readonly string[]; vocabulary: Vocabulary };

/** The search result for a text: its terms and the passages that fit, best first. */
export type Finding = { text: string; terms: readonly Term[]; passages: Weighed[] };

/** Searches by words. The passage in which a few sentences cover most of the question comes first. */
export async function findPassages(shelf: Shelf, text: string, language: Language): Promise<Finding> {
  const { workspaceId, sourceIds, vocabulary } = shelf;
  const terms = await termsOf(text, language, vocabulary);
  const passages = await weighed(await candidatesOf(workspaceId, sourceIds, terms, vocabulary), terms);
  return { text, terms, passages: passages.sort((a, b) => b.closeness - a.closeness || b.coverage - a.coverage) };
}

/** Added to a passage's rank in each list, so that no list decides alone (reciprocal rank fusion). */
const RANK_OFFSET = 60;

/**
 * Adds passages found by meaning, if the operator has an embedding model. Passages near the top of either list come first. Use this for
 * a model that reads and judges the passages: a passage found by meaning may share no word with the question.
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

const NEAREST = 40;
/** Timeout for the question's vector, in milliseconds. Without a vector, the words alone decide. */
const PATIENCE_MS = 5_000;
/** Bytes of vectors cached per process, least recently used evicted first: 20,000 passages of a model with 1,536 dimensions. */
const KEPT_MAX_BYTES = 128 * 1024 * 1024;
/** Passages read by one statement: 6 MB at 1,536 dimensions. */
const AT_ONCE = 1_000;

/** The vectors of a source, one after the other, and the ids of their passages. */
type Vectors = { ids: string[]; values: Float32Array; dimensions: number };

const kept = new Map<string, { edition: string; vectors: Vectors }>();
let keptBytes = 0;

/**
 * Ids of the passages of these sources that are nearest to a text in meaning, nearest first. It compares every passage. Empty without
 * an embedding model, and if its server does not respond: the search by words still runs.
 */
async function nearPassages(workspaceId: number, sourceIds: readonly string[], text: string, signal: AbortSignal) {
  const server = operatorsEmbeddings();
  if (!server || sourceIds.length === 0) return [];
  let question: Float32Array;
  try {
    const [vector] = await embed(server, [text], AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]));
    if (!vector) return [];
    question = vector;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof EngineFailure)) throw error;
    log.warn({ reason: error.message, workspaceId }, "a question was looked up by its words alone");
    return [];
  }
  const sources = await database().$queryRaw<{ id: string; edition: string }[]>`
    select id, concat_ws(' ', "embeddedAt", "fetchedAt", ${server.model}::text) as edition from "KnowledgeSource"
    where "workspaceId" = ${workspaceId} and id = any(${sourceIds}::uuid[]) and "embeddedAt" is not null`;
  let nearest: { id: string; nearness: number }[] = [];
  for (const { id, edition } of sources) {
    const found = await compared(await vectorsOf(workspaceId, id, edition, server.model), question);
    nearest = [...nearest, ...found].sort((a, b) => b.nearness - a.nearness).slice(0, NEAREST);
  }
  return nearest.map(({ id }) => id);
}

/** Numbers compared before it yields to other work: about 4 ms. */
const IN_A_ROW = 1_500_000;

/** The cosine between the question and each passage. All vectors have length 1. */
async function compared({ ids, values, dimensions }: Vectors, question: Float32Array) {
  if (dimensions !== question.length) return [];
  const rows = Math.ceil(IN_A_ROW / dimensions);
  const found: { id: string; nearness: number }[] = [];
  for (const [row, id] of ids.entries()) {
    if (row > 0 && row % rows === 0) await setImmediate();
    let nearness = 0;
    for (let at = 0, from = row * dimensions; at < dimensions; at++)
      nearness += (values[from + at] ?? 0) * (question[at] ?? 0);
    found.push({ id, nearness });
  }
  return found;
}

async function vectorsOf(workspaceId: number, sourceId: string, edition: string, model: string): Promise<Vectors> {
  const place = `${workspaceId} ${sourceId}`;
  const last = kept.get(place);
  forget(place);
  const vectors = last?.edition === edition ? last.vectors : await readVectors(workspaceId, sourceId, model);
  forget(place);
  kept.set(place, { edition, vectors });
  keptBytes += vectors.values.byteLength;
  for (const oldest of kept.keys()) {
    if (keptBytes <= KEPT_MAX_BYTES) break;
    forget(oldest);
  }
  return vectors;
}

function forget(place: string): void {
  keptBytes -= kept.get(place)?.vectors.values.byteLength ?? 0;
  kept.delete(place);
}

async function readVectors(workspaceId: number, sourceId: string, model: string): Promise<Vectors> {
  const ids: string[] = [];
  const parts: Float32Array[] = [];
  let dimensions = 0;
  for (let after = -1; ;) {
    const rows = await database().$queryRaw<{ id: string; position: number; embedding: Uint8Array }[]>`
      select id, position, embedding from "KnowledgePassage"
      where "workspaceId" = ${workspaceId} and "sourceId" = ${sourceId}::uuid and position > ${after}
        and "embeddingModel" = ${model}
      order by position limit ${AT_ONCE}`;
    for (const { id, embedding } of rows) {
      const vector = new Float32Array(new Uint8Array(embedding).buffer);
      // The server changed its model under the same name, so vectors with other dimensions are skipped.
      if (dimensions === 0) dimensions = vector.length;
      if (vector.length !== dimensions) continue;
      ids.push(id);
      parts.push(vector);
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.position;
  }
  const values = new Float32Array(parts.length * dimensions);
  parts.forEach((vector, row) => values.set(vector, row * dimensions));
  return { ids, values, dimensions };
}

/** A passage with its scores for a question. */
export type Weighed = {
  candidate: Candidate;
  /** The share of the question that the passage covers, weighted by term, with its headings and title: 0 to 1. */
  coverage: number;
  /** The same for its best few consecutive sentences. */
  closeness: number;
  /** The sum of the weights of the terms in those sentences, independent of the question's length. */
  amount: number;
  sentences: string[];
  /** The best consecutive sentences: from and to (exclusive). */
  best: { from: number; to: number };
};

/** Number of sentences scored together. */
const TOGETHER = 3;
/** The factor for a term that appears only in a heading or the title. */
const ABOVE = 0.9;
/** The penalty for each further sentence: the fewer sentences cover the question, the more certain the match. */
const FURTHER = 0.02;

/** Scores a passage for a question. `stems` must know the passage's words. */
function weigh(candidate: Candidate, terms: readonly Term[], stems: Stems): Weighed {
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
