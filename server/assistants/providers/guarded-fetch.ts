import { providerFetch } from "../../provider-fetch.ts";
import { safeFetch } from "../../safe-fetch.ts";
import { inEnglish, type Said } from "../../say.ts";
import { retryAfterSeconds } from "../../retry-after.ts";
import { EngineFailure } from "../engine.ts";

/** From the DNS lookup to the last byte of the response. */
export const PROVIDER_DEADLINE_MS = 20_000;
const ANSWER_MAX_MIB = 4;

/** No complete response arrived. `message` continues the provider's name: "could not be reached: …". */
export class Unreached extends Error {
  /** A retry will not help. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

/**
 * The only request headers that are passed on from an official client. Such a client adds values from this process's environment
 * (organisations, custom headers) and details about the machine, but the address may belong to anyone.
 */
const HEADERS_OUT = new Set([
  "accept",
  "api-key",
  "authorization",
  "content-type",
  "user-agent",
  "x-pinecone-api-version",
]);
/** The response headers that the clients and our code read. */
const HEADERS_IN = ["content-type", "retry-after", "retry-after-ms", "x-request-id"];

/**
 * A `fetch` for official clients that goes through the guarded fetch. It throws only Unreached.
 * @param way.operatorsOrigin the origin that the operator configured, if this is a call to it: it may be private. null if a customer
 * gave the address, whatever it is.
 * @param way.signal aborts the call.
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

/** Why there is no response, in words that continue the provider's name. */
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

/** A provider's error response. */
type Refusal = {
  status: number;
  headers: Record<string, string>;
  /** The provider's own words, without secrets. Empty: none. */
  words: string;
  /** What 404 means for this request. */
  notFound: string;
  /** The account has no credit left, whatever the status. */
  isOutOfCredit?: boolean;
};

/** Turns a provider's status into the failure of a turn. `who` starts the clause: "the model's server". */
export function statusFailure(who: string, refusal: Refusal): EngineFailure {
  const { status, words } = refusal;
  const final = (message: string) => new EngineFailure(message, { isFinal: true });
  if (status === 402 || refusal.isOutOfCredit) return final(`the account at ${who} has no credit left`);
  if (status >= 300 && status < 400) return final(`${who} answered with a redirect (${status}), which is not followed`);
  if (status === 401) return final(`${who} refused the key`);
  if (status === 403) return final(`${who} does not let this key in`);
  if (status === 404 || status === 405) return final(refusal.notFound);
  if (!isPassing(status)) return final(`${who} refused the request (${status})${words === "" ? "" : `: ${words}`}`);
  const message = status === 429 ? `${who} is asked too often (429)` : `${who} answered ${status}`;
  return new EngineFailure(message, { retryAfterMs: retryAfterMs(refusal.headers) });
}

/** Whether a retry of the same request may succeed. */
export function isPassing(status: number): boolean {
  return status >= 500 || [408, 409, 425, 429].includes(status);
}

/** The pause that the provider asks for: from OpenAI's own header, or from the standard one. */
export function retryAfterMs(headers: Record<string, string>): number | null {
  const own = Number(headers["retry-after-ms"] ?? NaN);
  if (own >= 0 && Number.isFinite(own)) return Math.round(own);
  const seconds = retryAfterSeconds(headers);
  return seconds === null ? null : seconds * 1_000;
}

const WORDS_MAX = 200;
/** This many consecutive characters of a key count as the key, because servers often show the end of a key that they refuse. */
const TELLING = 6;

/**
 * A provider's own words as one short line for people, without any part of our secrets.
 * @param secrets the secrets that were sent with the request.
 */
export function providerWords(text: string, secrets: readonly string[]): string {
  const line = text.replace(/\s+/g, " ").trim();
  const safe = line.replace(/[!-~]+/g, (run) => (secrets.some((secret) => tells(run, secret)) ? "•••" : run));
  return safe.length <= WORDS_MAX ? safe : `${safe.slice(0, WORDS_MAX - 1)}…`;
}

function tells(run: string, secret: string): boolean {
  if (secret.length <= TELLING) return secret !== "" && run.includes(secret);
  for (let at = 0; at + TELLING <= secret.length; at++) if (run.includes(secret.slice(at, at + TELLING))) return true;
  return false;
}
