import type { IncomingMessage, ServerResponse } from "node:http";
import { StringDecoder } from "node:string_decoder";
import { createGzip } from "node:zlib";

/** Marks a script that the browser shall not ask for yet: of a type that it does not know. */
const WAITING = "behind-paint";
/** The element that stands behind all that the page draws, by React's own name for it. */
const SHELL_END = "_R_";

const OPENING_TAG = /<(?:head|script|link)\b[^>]*>/g;
/** The end of a piece in which such a tag may have begun. */
const CUT_TAG = /<(?:h(?:e(?:a(?:d[^>]*)?)?)?|s(?:c(?:r(?:i(?:p(?:t[^>]*)?)?)?)?)?|l(?:i(?:n(?:k[^>]*)?)?)?)?$/;

/** The pages of a workspace. Those before them are forms that are written into at once. */
const PORTAL = /^\/[1-9]\d{0,9}(?:[/?]|$)/;
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The way out of a document: pieces as they come, then its end. */
type Way = { write: (piece: string | Uint8Array) => void; end: () => void };

/**
 * A document that answers the request goes out rewritten (page-scripts.ts), piece by piece as it comes. It is packed here, as Next must
 * not pack what has yet to be rewritten. All else goes out as it is.
 */
export function rewritePage(request: IncomingMessage, response: ServerResponse): void {
  const { "x-nonce": nonce, "accept-encoding": accepted = "", rsc } = request.headers;
  // Pages alone have a nonce; what a page asks for to draw the next one is no document.
  if (typeof nonce !== "string" || request.method !== "GET" || rsc !== undefined) return;
  if (!PORTAL.test(request.url ?? "")) return;
  delete request.headers["accept-encoding"];

  const writeHead = response.writeHead.bind(response) as (...all: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...all: unknown[]) => boolean;
  const end = response.end.bind(response) as (...all: unknown[]) => ServerResponse;
  /** Null for what is no document; undefined until its head is known. */
  let way: Way | null | undefined;

  const settle = (): Way | null => {
    if (way !== undefined) return way;
    if (!String(response.getHeader("content-type")).startsWith("text/html")) return (way = null);
    const isPacked = TAKES_GZIP.test(String(accepted));
    response.removeHeader("content-length");
    if (isPacked) response.setHeader("content-encoding", "gzip");
    return (way = rewritten(nonce, isPacked ? packed(response, { write, end }) : { write, end }));
  };
  response.writeHead = (...all: unknown[]) => {
    settle();
    return writeHead(...all);
  };
  // Never "not yet": the rest of a page is small, and made already.
  response.write = (piece: string | Uint8Array, ...rest: unknown[]) => {
    const out = settle();
    if (!out) return write(piece, ...rest);
    out.write(piece);
    return true;
  };
  response.end = (...all: unknown[]) => {
    const out = settle();
    if (!out) return end(...all);
    const [piece] = all;
    const done = all.find((one) => typeof one === "function");
    if (typeof piece === "string" || piece instanceof Uint8Array) out.write(piece);
    if (done) response.once("finish", done as () => void);
    out.end();
    return response;
  };
}

function rewritten(nonce: string, out: Way): Way {
  const decoder = new StringDecoder("utf8");
  const scripts = pageScripts(nonce);
  const pass = (text: string) => text && out.write(text);
  return {
    write: (piece) => pass(scripts.write(typeof piece === "string" ? piece : decoder.write(Buffer.from(piece)))),
    end() {
      pass(scripts.write(decoder.end()) + scripts.end());
      out.end();
    },
  };
}

/** Each piece leaves at once, so that the browser can begin with it. */
function packed(response: ServerResponse, out: Way): Way {
  const gzip = createGzip();
  gzip.on("data", (piece: Buffer) => out.write(piece));
  gzip.once("end", () => out.end());
  // The reader has gone: what it would have been given is let go.
  response.once("close", () => gzip.destroy());
  return {
    write(piece) {
      gzip.write(piece);
      gzip.flush();
    },
    end: () => gzip.end(),
  };
}

/**
 * Runs in the page, behind what it draws: asks for the waiting scripts once that is on the screen. Until then for one at a time, so that
 * the page's load is still over with its scripts, and a page that is never drawn comes alive as well. Serialised, so it may use nothing
 * from outside.
 */
function startScripts(waiting: string): void {
  let isPainted = document.hidden;
  const nonce = document.currentScript?.nonce ?? "";
  const next = () => {
    const marks = document.querySelectorAll<HTMLScriptElement>(`script[type="${waiting}"]`);
    // One that somebody else has written into the page has no nonce, and is none of ours.
    const mark = [...marks].find((one) => one.nonce === nonce);
    if (!mark) return;
    const script = document.createElement("script");
    for (const { name, value } of mark.attributes) if (name !== "type") script.setAttribute(name, value);
    // Its attribute is empty in the page.
    script.nonce = nonce;
    script.onload = script.onerror = next;
    mark.replaceWith(script);
    if (isPainted) next();
  };
  next();
  // A task behind the frame, which has been painted by then.
  requestAnimationFrame(() =>
    setTimeout(() => {
      isPainted = true;
      next();
    }),
  );
}

/**
 * Rewrites a document of Next on its way, piece by piece, so that its scripts are asked for behind its first paint. A browser that has
 * them kept would take them over before it lays out the page, which costs more than all of its drawing; and it would draw the page by
 * halves, for what stood in the first piece.
 */
export function pageScripts(nonce: string): { write: (piece: string) => string; end: () => string } {
  const starter = `<script nonce="${nonce}">(${startScripts.toString()})("${WAITING}")</script>`;
  let held = "";
  let hasWaiting = false;
  let isBehindShell = false;
  let isStarted = false;

  const rewrite = (tag: string): string => {
    if (tag.startsWith("<head")) return `${tag}<link rel="expect" href="#${SHELL_END}" blocking="render"/>`;
    // Fetched ahead they would be in the way as well.
    if (tag.startsWith("<link")) return tag.includes(' as="script"') ? "" : tag;
    if (isStarted) return tag;
    if (tag.includes(' src="')) {
      // One of the old kind, for browsers that know no other, waits for nothing.
      if (!tag.includes(' async=""')) return tag;
      hasWaiting = true;
      return tag.replace("<script", `<script type="${WAITING}"`);
    }
    if (isBehindShell) {
      isStarted = true;
      return starter + tag;
    }
    isBehindShell = tag.includes(` id="${SHELL_END}"`);
    return tag;
  };

  return {
    write(piece) {
      const text = held + piece;
      const cut = CUT_TAG.exec(text)?.index ?? text.length;
      held = text.slice(cut);
      return text.slice(0, cut).replace(OPENING_TAG, rewrite);
    },
    // A page without that element begins when it is there.
    end: () => held + (hasWaiting && !isStarted ? starter : ""),
  };
}
