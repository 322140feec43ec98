import type { IncomingMessage, ServerResponse } from "node:http";
import { StringDecoder } from "node:string_decoder";
import { createGzip } from "node:zlib";
import { takesGzip } from "./http/takes-gzip.ts";

/** The type of a script that the browser must not load yet. Browsers ignore unknown types. */
const WAITING = "behind-paint";
/** The element at the end of the page's content. React gives it this id. */
const SHELL_END = "_R_";

const OPENING_TAG = /<(?:head|script|link)\b[^>]*>/g;
/** The end of a chunk in which such a tag may have started. */
const CUT_TAG = /<(?:h(?:e(?:a(?:d[^>]*)?)?)?|s(?:c(?:r(?:i(?:p(?:t[^>]*)?)?)?)?)?|l(?:i(?:n(?:k[^>]*)?)?)?)?$/;

/** The pages of a workspace. All other pages are forms, which people type into at once. */
const PORTAL = /^\/[1-9]\d{0,9}(?:[/?]|$)/;

/** The output of a document: chunks as they come, then the end. */
type Way = { write: (piece: string | Uint8Array) => void; end: () => void };

/**
 * Rewrites an HTML document on its way out, chunk by chunk (page-scripts.ts). It is compressed here, because Next must not
 * compress what still has to be rewritten. All other responses pass through unchanged.
 */
export function rewritePage(request: IncomingMessage, response: ServerResponse): void {
  const { "x-nonce": nonce, "accept-encoding": accepted = "", rsc } = request.headers;
  // Only pages have a nonce. Requests with `rsc` fetch data for the next page, not a document.
  if (typeof nonce !== "string" || request.method !== "GET" || rsc !== undefined) return;
  if (!PORTAL.test(request.url ?? "")) return;
  delete request.headers["accept-encoding"];

  const writeHead = response.writeHead.bind(response) as (...all: unknown[]) => ServerResponse;
  const write = response.write.bind(response) as (...all: unknown[]) => boolean;
  const end = response.end.bind(response) as (...all: unknown[]) => ServerResponse;
  /** null: not a document. undefined: not known before the headers. */
  let way: Way | null | undefined;

  const settle = (): Way | null => {
    if (way !== undefined) return way;
    if (!String(response.getHeader("content-type")).startsWith("text/html")) return (way = null);
    const isPacked = takesGzip(accepted);
    response.removeHeader("content-length");
    if (isPacked) response.setHeader("content-encoding", "gzip");
    return (way = rewritten(nonce, isPacked ? packed(response, { write, end }) : { write, end }));
  };
  response.writeHead = (...all: unknown[]) => {
    settle();
    return writeHead(...all);
  };
  // Always returns true, so Next never waits: the rest of a page is small and already rendered.
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

/** Flushes each chunk at once, so that the browser can start with it. */
function packed(response: ServerResponse, out: Way): Way {
  const gzip = createGzip();
  gzip.on("data", (piece: Buffer) => out.write(piece));
  gzip.once("end", () => out.end());
  // The reader has left, so its remaining output is discarded.
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
 * Runs in the page, after its content. Loads the waiting scripts after the first paint. Before that it loads one at a time,
 * so that the load event still includes the scripts, and a page that is never painted becomes interactive too. This function
 * is serialized, so it may use nothing from outside.
 */
function startScripts(waiting: string): void {
  let isPainted = document.hidden;
  const nonce = document.currentScript?.nonce ?? "";
  const next = () => {
    const marks = document.querySelectorAll<HTMLScriptElement>(`script[type="${waiting}"]`);
    // A script that someone else injected has no nonce and is not ours.
    const mark = [...marks].find((one) => one.nonce === nonce);
    if (!mark) return;
    const script = document.createElement("script");
    for (const { name, value } of mark.attributes) if (name !== "type") script.setAttribute(name, value);
    // Browsers hide the nonce attribute, so it must be set here.
    script.nonce = nonce;
    script.onload = script.onerror = next;
    mark.replaceWith(script);
    if (isPainted) next();
  };
  next();
  // This task runs after the frame has been painted.
  requestAnimationFrame(() =>
    setTimeout(() => {
      isPainted = true;
      next();
    }),
  );
}

/**
 * Rewrites a Next document chunk by chunk, so that its scripts load after the first paint. A browser with cached scripts
 * would run them before the layout, which takes longer than all of its rendering. It would also paint half of the page, from
 * the first chunk.
 */
export function pageScripts(nonce: string): { write: (piece: string) => string; end: () => string } {
  const starter = `<script nonce="${nonce}">(${startScripts.toString()})("${WAITING}")</script>`;
  let held = "";
  let hasWaiting = false;
  let isBehindShell = false;
  let isStarted = false;

  const rewrite = (tag: string): string => {
    if (tag.startsWith("<head")) return `${tag}<link rel="expect" href="#${SHELL_END}" blocking="render"/>`;
    // Preloading the scripts would delay the first paint too.
    if (tag.startsWith("<link")) return tag.includes(' as="script"') ? "" : tag;
    if (isStarted) return tag;
    if (tag.includes(' src="')) {
      // A script without `async` is for browsers without module support. It does not wait.
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
    // A page without that element starts its scripts at the end.
    end: () => held + (hasWaiting && !isStarted ? starter : ""),
  };
}
