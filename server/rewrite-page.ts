import type { IncomingMessage, ServerResponse } from "node:http";
import { StringDecoder } from "node:string_decoder";
import { createGzip } from "node:zlib";
import { pageScripts } from "./page-scripts.ts";

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
