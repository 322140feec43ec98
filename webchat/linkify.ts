/** A piece of a message's text: words, or an address to follow. */
export type TextPart = { text: string; href: string | null };

/** Parts of an e-mail address are bounded: a text of four thousand letters must not be tried from each of them to the end. */
const ADDRESS =
  /\bhttps?:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+\.[^\s<>"']+|[\p{L}\d._%+-]{1,64}@[\p{L}\d.-]{1,190}\.\p{L}{2,24}/giu;

/**
 * Splits text into words and addresses. Only http, https and mailto become links, and only where the address parses: a
 * message is never more than text.
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

/** An address that may be followed or shown: http or https, else null. */
export function safeHref(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null;
}
