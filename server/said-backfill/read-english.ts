import type { Said } from "../say.ts";
import { ENGLISH_BEFORE } from "./english-before.ts";

type Code = keyof typeof ENGLISH_BEFORE;
type Kind = "text" | "number" | "time" | "words" | "known";
type Pattern = { code: Code; begin: string; match: RegExp; places: { name: string; kind: Kind }[] };

/** The format of times in sentences: "2026-11-23 09:00 UTC". */
const TIME = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC";
const SHAPES: Record<Kind, string> = {
  text: "([^]+?)",
  number: "(\\d+)",
  time: `(${TIME})`,
  words: "([^]+?)",
  known: "([^]+?)",
};

/** Maximum nesting of sentences. */
const DEPTH = 3;
/**
 * In characters. A longer text quotes something else, and matching it against all patterns takes time quadratic in its length.
 */
const LONGEST = 1_000;

const PATTERNS = Object.entries(ENGLISH_BEFORE)
  .map(([code, template]) => patternOf(code as Code, template))
  // Patterns with more fixed text are tried before patterns that are mostly placeholders.
  .sort((a, b) => ownLetters(b.code) - ownLetters(a.code));

/**
 * Finds the sentence and parameters of an English text in an old row. Only this function does so.
 * @returns null for text that is not ours, and for sentences without a code. Those are shown as they are.
 */
export function readEnglish(sentence: string, depth = DEPTH): Said | null {
  if (depth === 0 || sentence.length > LONGEST) return null;
  for (const pattern of PATTERNS) {
    if (!sentence.startsWith(pattern.begin)) continue;
    const filled = pattern.match.exec(sentence);
    const params = filled && paramsOf(pattern, filled.slice(1), depth);
    if (params) return { code: pattern.code, params: { ...params, ...countsIn(pattern.code, params) } };
  }
  return null;
}

type Param = Said["params"][string];

function paramsOf({ places }: Pattern, values: string[], depth: number): Record<string, Param> | null {
  const params: Record<string, Param> = {};
  for (const [index, { name, kind }] of places.entries()) {
    const param = paramOf(kind, values[index] ?? "", depth);
    if (param === null) return null;
    params[name] = param;
  }
  return params;
}

function paramOf(kind: Kind, value: string, depth: number): Param | null {
  switch (kind) {
    case "text":
      return value;
    case "number":
      return Number(value);
    case "time":
      return { time: `${value.slice(0, 10)}T${value.slice(11, 16)}:00.000Z` };
    case "words":
      return readEnglish(value, depth - 1) ?? value;
    case "known":
      return readEnglish(value, depth - 1);
  }
}

/** How many tags are named. The old English used the letter "s" for the plural; the catalogue needs the number. */
function countsIn(code: Code, { tags, added, removed }: Record<string, Param>): Record<string, number> {
  const count = (names: Param | undefined) => (typeof names === "string" ? names.split(", ").length : 0);
  if (code === "line.tagsChanged") return { addedCount: count(added), removedCount: count(removed) };
  return code === "line.tagsAdded" || code === "line.tagsRemoved" ? { count: count(tags) } : {};
}

function patternOf(code: Code, template: string): Pattern {
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

function ownLetters(code: Code): number {
  return ENGLISH_BEFORE[code].replace(/\{[^}]*\}/g, "").length;
}
