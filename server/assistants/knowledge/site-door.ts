import { env } from "../../env.ts";
import { askRobots } from "../../readers/read.ts";
import { Unreadable } from "../../readers/unreadable.ts";
import { safeFetch } from "../../safe-fetch.ts";
import { inEnglish, quote, say, type Said } from "../../say.ts";

/** The result of requesting a page. */
export type PageAnswer =
  | {
      kind: "page";
      /** The final address, after redirects. */
      url: URL;
      /** The body as the server compressed it. */
      bytes: Uint8Array;
      encoding: string;
      contentType: string;
      etag: string | null;
      lastModified: string | null;
      isNotToBeKept: boolean;
    }
  | { kind: "unchanged" }
  /** The server says that the page does not exist, or no longer. */
  | { kind: "missing" }
  /** It leads outside of what may be read, or the site does not allow programs to read it. */
  | { kind: "closed"; error: Said }
  | { kind: "failed"; error: Said };

/** A page to request. If it was read before, the request asks only for a newer version. */
type PageToFetch = { url: URL; etag?: string | null; lastModified?: string | null };

type SiteDoor = {
  /** @param mayGo whether a redirect to the address is allowed */
  get: (page: PageToFetch, mayGo: (url: URL) => boolean) => Promise<PageAnswer>;
};

const NAME = "OmnichannelKnowledge";
const PAGE_MAX_BYTES = 5 * 1024 * 1024;
/** RFC 9309, section 2.5. Anything longer is cut off. */
const ROBOTS_MAX_BYTES = 500 * 1024;
const DEADLINE_MS = 20_000;
const REDIRECTS_MAX = 5;
/** The longest pause that a site's rules can demand. */
const PAUSE_MAX_MS = 10_000;
const READ_TYPES = /^(?:text\/html|application\/xhtml\+xml|text\/plain|text\/markdown|application\/pdf)\b/i;

/** A robots.txt as received. A site without one has no rules. */
type Robots = { url: string; rules: string };

/**
 * Requests pages of sites: every request passes the guarded fetch, at most one per `pauseMs`, with our user agent, and only if the site's
 * robots.txt allows it. A redirect is checked like the first address.
 */
export function createSiteDoor(workspaceId: number, pauseMs: number): SiteDoor {
  const known = new Map<string, Robots | { error: Said }>();
  let nextAt = 0;
  let pause = pauseMs;

  async function request(url: URL, headers: Record<string, string>, maxBodyBytes: number) {
    const waitMs = nextAt - performance.now();
    if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
    const reply = await safeFetch({
      url: url.href,
      method: "GET",
      headers: { "user-agent": `${NAME}/1.0 (+${env().APP_URL})`, ...headers },
      deadlineMs: DEADLINE_MS,
      maxBodyBytes,
    });
    nextAt = performance.now() + pause;
    return reply;
  }

  /** If robots.txt cannot be fetched, everything is forbidden for now (RFC 9309). */
  async function robotsOf(origin: string): Promise<Robots | { error: Said }> {
    const before = known.get(origin);
    if (before !== undefined) return before;
    const robots = await fetchRobots(origin);
    known.set(origin, robots);
    return robots;
  }

  /** Whether the site's rules allow us to read a page. Rules that take too long to evaluate forbid the site for this visit. */
  async function mayRead(page: URL): Promise<boolean | { error: Said }> {
    const robots = await robotsOf(page.origin);
    if ("error" in robots) return robots;
    if (robots.rules === "") return true;
    try {
      const { isAllowed, pauseMs: wanted } = await askRobots(workspaceId, { ...robots, page: page.href, agent: NAME });
      pause = Math.max(pause, Math.min(PAUSE_MAX_MS, wanted));
      return isAllowed;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const closed = { error: say("source.robotsLong") };
      known.set(page.origin, closed);
      return closed;
    }
  }

  async function fetchRobots(origin: string): Promise<Robots | { error: Said }> {
    const url = new URL("/robots.txt", origin);
    let reply = await request(url, {}, ROBOTS_MAX_BYTES);
    for (let hop = 0; hop < REDIRECTS_MAX && reply.kind === "answer" && isRedirect(reply.status); hop++) {
      const next = URL.parse(reply.headers.location ?? "", url);
      if (!next) break;
      reply = await request(next, {}, ROBOTS_MAX_BYTES);
    }
    if (reply.kind !== "answer") return { error: quote(sentenceEnd(inEnglish(reply.error))) };
    if (reply.status >= 500 || reply.status === 429)
      return { error: say("source.robotsStatus", { status: reply.status }) };
    return { url: url.href, rules: reply.status === 200 ? reply.body : "" };
  }

  return {
    async get({ url: asked, etag, lastModified }, mayGo) {
      let url = asked;
      for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
        const isAllowed = await mayRead(url);
        if (typeof isAllowed === "object") return { kind: "failed", error: isAllowed.error };
        if (!isAllowed) return { kind: "closed", error: say("source.robots") };
        const isSame = url.href === asked.href;
        const reply = await request(
          url,
          {
            accept: "text/html, application/xhtml+xml, text/plain, text/markdown, application/pdf",
            ...(isSame && etag ? { "if-none-match": etag } : {}),
            ...(isSame && lastModified ? { "if-modified-since": lastModified } : {}),
          },
          PAGE_MAX_BYTES,
        );
        if (reply.kind !== "answer") return { kind: "failed", error: quote(sentenceEnd(inEnglish(reply.error))) };
        const { status, headers } = reply;
        if (!isRedirect(status)) return answerOf(url, reply);
        const next = URL.parse(headers.location ?? "", url);
        if (!next) return { kind: "failed", error: say("source.redirectNowhere") };
        next.hash = "";
        if (!mayGo(next)) return { kind: "closed", error: say("source.otherSite") };
        url = next;
      }
      return { kind: "failed", error: say("source.redirects", { count: REDIRECTS_MAX }) };
    },
  };
}

type Answer = { status: number; headers: Record<string, string>; bytes: Buffer; cut: boolean };

function answerOf(url: URL, { status, headers, bytes, cut }: Answer): PageAnswer {
  if (status === 304) return { kind: "unchanged" };
  if (status === 404 || status === 410) return { kind: "missing" };
  if (status !== 200) return { kind: "failed", error: say("source.status", { status }) };
  const contentType = headers["content-type"] ?? "text/html";
  if (!READ_TYPES.test(contentType)) return { kind: "closed", error: say("source.noPage") };
  if (cut) return { kind: "failed", error: say("source.pageLarge") };
  return {
    kind: "page",
    url,
    bytes,
    // Some servers compress pages although we ask for uncompressed ones.
    encoding: (headers["content-encoding"] ?? "identity").trim().toLowerCase(),
    contentType,
    etag: headers.etag ?? null,
    lastModified: headers["last-modified"] ?? null,
    isNotToBeKept: /\bnoindex\b|(?<!:\s*)\bnone\b/i.test(headers["x-robots-tag"] ?? ""),
  };
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** Turns a sentence into the end of another one: "the name does not exist". */
function sentenceEnd(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, "");
}
