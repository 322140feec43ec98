/**
 * The weight of a piece of a word, relative to the whole word. Pieces bring the forms of one word near each other, as real
 * models do.
 */
const PIECE = 0.3;
const PIECE_LETTERS = 4;

/**
 * Returns a deterministic vector of length 1 for a text. The more words two texts share, in any form, the nearer they are.
 * @param meanings maps a word to a synonym; both get the same direction.
 */
export function embeddingOf(text: string, length: number, meanings: ReadonlyMap<string, string>): Float32Array {
  const vector = new Float32Array(length);
  const add = (piece: string, weight: number) => {
    const hash = hashOf(piece);
    const at = hash % length;
    // The sign keeps hash collisions from always adding up.
    vector[at] = (vector[at] ?? 0) + (hash & 0x10000 ? weight : -weight);
  };
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const meant = meanings.get(word) ?? word;
    add(`=${meant}`, 1);
    for (let at = 0; at + PIECE_LETTERS <= meant.length; at++) add(meant.slice(at, at + PIECE_LETTERS), PIECE);
  }
  const size = Math.hypot(...vector) || 1;
  return vector.map((value) => value / size);
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
