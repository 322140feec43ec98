import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Answer } from "./answer.ts";
import type { Call } from "./call.ts";

/** A call for a library that speaks Fetch. */
export function toRequest(call: Call, body: Buffer<ArrayBuffer> | null): Request {
  const { method, headers, query, signal } = call;
  return new Request(`http://localhost/?${query}`, { method, headers: [...headers], signal, body });
}

/** What such a library answers. */
export function toAnswer({ status, headers, body }: Response): Answer {
  const all = Object.fromEntries(headers);
  return { status, headers: all, stream: body && Readable.fromWeb(body as ReadableStream<Uint8Array>) };
}
