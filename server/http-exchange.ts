import { FormData, type Dispatcher } from "undici";
import { beginChildSpan } from "./observe/spans.ts";
import { RefusedAddress } from "./safe-address.ts";
import { inEnglish, say, type Said } from "./say.ts";

/** A request to a customer-given address. `body` is sent unchanged. The caller must not set `content-length`. */
export type SafeRequest = {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string | Buffer | Form;
  /** Milliseconds from the DNS lookup to the last byte of the response. */
  deadlineMs?: number;
  /** The limit for the response body. The connection is closed when the body is longer. */
  maxBodyBytes?: number;
  /** Aborts the request early, for example when the process stops. */
  signal?: AbortSignal;
};

/** A form with a file (multipart/form-data). The header `content-type` is set when it is sent. */
export type Form = { fields: Record<string, string>; file: { field: string; name: string; bytes: Blob } };

/**
 * The result of a request.
 * - `answer`: a status line arrived. `body` may be cut (too long, too slow, connection lost). `bytes` is the same content
 * for data that is not UTF-8.
 * - `refused-address`: not a public address. Nothing was sent.
 * - `unreachable`: no connection. Nothing was sent, so the same request may be retried.
 * - `unknown`: the request was sent, or part of it, and no response came.
 */
export type SafeReply =
  | { kind: "answer"; status: number; headers: Record<string, string>; body: string; bytes: Buffer; cut: boolean }
  | { kind: "refused-address" | "unreachable" | "unknown"; error: Said };

const DEADLINE_MS = 15_000;
const MAX_BODY_BYTES = 64 * 1024;

/** Sends one request and stops at the deadline and the size limit. */
export async function exchange(agent: Dispatcher, url: URL, request: SafeRequest): Promise<SafeReply> {
  // Only the host: paths and queries contain tokens.
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
      // Before the request has a socket, none of its bytes can have been sent.
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
        body: bodyOf(request),
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

function bodyOf({ body }: SafeRequest): string | Buffer | FormData | null {
  if (body === undefined) return null;
  if (typeof body === "string" || Buffer.isBuffer(body)) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value);
  form.append(body.file.field, body.file.bytes, body.file.name);
  return form;
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ""].flat().join(", ")]),
  );
}

/** The text without NUL characters, which the database cannot store. */
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

/** A failure text that reveals no addresses or paths of this server. */
export function describeFailure(error: Error): Said {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  if (REASONS[code]) return REASONS[code];
  if (code.startsWith("ERR_TLS") || code.includes("CERT") || code.includes("SSL")) return say("net.tls", { code });
  return inner instanceof Error && inner.name === "HTTPParserError" ? say("net.noHttp") : say("net.failed");
}
