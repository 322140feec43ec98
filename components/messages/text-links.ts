/** A piece of a message's text: plain text or a web address. */
export type TextPart = { text: string; href: string | null };

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+\.[^\s<>"']+/giu;

/**
 * Splits text into plain text and web addresses. Only valid http and https addresses become links, because a message is written by a
 * stranger.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const shown = withoutTrailingPunctuation(match[0]);
    const href = /^https?:/iu.test(shown) ? shown : `https://${shown}`;
    if (!URL.canParse(href)) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index), href: null });
    parts.push({ text: shown, href });
    done = match.index + shown.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), href: null });
  return parts;
}

/** "(see https://a.b/c)." links to https://a.b/c, but https://a.b/c_(d) keeps its bracket. */
function withoutTrailingPunctuation(address: string): string {
  let end = address.length;
  for (;;) {
    const last = address[end - 1] ?? "";
    const open = address.slice(0, end).includes("(");
    if (/[.,;:!?\]}*_~`]/u.test(last) || (last === ")" && !open)) end -= 1;
    else return address.slice(0, end);
  }
}
