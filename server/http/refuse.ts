import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { metrics } from "../observe/metrics.ts";
import { problemIn } from "./answer.ts";
import type { BodyBound } from "./body-bounds.ts";

/** How long the rest of a refused body is still taken, in milliseconds, and how much of it. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

export type Refusal = { status: 405 | 408 | 413 | 429 | 503; message: string; headers?: Record<string, string> };

const CODES = { 405: "BAD_INPUT", 408: "TIMEOUT", 413: "BAD_INPUT", 429: "RATE_LIMITED", 503: "UNAVAILABLE" } as const;

/** Answers that a limit gave instead of the handler. */
const refused = new WeakSet<ServerResponse>();

/** Whether a limit has answered this request: what its handler throws or says after that is no fault. */
export function wasRefused(response: ServerResponse): boolean {
  return refused.has(response);
}

/** Answers in the form of the address before a handler has begun, and ends the connection. */
export function refuse(request: IncomingMessage, response: ServerResponse, bound: BodyBound, refusal: Refusal): void {
  endUnread(request, response, begin(response, bound, refusal));
}

/** The same for a request that its handler is at work on. Where an answer has begun, or is over, the connection ends without another. */
export function cutOff(request: IncomingMessage, response: ServerResponse, bound: BodyBound, refusal: Refusal): void {
  if (response.headersSent) request.socket.destroy();
  // At once: by an answer that has ended a handler sees that it need not give one.
  else response.end(begin(response, bound, refusal));
}

/** Writes the head; returns the text. */
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
 * Ends an answer whose head says `connection: close` although the request's body was not read. The first of what still arrives is taken
 * and thrown away: closing a connection over unread bytes resets it, and the answer is lost.
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

/** 413 with the bound in words. */
export function tooLarge(bytes: number): Refusal {
  return { status: 413, message: `The body may have at most ${bytes / 1024} KiB` };
}
