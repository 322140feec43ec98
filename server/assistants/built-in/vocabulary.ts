import { database } from "../../db.ts";
import type { Language } from "../../readers/text/language-names.ts";
import { recent } from "../providers/recent.ts";

/** What an assistant's passages are made of: how telling a word is, and which words a misspelt one may be. */
export type Vocabulary = {
  passageCount: number;
  /** Languages of the passages, the most frequent first. */
  languages: readonly Language[];
  /** In how many passages a word stands, as its stem or as it is written. */
  passagesWith: ReadonlyMap<string, number>;
};

const NONE: Vocabulary = { passageCount: 0, languages: [], passagesWith: new Map() };
/** Vocabularies of this process; one of 10,000 passages takes a few megabytes. */
const KEPT_MAX = 50;
const kept = recent<{ edition: string; vocabulary: Promise<Vocabulary> }>(KEPT_MAX);

/**
 * The vocabulary of these sources. It is counted once per process and edition of the sources: whoever reads a source again changes its
 * row in the transaction that changes its passages.
 */
export async function vocabularyOf(workspaceId: number, sourceIds: readonly string[]): Promise<Vocabulary> {
  if (sourceIds.length === 0) return NONE;
  const [row] = await database().$queryRaw<{ edition: string | null }[]>`
    select string_agg(concat_ws(' ', s.id, s."fetchedAt", s."changedAt"), ',' order by s.id) as edition
    from "KnowledgeSource" s where s."workspaceId" = ${workspaceId} and s.id = any(${sourceIds}::uuid[])`;
  const edition = row?.edition ?? "";
  const place = `${workspaceId} ${[...sourceIds].sort().join()}`;
  const last = kept.get(place);
  if (last?.edition === edition) return last.vocabulary;
  const vocabulary = count(workspaceId, sourceIds);
  kept.put(place, { edition, vocabulary });
  vocabulary.catch(() => kept.forget(place));
  return vocabulary;
}

async function count(workspaceId: number, sourceIds: readonly string[]): Promise<Vocabulary> {
  const db = database();
  // ts_stat takes a statement as text; both values are ours, and are written as literals of their types.
  const ids = sourceIds.map((id) => `'${id}'`).join();
  const passages = `select search from "KnowledgePassage" where "workspaceId" = ${workspaceId} and "sourceId" in (${ids})`;
  const [words, languages] = await Promise.all([
    db.$queryRaw<{ word: string; ndoc: number }[]>`select word, ndoc from ts_stat(${passages})`,
    db.$queryRaw<{ language: Language; count: number }[]>`
      select language, count(*)::int as count from "KnowledgePassage"
      where "workspaceId" = ${workspaceId} and "sourceId" = any(${sourceIds}::uuid[]) group by language order by 2 desc`,
  ]);
  return {
    passageCount: languages.reduce((sum, { count: passagesIn }) => sum + passagesIn, 0),
    languages: languages.map(({ language }) => language),
    passagesWith: new Map(words.map(({ word, ndoc }) => [word, ndoc])),
  };
}
