import { providerFetch } from "../../provider-fetch.ts";
import { safeFetch } from "../../safe-fetch.ts";
import { inEnglish, type Said } from "../../say.ts";
import { retryAfterSeconds } from "../../retry-after.ts";
import { EngineFailure } from "../engine.ts";

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

/** A provider's answer that is no success. */
type Refusal = {
  status: number;
  headers: Record<string, string>;
  /** The provider's own words, without secrets; empty: none. */
  words: string;
  /** What 404 says here. */
  notFound: string;
  /** There is nothing left to pay with, whatever the status. */
  isOutOfCredit?: boolean;
};

/** What a provider's status means for the turn. `who` begins the clause: "the model's server". */
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

/** Whether the same request may fare better in a moment. */
export function isPassing(status: number): boolean {
  return status >= 500 || [408, 409, 425, 429].includes(status);
}

/** How long the provider asks to wait: the header of OpenAI's own, or the usual one. */
export function retryAfterMs(headers: Record<string, string>): number | null {
  const own = Number(headers["retry-after-ms"] ?? NaN);
  if (own >= 0 && Number.isFinite(own)) return Math.round(own);
  const seconds = retryAfterSeconds(headers);
  return seconds === null ? null : seconds * 1_000;
}

const WORDS_MAX = 200;
/** So many characters of a key in a row are taken for the key: servers like to show "the end of" what they refuse. */
const TELLING = 6;

/**
 * A provider's own words as one short line that people may read: no secret of ours in it, neither whole nor in part.
 * @param secrets what was sent along and must not come back.
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
