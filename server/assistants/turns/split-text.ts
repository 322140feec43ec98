/** What a channel takes as one text message; bytes where the provider counts those. */
type Limits = { maxCharacters: number; maxBytes: number | null };

/** Where a text is parted, the best place first: between paragraphs, lines, sentences, words. */
const GAPS = [/\n\s*\n/g, /\n/g, /(?<=[.!?…。！？]["'”’)\]]*)\s+/gu, /\s+/g] as const;
/** A part is not made shorter than this share of what fits, only to end it at a better place. */
const LEAST_FILL = 0.4;

/**
 * A text as the messages that a channel takes, parted where a reader would pause; nothing but the white space between two parts is
 * lost.
 * @returns null for more than `mostParts`.
 */
export function splitText(text: string, limits: Limits, mostParts: number): string[] | null {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest !== "") {
    if (parts.length === mostParts) return null;
    const fits = fittingLength(rest, limits);
    // A limit below one character would part for ever.
    if (fits === 0) return null;
    const end = fits === rest.length ? fits : lastGap(rest, fits);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return parts;
}

/** How much of the beginning fits, in UTF-16 units, whole characters only. */
function fittingLength(text: string, { maxCharacters, maxBytes }: Limits): number {
  let length = 0;
  let characters = 0;
  let bytes = 0;
  for (const character of text) {
    characters += 1;
    bytes += Buffer.byteLength(character);
    if (characters > maxCharacters || (maxBytes !== null && bytes > maxBytes)) return length;
    length += character.length;
  }
  return length;
}

function lastGap(text: string, fits: number): number {
  const head = text.slice(0, fits);
  for (const gap of GAPS) {
    const last = [...head.matchAll(gap)].at(-1);
    if (last && last.index >= fits * LEAST_FILL) return last.index;
  }
  return fits;
}
