import { database } from "../../db.ts";
import type { Language } from "../knowledge/language-names.ts";
import { recent } from "../providers/recent.ts";

/** Words of a language and what Postgres makes of each: its stem, or nothing of one that says nothing ("the"). */
export type Stems = (language: Language, word: string) => readonly string[];

/** Words of all languages; at about 100 bytes each. */
const KEPT_MAX = 100_000;
const kept = recent<readonly string[]>(KEPT_MAX);
const nothing: readonly string[] = [];

/**
 * Brings words to their stems as Postgres does in that language, so that ours are the ones in its index. A word's stem never changes:
 * only those that this process has not seen are asked for, in one statement.
 */
export async function stemsOf(wanted: Iterable<readonly [Language, Iterable<string>]>): Promise<Stems> {
  const found = new Map<string, readonly string[]>();
  const unseen = new Map<string, { language: Language; word: string }>();
  for (const [language, words] of wanted) {
    for (const word of words) {
      const key = `${language} ${word}`;
      const stems = kept.get(key);
      if (stems) found.set(key, stems);
      else unseen.set(key, { language, word });
    }
  }
  if (unseen.size > 0) {
    const rows = await database().$queryRaw<{ language: string; word: string; stems: string[] }[]>`
      select w.language, w.word, tsvector_to_array(to_tsvector(w.language::regconfig, w.word)) as stems
      from jsonb_to_recordset(${JSON.stringify([...unseen.values()])}::jsonb) as w(language text, word text)`;
    for (const { language, word, stems } of rows) {
      kept.put(`${language} ${word}`, stems);
      found.set(`${language} ${word}`, stems);
    }
  }
  return (language, word) => found.get(`${language} ${word}`) ?? nothing;
}
