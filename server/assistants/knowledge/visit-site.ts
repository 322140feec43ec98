import type { ReadDocument } from "../../readers/formats/document.ts";
import { readDocument } from "../../readers/read.ts";
import { inEnglish, say, type Said } from "../../say.ts";
import { createSiteDoor, type PageAnswer } from "./site-door.ts";
import { GivenUp, Unreadable } from "../../readers/unreadable.ts";

/** A page that an earlier visit found. */
export type KnownPage = { url: string; etag: string | null; lastModified: string | null };

/** The result of a visit for one page. A page that was not visited, or whose request failed, is not listed and stays as it is. */
export type VisitedPage = { url: string } & (
  | { kind: "read"; document: ReadDocument; etag: string | null; lastModified: string | null }
  | { kind: "unchanged" }
  /** It does not exist, may not be read any more, or has no text. */
  | { kind: "missing" }
);

/** The site cannot be read now. `message` is a clause for people. */
export class SiteAway extends Error {
  readonly said: Said;
  constructor(clause: Said) {
    super(inEnglish(clause));
    this.said = clause;
  }
}

export type VisitOptions = {
  /** The pause between two requests, in milliseconds. */
  pauseMs: number;
  pagesMax: number;
  /** The number of links from the first page. */
  depthMax: number;
  /** Time limit in milliseconds. Pages not visited by then wait for the next visit. */
  withinMs: number;
};

export const VISIT: VisitOptions = { pauseMs: 1_000, pagesMax: 50, depthMax: 3, withinMs: 15 * 60_000 };
/** For a whole site. Anything beyond is not read. */
const PASSAGES_MAX = 5_000;

type Waiting = { url: URL; depth: number };

type Visit = {
  workspaceId: number;
  scope: SiteScope;
  known: ReadonlyMap<string, KnownPage>;
  options: VisitOptions;
  found: VisitedPage[];
  /** Addresses that were requested, or that pages declare as their own. */
  seen: Set<string>;
  /** Linked pages, nearest first. */
  waiting: Waiting[];
  /** Number of pages that are new in this visit, and number of passages of all pages read. */
  added: number;
  passages: number;
};

/**
 * Reads a site from its address on: pages of its origin under its path, nearest first. Pages that were found before are always requested.
 * @throws SiteAway when the first page cannot be read. The state of the other pages is then unknown.
 */
export async function visitSite(
  workspaceId: number,
  address: string,
  knownPages: readonly KnownPage[],
  options: VisitOptions,
): Promise<VisitedPage[]> {
  const endAt = performance.now() + options.withinMs;
  const door = createSiteDoor(workspaceId, options.pauseMs);
  const known = new Map(knownPages.map((page) => [page.url, page]));
  const start = plainAddress(new URL(address));
  const first = await door.get({ ...known.get(start.href), url: start }, () => true);
  if (first.kind === "missing") throw new SiteAway(say("source.pageMissing"));
  if (first.kind === "closed" || first.kind === "failed") throw new SiteAway(first.error);

  const scope = scopeOf(start, first.kind === "page" ? first.url : start);
  const seen = new Set([start.href]);
  const visit: Visit = { workspaceId, scope, known, options, found: [], seen, waiting: [], added: 0, passages: 0 };
  await take(visit, { url: start, depth: 0 }, first);
  // Request known pages even if no page links to them, because an unchanged page does not return its links again.
  const unlinked = knownPages.map(({ url }) => ({ url: new URL(url), depth: Math.max(1, options.depthMax - 1) }));
  for (;;) {
    const next = visit.waiting.shift() ?? unlinked.shift();
    if (!next || performance.now() > endAt) return visit.found;
    const { href } = next.url;
    if (seen.has(href) || (isFull(visit) && !known.has(href))) continue;
    seen.add(href);
    await take(visit, next, await door.get({ ...known.get(href), url: next.url }, (to) => isInScope(to, scope)));
  }
}

function isFull({ known, added, passages, options }: Visit): boolean {
  return known.size + added >= options.pagesMax || passages >= PASSAGES_MAX;
}

/** Records the result of requesting a page. A failed request is not recorded, because the page may still exist. */
async function take(visit: Visit, asked: Waiting, answer: PageAnswer): Promise<void> {
  const { href: url } = asked.url;
  if (answer.kind === "unchanged") visit.found.push({ url, kind: "unchanged" });
  else if (answer.kind === "page") await takePage(visit, asked, answer);
  else if (answer.kind !== "failed") visit.found.push({ url, kind: "missing" });
}

async function takePage(visit: Visit, asked: Waiting, answer: Extract<PageAnswer, { kind: "page" }>): Promise<void> {
  const { known, found, seen } = visit;
  const document = await readPage(visit.workspaceId, answer);
  if (document instanceof GivenUp) {
    if (asked.depth === 0) throw new SiteAway(document.said);
    return;
  }
  follow(visit, asked.depth, document?.page?.links ?? []);
  const url = ownAddress(answer.url, document, visit.scope);
  const isKept = document !== null && !answer.isNotToBeKept && !document.page?.isNotToBeKept;
  // The page declares another address as its own, so it no longer exists under the requested one.
  if (url !== asked.url.href) found.push({ url: asked.url.href, kind: "missing" });
  if (!isKept) found.push({ url, kind: "missing" });
  const isFound = found.some((page) => page.url === url && page.kind !== "missing");
  seen.add(answer.url.href).add(url);
  if (!isKept || isFound) return;
  // A page with the same text as another one is treated as missing. Otherwise its old text would stay in use for ever.
  if (isTwin(document, found)) return void found.push({ url, kind: "missing" });
  if (isFull(visit) && !known.has(url)) return;
  if (!known.has(url)) visit.added += 1;
  visit.passages += document.passages.length;
  found.push({ url, kind: "read", document, etag: answer.etag, lastModified: answer.lastModified });
}

function follow({ scope, seen, waiting, options }: Visit, depth: number, links: readonly string[]): void {
  if (depth >= options.depthMax) return;
  for (const link of links) {
    const url = plainAddress(new URL(link));
    if (isInScope(url, scope) && !seen.has(url.href)) waiting.push({ url, depth: depth + 1 });
  }
}

/** null: it contains nothing to read. */
async function readPage(
  workspaceId: number,
  { bytes, encoding, contentType, url }: Extract<PageAnswer, { kind: "page" }>,
): Promise<ReadDocument | GivenUp | null> {
  try {
    return await readDocument(workspaceId, { bytes, encoding, contentType, fileName: null, url: url.href });
  } catch (error) {
    if (error instanceof GivenUp) return error;
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The address to store a page under: the canonical address that it declares if it is in scope, else its own. */
function ownAddress(url: URL, document: ReadDocument | null, scope: SiteScope): string {
  const named = document?.page?.canonical ? plainAddress(new URL(document.page.canonical)) : null;
  return named && isInScope(named, scope) ? named.href : plainAddress(url).href;
}

/** Whether the same text was found under another address. */
function isTwin({ contentHash }: ReadDocument, found: readonly VisitedPage[]): boolean {
  return found.some((page) => page.kind === "read" && Buffer.compare(page.document.contentHash, contentHash) === 0);
}

/** The part of a site that is read: one origin, and everything under one path. */
type SiteScope = { origin: string; path: string };

/** Tracking parameters, which do not affect the page. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|igshid|ref_src)$/i;
/** Files that are not text to read in a browser. */
const OTHER_FILES =
  /\.(?:jpe?g|png|gif|webp|svg|ico|css|js|mjs|json|xml|rss|atom|zip|gz|exe|dmg|mp[34]|webm|avi|mov|woff2?|ttf|xlsx?|pptx?)$/i;

/** Normalizes an address, so that each page has one spelling. */
export function plainAddress(address: URL): URL {
  const url = new URL(address);
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url;
}

/**
 * The scope of a site's address: `/help` and everything below it. For `/help/index.html`, everything in its folder.
 * @param found the address after redirects. Another origin replaces the named one. A path outside of the named path replaces that path.
 */
export function scopeOf(named: URL, found: URL): SiteScope {
  const path = pathUnder(named.pathname);
  const isInside = isUnder(found.pathname, path);
  return { origin: found.origin, path: isInside ? path : pathUnder(found.pathname) };
}

export function isInScope(url: URL, { origin, path }: SiteScope): boolean {
  return url.origin === origin && isUnder(url.pathname, path) && !OTHER_FILES.test(url.pathname);
}

function pathUnder(pathname: string): string {
  const isFile = /\/[^/]+\.[a-z0-9]{1,5}$/i.test(pathname);
  return isFile ? pathname.replace(/[^/]+$/, "") : pathname.replace(/\/$/, "");
}

function isUnder(pathname: string, path: string): boolean {
  return path.endsWith("/") ? pathname.startsWith(path) : pathname === path || pathname.startsWith(`${path}/`);
}
