/**
 * Words and numbers of a text in small letters, in order. A word with hyphens is each of its parts, and then all of it together, so
 * that "wifi" finds "Wi-Fi". Of "l'eau" and "can't" the letter beside the apostrophe is none.
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

/** Words without those that are two or more before them joined ("wi", "fi", "wifi"). */
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
