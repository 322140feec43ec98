/** The similarity of two texts, 0 to 1: the trigrams they share, relative to all their trigrams (as in Postgres). */
export function trigramSimilarity(one: Set<string>, other: Set<string>): number {
  let shared = 0;
  for (const piece of one) if (other.has(piece)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** The trigrams of a text's words. */
export function trigrams(text: string): Set<string> {
  const pieces = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) pieces.add(padded.slice(at, at + 3));
  }
  return pieces;
}
