// The rules of a contact import that the portal's preview shows, too: this file imports nothing, and runs in the browser as well.

/** Between the tags of a cell. */
export const TAG_SEPARATOR = /[,;|]/;

/**
 * A full name as first name and surname: "Silva, Ana" at its comma; else the surname is the last word, with the small words before it
 * ("Ana de la Cruz").
 * @returns surname: empty when there is one word.
 */
export function splitFullName(fullName: string): { name: string; surname: string } {
  const [before = "", ...after] = fullName.split(",").map((part) => part.trim());
  const behindComma = after.join(" ").trim();
  if (before !== "" && behindComma !== "") return { name: behindComma, surname: before };
  const words = fullName.replaceAll(",", " ").trim().split(/\s+/);
  const isSmall = (word = "") => /^\p{Ll}/u.test(word);
  // Where every word is written small, it says nothing.
  const small = isSmall(words[0]) ? -1 : words.findIndex((word, index) => isSmall(word) && index < words.length - 1);
  const at = small === -1 ? Math.max(1, words.length - 1) : small;
  return { name: words.slice(0, at).join(" "), surname: words.slice(at).join(" ") };
}
