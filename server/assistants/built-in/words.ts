import { database } from "../../db.ts";
import type { Language } from "../../readers/text/language-names.ts";
import { recent } from "../providers/recent.ts";

/**
 * Words and numbers of a text in lower case, in order. A hyphenated word yields each of its parts, then the joined word, so that
 * "wifi" finds "Wi-Fi". A single letter next to an apostrophe ("l'eau", "can't") is dropped.
 */
export function wordsOf(text: string): string[] {
  const clean = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(
      /\b(ca|wo|[a-z]{2,5}?)n['’]t\b/g,
      (_, verb: string) => `${verb === "ca" ? "can" : verb === "wo" ? "will" : verb} not`,
    )
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "");
  return [...clean.matchAll(RUN)].flatMap(([run]) => {
    if (NUMBER.test(run)) return [run];
    const parts = run.split(JOINT).filter((part) => part.length > 1 || STANDS_ALONE.test(part));
    return parts.length > 1 && HYPHENS.test(run) ? [...parts, parts.join("")] : parts;
  });
}

/** Removes words that are two or more preceding words joined ("wifi" after "wi", "fi"). */
export function withoutJoined(words: readonly string[]): string[] {
  return words.filter((word, at) => {
    const before = words.slice(0, at);
    return !(at >= 2 && [2, 3, 4].some((size) => before.length >= size && before.slice(-size).join("") === word));
  });
}

const RUN = /[\p{L}\p{M}\p{N}]+(?:[-‐‑'’.,:@/&+]+[\p{L}\p{M}\p{N}]+)*/gu;
const NUMBER = /^\p{N}+(?:[.,:]\p{N}+)*$/u;
const JOINT = /[-‐‑'’.,:@/&+]+/;
const HYPHENS = /^[\p{L}\p{M}\p{N}]+(?:[-‐‑][\p{L}\p{M}\p{N}]+)+$/u;
const STANDS_ALONE = /[\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** What PostgreSQL makes of a word in a language: its stem, or nothing for a stop word ("the"). */
export type Stems = (language: Language, word: string) => readonly string[];

/** Words cached in all languages, at about 100 bytes each. */
const KEPT_MAX = 100_000;
/** Words looked up by one statement. */
const AT_ONCE = 2_000;
const kept = recent<readonly string[]>(KEPT_MAX);
const nothing: readonly string[] = [];

/**
 * Stems words as PostgreSQL does in that language, so that they match its index. A word's stem never changes, so only words that are
 * not in this process's cache are looked up.
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
      kept.put(`${language} ${word}`, stems);
      found.set(`${language} ${word}`, stems);
    }
  }
  return (language, word) => found.get(`${language} ${word}`) ?? nothing;
}
