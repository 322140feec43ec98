import { providerFetch } from "../../provider-fetch.ts";
import { safeFetch } from "../../safe-fetch.ts";
import { inEnglish, type Said } from "../../say.ts";

/** From the first look-up to the last byte of the answer. */
export const PROVIDER_DEADLINE_MS = 20_000;
const ANSWER_MAX_MIB = 4;

/** No whole answer arrived. `message` goes on where the provider's name ends: "could not be reached: …". */
export class Unreached extends Error {
  /** Asking again will not help. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

/**
 * What goes out of what an official client wants to send: it adds what it finds in this process's environment (organisations, custom
 * headers) and tells of the machine, and the address may be anybody's.
 */
const HEADERS_OUT = new Set([
  "accept",
  "api-key",
  "authorization",
  "content-type",
  "user-agent",
  "x-pinecone-api-version",
]);
/** What the clients and we read of an answer. */
const HEADERS_IN = ["content-type", "retry-after", "retry-after-ms", "x-request-id"];

/**
 * A `fetch` for official clients, through the guarded door. It throws Unreached and nothing else.
 * @param way.operatorsOrigin the origin that the operator set, if this is a call to it: it may be private. Null where a customer gave
 * the address, whatever it is.
 * @param way.signal ends the call early.
 */
export function guardedFetch(way: { operatorsOrigin: string | null; signal: AbortSignal }): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const send = URL.parse(url)?.origin === way.operatorsOrigin ? providerFetch : safeFetch;
    const headers = [...new Headers(init.headers)].filter(([name]) => HEADERS_OUT.has(name));
    const reply = await send({
      url,
      method: init.method === "GET" ? "GET" : "POST",
      headers: Object.fromEntries(headers),
      ...(typeof init.body === "string" ? { body: init.body } : {}),
      deadlineMs: PROVIDER_DEADLINE_MS,
      maxBodyBytes: ANSWER_MAX_MIB * 1024 * 1024,
      signal: init.signal ? AbortSignal.any([way.signal, init.signal]) : way.signal,
    });
    if (reply.kind !== "answer") throw unreached(reply, way.signal);
    if (reply.cut) throw new Unreached(`broke its answer off, or wrote more than ${ANSWER_MAX_MIB} MiB`);
    const { status, body } = reply;
    if (status > 599) throw new Unreached(`answered ${status}`);
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: headersIn(reply.headers) });
  };
}

/** Why there is no answer, in words that go on where the provider's name ends. */
export function unreached(
  { kind, error }: { kind: "refused-address" | "unreachable" | "unknown"; error: Said },
  signal: AbortSignal,
): Unreached {
  if (kind === "refused-address") return new Unreached("has an address that is not public", true);
  if (signal.aborted) return new Unreached("did not answer in time");
  const words = inEnglish(error);
  if (error.code === "net.noAnswerWithin") return new Unreached(words.replace("No answer", "did not answer"));
  const reason = words.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  return new Unreached(kind === "unreachable" ? `could not be reached: ${reason}` : `did not answer: ${reason}`);
}

function headersIn(headers: Record<string, string>): Headers {
  const readable = HEADERS_IN.flatMap((name) => {
    const value = headers[name];
    return value !== undefined && /^[\x20-\x7e]*$/.test(value) ? [[name, value] as const] : [];
  });
  return new Headers(Object.fromEntries(readable));
}
