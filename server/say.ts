import { IntlMessageFormat } from "intl-messageformat";
import catalogue from "../components/i18n/messages/en/service.json" with { type: "json" };
import type { SentenceParams } from "./generated/sentence-params.d.ts";

/** A sentence of the catalog: its path in `components/i18n/messages/<language>/service.json`. */
export type SentenceCode = keyof SentenceParams<Filling>;

/** A parameter of a sentence: a text, a number, a time, or another sentence. */
export type Filling = string | number | Date | Said;

/** A sentence as the server keeps it, in memory and in rows: its code and parameters. Code never parses the English text. */
export type Said = { readonly code: SentenceCode; readonly params: { readonly [name: string]: SaidParam } };
type SaidParam = string | number | Time | Said;
/** In ISO 8601. */
type Time = { readonly time: string };

/** A sentence as API clients receive it. A nested sentence includes its English text. */
export type Wording = { code: SentenceCode; params: Record<string, WordingParam> };
export type WordingParam = string | number | Time | { text: string; wording: Wording | null };

type Params<Code extends SentenceCode> = SentenceParams<Filling>[Code];

/**
 * A sentence that verbs throw, store or return. The catalog has its text in each language. The compiler checks `params`
 * against the placeholders of the English text.
 */
export function say<Code extends SentenceCode>(
  code: Code,
  ...[params]: keyof Params<Code> extends never ? [] : [Params<Code>]
): Said {
  const kept = Object.entries<Filling>(params ?? {}).map(([name, value]) => [name, toParam(value)] as const);
  return { code, params: Object.fromEntries(kept) };
}

function toParam(value: Filling): SaidParam {
  return value instanceof Date ? { time: value.toISOString() } : value;
}

/** Third-party text, such as a provider's error. Shown unchanged in every language. */
export function quote(text: string): Said {
  return say(OTHERS, { text });
}

const OTHERS = "input.others";

/**
 * Sentences whose API text differs from the portal's: those the contract fixes byte for byte, and those that name an API
 * field or operation.
 */
const IN_API: { readonly [Code in SentenceCode]?: string } = {
  "refusal.workspace": "You do not have permission to access this resource using that API key",
  "refusal.session": "Your token is invalid or expired",
  "refusal.ended": "This conversation has ended; start a new one with startConv, or wait until the client writes",
  "refusal.otherApp": "Another app answers this client now; take the conversation over first, with takeOverConv",
  "refusal.future": "sendAt must be in the future",
  "refusal.snoozeFuture": "until must be in the future",
  "refusal.year": "sendAt must be within a year",
  "refusal.snoozeYear": "until may be at most a year away",
  "refusal.removeOwner": "The owner cannot be removed; pass ownership on with assignOwner first",
  "refusal.tag": 'There is a tag "{tag}" of type {type} already',
  "broadcasts.passed": "scheduledAt has passed; leave it out and use launchBroadcast to send now",
  "broadcasts.underWay": "This broadcast is inProgress; broadcastRecipients says what becomes of it",
  "clients.upload.addressWrong": "This upload address is wrong or has expired; ask for a new one with createUpload",
  "clients.upload.already": "This file has been uploaded already; ask for a new address with createUpload",
  "refusal.passwordShort": "password must have {count} characters or more",
  "refusal.notFound.client": "Client not found",
  "refusal.notFound.channel": "Integration not found",
  "workspaces.convTtl": "convTTL must be from 0 to {count} hours",
  "workspaces.testNumbersMax": "testNums may have at most {count} numbers",
  "workspaces.ownerFirst": "A workspace has an owner: pass ownership on with assignOwner first",
  "refusal.tooManyRequests": "Too many requests; wait and send again",
};

const formats = new Map<SentenceCode, IntlMessageFormat>();

/** The API's English text. Times are in UTC: "2026-11-23 09:00 UTC". */
export function inEnglish({ code, params }: Said): string {
  const values = Object.entries(params).map(([name, value]) => [name, fillingInEnglish(value)] as const);
  return String(formatOf(code).format(Object.fromEntries(values)));
}

/** The sentence that clients receive with its English text, to show it in the reader's language; null for third-party text. */
export function toWording({ code, params }: Said): Wording | null {
  if (code === OTHERS) return null;
  const shown = Object.entries(params).map(([name, value]) => [name, toWordingParam(value)] as const);
  return { code, params: Object.fromEntries(shown) };
}

function toWordingParam(value: SaidParam): WordingParam {
  if (typeof value !== "object" || "time" in value) return value;
  return { text: inEnglish(value), wording: toWording(value) };
}

function fillingInEnglish(value: SaidParam): string | number {
  if (typeof value !== "object") return value;
  if ("time" in value) return `${value.time.slice(0, 16).replace("T", " ")} UTC`;
  return inEnglish(value);
}

function formatOf(code: SentenceCode): IntlMessageFormat {
  const known = formats.get(code);
  if (known) return known;
  const made = new IntlMessageFormat(IN_API[code] ?? sentenceOf(code), "en", undefined, { ignoreTag: true });
  formats.set(code, made);
  return made;
}

function sentenceOf(code: SentenceCode): string {
  let node: unknown = catalogue;
  for (const key of code.split("."))
    node = typeof node === "object" && node !== null ? Reflect.get(node, key) : undefined;
  if (typeof node !== "string") throw new Error(`The catalogue has no sentence ${code}`);
  return node;
}
