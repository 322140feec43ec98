import type { Dispatcher } from "undici";
import { beginChildSpan } from "./observe/spans.ts";
import { RefusedAddress } from "./safe-address.ts";
import { inEnglish, say, type Said } from "./say.ts";

/** A request to an address that a customer gave. `body` is sent as it is; `content-length` is ours to set. */
export type SafeRequest = {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string | Buffer;
  /** From the first look-up to the last byte of the answer, in milliseconds. */
  deadlineMs?: number;
  /** Of the answer's body; the connection is dropped where it goes on. */
  maxBodyBytes?: number;
  /** Ends the request early: a process that is stopping. */
  signal?: AbortSignal;
};

/**
 * What came of it.
 * - `answer`: a status line arrived. `body` may be cut (too long, too slow, broken off); `bytes` are the same, for what is no UTF-8.
 * - `refused-address`: not a public address, nothing was sent.
 * - `unreachable`: no connection, nothing was sent; the same request may be made again.
 * - `unknown`: the request left, or part of it, and no answer came.
 */
export type SafeReply =
  | { kind: "answer"; status: number; headers: Record<string, string>; body: string; bytes: Buffer; cut: boolean }
  | { kind: "refused-address" | "unreachable" | "unknown"; error: Said };

const DEADLINE_MS = 15_000;
const MAX_BODY_BYTES = 64 * 1024;

/** One request on the agent, cut at the deadline and at the size. */
export async function exchange(agent: Dispatcher, url: URL, request: SafeRequest): Promise<SafeReply> {
  // Of the address the host alone: in paths and queries stand tokens.
  const span = beginChildSpan(`http ${request.method}`, "client", { "server.address": url.host });
  const reply = await exchangeOnce(agent, url, request);
  if (reply.kind === "answer") span?.end(undefined, { "http.response.status_code": reply.status });
  else span?.end(new Error(inEnglish(reply.error)));
  return reply;
}

function exchangeOnce(agent: Dispatcher, url: URL, request: SafeRequest): Promise<SafeReply> {
  const { deadlineMs = DEADLINE_MS, maxBodyBytes = MAX_BODY_BYTES } = request;
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let begun: { status: number; headers: Record<string, string> } | null = null;
    let size = 0;
    let settled = false;
    const chunks: Buffer[] = [];

    const settle = (reply: SafeReply) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", onAbort);
      resolve(reply);
    };
    const answer = (cut: boolean) => {
      if (!begun) return;
      const bytes = Buffer.concat(chunks);
      settle({ kind: "answer", ...begun, body: storableText(bytes), bytes, cut });
    };
    const stop = (error: Said) => {
      if (settled) return;
      if (begun) answer(true);
      // Before the request was given a socket, no byte of it can have left.
      else settle({ kind: controller ? "unknown" : "unreachable", error });
      controller?.abort(new Error(inEnglish(error)));
    };
    const onAbort = () => stop(say("net.stopping"));
    const timer = setTimeout(() => stop(say("net.noAnswerWithin", { seconds: deadlineMs / 1000 })), deadlineMs);
    if (request.signal?.aborted) return onAbort();
    request.signal?.addEventListener("abort", onAbort);

    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: { "accept-encoding": "identity", ...request.headers },
        body: request.body ?? null,
      },
      {
        onRequestStart(given) {
          controller = given;
          if (settled) given.abort(new Error("given up"));
        },
        onResponseStart(_, status, headers) {
          if (status >= 200) begun = { status, headers: flatHeaders(headers) };
        },
        onResponseData(given, chunk) {
          const rest = maxBodyBytes - size;
          chunks.push(chunk.subarray(0, rest));
          size += chunk.length;
          if (chunk.length <= rest) return;
          answer(true);
          given.abort(new Error("the answer is too long"));
        },
        onResponseEnd: () => answer(false),
        onResponseError(_, error) {
          if (error instanceof RefusedAddress) settle({ kind: "refused-address", error: error.said });
          else stop(describeFailure(error));
        },
      },
    );
  });
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ""].flat().join(", ")]),
  );
}

/** Text that the database can store: no NUL. */
function storableText(bytes: Buffer): string {
  return bytes.toString("utf8").replaceAll("\0", "\uFFFD");
}

const REASONS: Record<string, Said> = {
  ECONNREFUSED: say("net.refused"),
  ECONNRESET: say("net.reset"),
  EPIPE: say("net.reset"),
  UND_ERR_SOCKET: say("net.closed"),
  ENOTFOUND: say("net.noName"),
  EAI_AGAIN: say("net.noLookup"),
  EHOSTUNREACH: say("net.noRoute"),
  ENETUNREACH: say("net.noRoute"),
  ETIMEDOUT: say("net.noConnection"),
  UND_ERR_CONNECT_TIMEOUT: say("net.noConnection"),
  UND_ERR_HEADERS_TIMEOUT: say("net.noAnswer"),
  UND_ERR_BODY_TIMEOUT: say("net.stopped"),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: say("net.brokeOff"),
};

/** Words without our side's addresses and paths. */
export function describeFailure(error: Error): Said {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  if (REASONS[code]) return REASONS[code];
  if (code.startsWith("ERR_TLS") || code.includes("CERT") || code.includes("SSL")) return say("net.tls", { code });
  return inner instanceof Error && inner.name === "HTTPParserError" ? say("net.noHttp") : say("net.failed");
}
