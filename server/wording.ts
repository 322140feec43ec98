import { SAID } from "./sentences.ts";
import type { SentenceCode } from "./sentences.ts";

/** Beside an English sentence of ours: what a client needs to say it in another language. */
export type Wording = { code: SentenceCode; params: Record<string, WordingParam> };

/**
 * What is filled in: a text as it is, a number, a time (ISO 8601), or a sentence within the sentence, whose `wording` is null where it
 * is none of ours: a provider's words.
 */
export type WordingParam = string | number | { time: string } | { text: string; wording: Wording | null };

type Kind = "text" | "number" | "time" | "words" | "known";
type Pattern = { code: SentenceCode; begin: string; match: RegExp; places: { name: string; kind: Kind }[] };

/** How times are written into sentences: "2026-11-23 09:00 UTC". */
const TIME = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC";
const SHAPES: Record<Kind, string> = {
  text: "([^]+?)",
  number: "(\\d+)",
  time: `(${TIME})`,
  words: "([^]+?)",
  known: "([^]+?)",
};

/** A sentence in a sentence in a sentence is as far as they go. */
const DEPTH = 3;
/** In characters. What is longer echoes something, and would be searched for all our patterns by its length squared. */
const LONGEST = 1_000;

const PATTERNS = Object.entries(SAID)
  .map(([code, template]) => patternOf(code as SentenceCode, template))
  // What says more by itself is meant before what is mostly filled in.
  .sort((a, b) => ownLetters(b.code) - ownLetters(a.code));

/**
 * The code of an English sentence, and what is filled into it.
 * @returns null for words of others, and for sentences that have no code: those are shown as they are.
 */
export function wordingOf(sentence: string, depth = DEPTH): Wording | null {
  if (depth === 0 || sentence.length > LONGEST) return null;
  for (const pattern of PATTERNS) {
    if (!sentence.startsWith(pattern.begin)) continue;
    const filled = pattern.match.exec(sentence);
    const params = filled && paramsOf(pattern, filled.slice(1), depth);
    if (params) return { code: pattern.code, params };
  }
  return null;
}

/** The same of what may be missing. */
export function wordingOrNull(sentence: string | null): Wording | null {
  return sentence === null ? null : wordingOf(sentence);
}

function paramsOf({ places }: Pattern, values: string[], depth: number): Wording["params"] | null {
  const params: Wording["params"] = {};
  for (const [index, { name, kind }] of places.entries()) {
    const param = paramOf(kind, values[index] ?? "", depth);
    if (param === null) return null;
    params[name] = param;
  }
  return params;
}

function paramOf(kind: Kind, value: string, depth: number): WordingParam | null {
  switch (kind) {
    case "text":
      return value;
    case "number":
      return Number(value);
    case "time":
      return { time: `${value.slice(0, 10)}T${value.slice(11, 16)}:00Z` };
    case "words":
      return { text: value, wording: wordingOf(value, depth - 1) };
    case "known": {
      const wording = wordingOf(value, depth - 1);
      return wording && { text: value, wording };
    }
  }
}

function patternOf(code: SentenceCode, template: string): Pattern {
  const places: Pattern["places"] = [];
  const source = template.replace(/\{(\w+)(?::(\w+))?\}|\[(\w+)\]|[.*+?^${}()|\\]/g, (sign, name, kind, optional) => {
    if (optional) return `(?:${optional})?`;
    if (!name) return `\\${sign}`;
    const known = isKind(kind) ? kind : "text";
    places.push({ name: String(name), kind: known });
    return SHAPES[known];
  });
  return { code, begin: template.split(/[{[]/)[0] ?? "", match: new RegExp(`^${source}$`), places };
}

function isKind(kind: unknown): kind is Kind {
  return typeof kind === "string" && kind in SHAPES;
}

function ownLetters(code: SentenceCode): number {
  return SAID[code].replace(/\{[^}]*\}/g, "").length;
}
