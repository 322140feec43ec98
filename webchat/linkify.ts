/** A piece of a message's text: plain text, or a link. */
export type TextPart = { text: string; href: string | null };

/**
 * The parts of an email address have a maximum length. Otherwise a text of 4,000 letters would be scanned to its end from each
 * letter.
 */
const ADDRESS =
  /\bhttps?:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+\.[^\s<>"']+|[\p{L}\d._%+-]{1,64}@[\p{L}\d.-]{1,190}\.\p{L}{2,24}/giu;

/**
 * Splits text into plain text and links. Only valid http, https and mailto addresses become links: a message is never markup.
 */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const shown = withoutTail(match[0]);
    const href = hrefOf(shown);
    if (!URL.canParse(href)) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index), href: null });
    parts.push({ text: shown, href });
    done = match.index + shown.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), href: null });
  return parts;
}

function hrefOf(shown: string): string {
  if (/^https?:/iu.test(shown)) return shown;
  return /^www\./iu.test(shown) ? `https://${shown}` : `mailto:${shown}`;
}

/** "(see https://a.b/c)." links to https://a.b/c, while https://a.b/c_(d) keeps its bracket. */
function withoutTail(address: string): string {
  let end = address.length;
  for (;;) {
    const last = address[end - 1] ?? "";
    const isOpen = address.slice(0, end).includes("(");
    if (/[.,;:!?\]}*_~]/u.test(last) || (last === ")" && !isOpen)) end -= 1;
    else return address.slice(0, end);
  }
}

/** An http or https URL that is safe to link or load. null for all others. */
export function safeHref(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null;
}
