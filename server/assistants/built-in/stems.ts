import { database } from "../../db.ts";
import type { Language } from "../../readers/text/language-names.ts";
import { recent } from "../providers/recent.ts";

/** Words of a language and what Postgres makes of each: its stem, or nothing of one that says nothing ("the"). */
export type Stems = (language: Language, word: string) => readonly string[];

/** Words of all languages; at about 100 bytes each. */
const KEPT_MAX = 100_000;
/** Words that one statement asks for. */
const AT_ONCE = 2_000;
const kept = recent<readonly string[]>(KEPT_MAX);
const nothing: readonly string[] = [];

/**
 * Brings words to their stems as Postgres does in that language, so that ours are the ones in its index. A word's stem never changes:
 * only those that this process has not seen are asked for.
 * @param options.isKept whether they are likely to be asked for again.
 */
export async function stemsOf(
  wanted: Iterable<readonly [Language, Iterable<string>]>,
  { isKept = true }: { isKept?: boolean } = {},
): Promise<Stems> {
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
  const asked = [...unseen.values()];
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const words = asked.slice(at, at + AT_ONCE);
    const [row] = await database().$queryRaw<{ stems: string[][] }[]>`
      select jsonb_agg(tsvector_to_array(to_tsvector(w.language::regconfig, w.word)) order by w.at) as stems
      from rows from (
        jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as (language text, word text)
      ) with ordinality as w(language, word, at)`;
    for (const [place, { language, word }] of words.entries()) {
      const stems = row?.stems[place] ?? nothing;
      if (isKept) kept.put(`${language} ${word}`, stems);
      found.set(`${language} ${word}`, stems);
    }
  }
  return (language, word) => found.get(`${language} ${word}`) ?? nothing;
}
