import { retryAfterSeconds } from "../../retry-after.ts";
import { EngineFailure } from "../engine.ts";

/** A provider's answer that is no success. */
export type Refusal = {
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
