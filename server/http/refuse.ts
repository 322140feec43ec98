import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { metrics } from "../observe/metrics.ts";
import { problemIn } from "./answer.ts";
import type { BodyBound } from "./body-bounds.ts";

/** How long, in milliseconds, and up to how many bytes the rest of a refused body is still read. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

export type Refusal = { status: 405 | 408 | 413 | 429 | 503; message: string; headers?: Record<string, string> };

const CODES = { 405: "BAD_INPUT", 408: "TIMEOUT", 413: "BAD_INPUT", 429: "RATE_LIMITED", 503: "UNAVAILABLE" } as const;

/** Responses sent by a limit instead of the handler. */
const refused = new WeakSet<ServerResponse>();

/** Whether a limit has responded to this request. Errors of its handler after that are not failures. */
export function wasRefused(response: ServerResponse): boolean {
  return refused.has(response);
}

/** Refuses a request in the URL's error format before its handler starts, and closes the connection. */
export function refuse(request: IncomingMessage, response: ServerResponse, bound: BodyBound, refusal: Refusal): void {
  endUnread(request, response, begin(response, bound, refusal));
}

/** Refuses a request whose handler is already running. If the response has begun or ended, only closes the connection. */
export function cutOff(request: IncomingMessage, response: ServerResponse, bound: BodyBound, refusal: Refusal): void {
  if (response.headersSent) request.socket.destroy();
  // End at once: the handler sees the ended response and sends none.
  else response.end(begin(response, bound, refusal));
}

/** Writes the head. Returns the text. */
function begin(response: ServerResponse, { form, headers }: BodyBound, refusal: Refusal): string {
  refused.add(response);
  metrics.refused.inc({ status: String(refusal.status) });
  const text = JSON.stringify(problemIn(form, { code: CODES[refusal.status], message: refusal.message }));
  response.writeHead(refusal.status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    connection: "close",
    "x-content-type-options": "nosniff",
    ...headers,
    ...refusal.headers,
  });
  return text;
}

/**
 * Ends a response with `connection: close` whose request body was not read. It reads and discards the first part of what
 * still arrives: closing a connection with unread bytes resets it, and the response is lost.
 */
export function endUnread(request: IncomingMessage, response: ServerResponse, text: string | Uint8Array = ""): void {
  if (request.complete) return void response.end(text);
  if (text.length === 0) response.flushHeaders();
  else response.write(text);
  let rest = LINGER_BYTES;
  request.on("data", (chunk: Buffer) => {
    rest -= chunk.byteLength;
    if (rest < 0) request.pause();
  });
  request.resume();
  void finished(request, { signal: AbortSignal.timeout(LINGER_MS) })
    .catch(() => undefined)
    .then(() => response.end());
}

/** 413 with the limit in its text. */
export function tooLarge(bytes: number): Refusal {
  return { status: 413, message: `The body may have at most ${bytes / 1024} KiB` };
}
