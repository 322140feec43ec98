import type { Dispatcher } from "undici";
import { describeFailure } from "./http-exchange.ts";
import { plainUrl, REFUSED_ADDRESS, RefusedAddress } from "./safe-address.ts";
import { inEnglish } from "./say.ts";

export type DownloadRequest = {
  url: string;
  /** Sent only to the origin of `url`: a token must not follow a redirect to another host. */
  headers: Record<string, string>;
  limitBytes: number;
  /** Milliseconds from the DNS lookup to the last byte. */
  deadlineMs: number;
  signal: AbortSignal;
};

/**
 * The result of a download.
 * - `taken`: all bytes arrived. `value` is what `take` returned.
 * - `status`: the server responded with something other than a file.
 * - `refused-address`: not a public address. `too-large`: more bytes than the limit. A retry changes neither.
 * - `broken`: no connection, or the connection broke. The same request may be retried.
 */
export type Downloaded<T> =
  | { kind: "taken"; value: T }
  | { kind: "status"; status: number; error: string }
  | { kind: "refused-address" | "too-large" | "broken"; error: string };

const MOST_REDIRECTS = 3;
/** A server that sends nothing for this long is treated as gone. */
const SILENCE_MS = 30_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Thrown into the reader of the stream and caught here again. It says why the stream ended. */
class Interrupted extends Error {
  readonly why: "too-large" | "broken";
  constructor(why: "too-large" | "broken", words: string) {
    super(words);
    this.why = why;
  }
}

/**
 * Downloads a file and streams its bytes to `take`; memory holds only what `take` keeps. Errors thrown by `take` are
 * rethrown. Failure texts never contain the address, because it may include a token.
 * @param dispatcherOf returns the dispatcher for a host. Called again for each redirect.
 */
export async function download<T>(
  dispatcherOf: (url: URL) => Dispatcher,
  request: DownloadRequest,
  take: (body: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<Downloaded<T>> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.deadlineMs)]);
  let address = request.url;
  let headers = request.headers;
  let status = 0;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const url = plainUrl(address);
    if (!url) return { kind: "refused-address", error: inEnglish(REFUSED_ADDRESS) };
    let answer: Dispatcher.ResponseData;
    try {
      answer = await dispatcherOf(url).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: "GET",
        headers: { "accept-encoding": "identity", ...headers },
        headersTimeout: SILENCE_MS,
        bodyTimeout: SILENCE_MS,
        signal,
      });
    } catch (error) {
      return failureOf(error, signal);
    }
    status = answer.statusCode;
    const location = answer.headers.location;
    if (REDIRECTS.has(status) && typeof location === "string") {
      discard(answer);
      const next = URL.parse(location, url);
      if (!next) return { kind: "status", status, error: "The redirect leads nowhere" };
      if (next.origin !== url.origin) headers = {};
      address = next.href;
      continue;
    }
    if (status !== 200) {
      discard(answer);
      return { kind: "status", status, error: `The server answered ${status}` };
    }
    try {
      return { kind: "taken", value: await take(bytesOf(answer, request.limitBytes, signal)) };
    } catch (error) {
      discard(answer);
      if (error instanceof Interrupted) return { kind: error.why, error: error.message };
      throw error;
    }
  }
  return { kind: "status", status, error: `The file is behind more than ${MOST_REDIRECTS} redirects` };
}

async function* bytesOf(
  { headers, body }: Dispatcher.ResponseData,
  limitBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const tooLarge = () =>
    new Interrupted("too-large", `The file has more than ${Math.floor(limitBytes / 1024 / 1024)} MiB`);
  if (Number(headers["content-length"] ?? 0) > limitBytes) throw tooLarge();
  let size = 0;
  const reader = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (;;) {
    // Catch network errors only. Errors of the code that reads these bytes pass through.
    const next = await reader.next().catch((error: unknown) => {
      const { error: words } = failureOf(error, signal);
      throw new Interrupted("broken", words);
    });
    if (next.done) return;
    size += next.value.byteLength;
    if (size > limitBytes) throw tooLarge();
    yield next.value;
  }
}

function failureOf(error: unknown, signal: AbortSignal): { kind: "refused-address" | "broken"; error: string } {
  if (error instanceof RefusedAddress) return { kind: "refused-address", error: error.message };
  if (signal.aborted) return { kind: "broken", error: "The download took too long or was given up" };
  return {
    kind: "broken",
    error: error instanceof Error ? inEnglish(describeFailure(error)) : "The connection failed",
  };
}

/** Closes the connection without reading the rest of the body. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on("error", () => undefined);
  body.destroy();
}
