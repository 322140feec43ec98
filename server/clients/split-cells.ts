// The contact import's rules, which the portal's preview uses too. This file has no imports, because it also runs in the browser.

/** Separates the tags of a cell. */
export const TAG_SEPARATOR = /[,;|]/;

/**
 * Splits a full name into first name and surname. "Silva, Ana" is split at its comma. Otherwise the surname is the last word, with any
 * lower-case words before it ("Ana de la Cruz").
 * @returns surname: empty if there is one word.
 */
export function splitFullName(fullName: string): { name: string; surname: string } {
  const [before = "", ...after] = fullName.split(",").map((part) => part.trim());
  const behindComma = after.join(" ").trim();
  if (before !== "" && behindComma !== "") return { name: behindComma, surname: before };
  const words = fullName.replaceAll(",", " ").trim().split(/\s+/);
  const isSmall = (word = "") => /^\p{Ll}/u.test(word);
  // If the name begins in lower case, the case tells nothing.
  const small = isSmall(words[0]) ? -1 : words.findIndex((word, index) => isSmall(word) && index < words.length - 1);
  const at = small === -1 ? Math.max(1, words.length - 1) : small;
  return { name: words.slice(0, at).join(" "), surname: words.slice(at).join(" ") };
}
