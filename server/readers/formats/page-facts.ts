import { decodeText } from "./decode-text.ts";
import { elementsOf, parseHtml } from "./html-nodes.ts";

/** What a page says to programs that visit it. */
export type PageFacts = {
  /** Whole addresses of http and https, without fragments; none that the page asks not to be followed. */
  links: string[];
  /** The address that it calls its own. */
  canonical: string | null;
  /** It asks not to be taken up. */
  isNotToBeKept: boolean;
};

const LINKS_MAX = 2_000;
/** In characters; a longer address is no page that people link to. */
const ADDRESS_MAX = 2_000;
/** "none" is also what a page may say of the size of its pictures in results (max-image-preview: none). */
const NOT_TO_BE_KEPT = /\bnoindex\b|(?<!:\s*)\bnone\b/i;
const NOT_TO_BE_FOLLOWED = /\bnofollow\b|(?<!:\s*)\bnone\b/i;
const NOTHING: PageFacts = { links: [], canonical: null, isNotToBeKept: false };

/** Of a page of HTML; nothing of anything else. */
export function pageFacts(bytes: Uint8Array, contentType: string, url: string): PageFacts {
  if (!/html/i.test(contentType)) return NOTHING;
  const page = parseHtml(decodeText(bytes, contentType));
  const base = addressOf(elementsOf("base", page)[0]?.attribs.href, url) ?? url;
  const wishes = elementsOf("meta", page)
    .filter(({ attribs }) => attribs.name?.toLowerCase() === "robots")
    .map(({ attribs }) => attribs.content?.toLowerCase() ?? "")
    .join(",");
  const canonical = elementsOf("link", page).find(({ attribs }) => relOf(attribs.rel).includes("canonical"));
  const links = NOT_TO_BE_FOLLOWED.test(wishes)
    ? []
    : elementsOf("a", page)
        .filter(({ attribs }) => !relOf(attribs.rel).includes("nofollow"))
        .slice(0, LINKS_MAX)
        .flatMap(({ attribs }) => addressOf(attribs.href, base) ?? []);
  return {
    links: [...new Set(links)],
    canonical: addressOf(canonical?.attribs.href, base),
    isNotToBeKept: NOT_TO_BE_KEPT.test(wishes),
  };
}

function relOf(rel: string | undefined): string[] {
  return (rel ?? "").toLowerCase().split(/\s+/);
}

function addressOf(href: string | undefined, base: string): string | null {
  const url = href === undefined ? null : URL.parse(href.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return url.href.length > ADDRESS_MAX ? null : url.href;
}
