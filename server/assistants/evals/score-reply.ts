import type { Reply } from "../engine.ts";
import type { Expects } from "./expects.ts";

/** One expectation of an answer, and what the answer did. */
export type Check = {
  kind: keyof Expects | "answered";
  expected: unknown;
  /** null: it could not be judged, which does not count as passed. */
  passed: boolean | null;
  /** What the answer had instead, or in addition. null for texts, because the whole reply is shown. */
  found: unknown;
};

/** The parts of an answer that rules judge. A model judges `judge` (judgeReply). */
export type ScoredReply = Pick<Reply, "text" | "file" | "handover" | "end" | "tags" | "fields" | "isUnanswered"> & {
  /** Every name of each source used: its own title, its page's title, its address. */
  cited: string[];
};

/** Checks a reply: one check for each expected text, source, tag and field, in the order of the expectations. */
export function scoreReply(expects: Expects, reply: ScoredReply): Check[] {
  const text = reply.text ?? "";
  const isRefusal = reply.isUnanswered || reply.handover !== null || (text === "" && reply.file === null);
  return [
    ...(expects.contains ?? []).map((expected) => check("contains", expected, standsIn(text, expected), null)),
    ...(expects.containsNot ?? []).map((expected) => check("containsNot", expected, !standsIn(text, expected), null)),
    ...(expects.cites ?? []).map((expected) => check("cites", expected, isAmong(reply.cited, expected), reply.cited)),
    ...flag("refuses", expects.refuses, isRefusal),
    ...flag("handsOver", expects.handsOver, reply.handover !== null),
    ...flag("ends", expects.ends, reply.end),
    ...tagChecks(expects.tags, reply.tags),
    ...Object.entries(expects.fields ?? {}).map(([field, value]) => {
      const found = reply.fields[field as keyof typeof reply.fields];
      const isFound = found !== undefined && isSame(found, value);
      return check("fields", { [field]: value }, isFound, { [field]: found ?? null });
    }),
  ];
}

function check(kind: Check["kind"], expected: unknown, passed: boolean, found: unknown): Check {
  return { kind, expected, passed, found };
}

function flag(kind: "refuses" | "handsOver" | "ends", expected: boolean | undefined, found: boolean): Check[] {
  return expected === undefined ? [] : [check(kind, expected, found === expected, found)];
}

function tagChecks(expected: string[] | undefined, found: string[]): Check[] {
  if (expected?.length === 0) return [check("tags", [], found.length === 0, found)];
  return (expected ?? []).map((tag) => check("tags", tag, isAmong(found, tag), found));
}

function isAmong(found: readonly string[], wanted: string): boolean {
  return found.some((each) => isSame(each, wanted));
}

function isSame(one: string, other: string): boolean {
  return plainFacts(one) === plainFacts(other);
}

/** Whether every check passed. A check that was not judged has not passed. */
export function isRight(checks: readonly Check[]): boolean {
  return checks.every(({ passed }) => passed === true);
}

const CURRENCIES: Record<string, readonly string[]> = {
  eur: ["€", "euro", "euros"],
  usd: ["us$", "$", "dollar", "dollars"],
  gbp: ["£", "pound", "pounds"],
  chf: ["sfr", "franken"],
  jpy: ["¥", "yen"],
  pln: ["zł", "zl", "złoty", "złotych", "złote"],
  inr: ["₹", "rupee", "rupees"],
};
const CODE_OF = new Map(Object.entries(CURRENCIES).flatMap(([code, names]) => names.map((name) => [name, code])));
const CODES = Object.keys(CURRENCIES).join("|");
const NAMES = [...CODE_OF.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => (/^\p{L}+$/u.test(name) ? String.raw`(?<!\p{L})${name}(?!\p{L})` : name.replace("$", String.raw`\$`)))
  .join("|");
const CURRENCY = new RegExp(NAMES, "gu");
const CODE_BEFORE = new RegExp(String.raw`(?<![\p{L}])(${CODES}) ?(\d+(?:\.\d+)?)(?!\.?\d)`, "gu");
const CODE_BEHIND = new RegExp(String.raw`(\d) ?(?=(?:${CODES})(?!\p{L}))`, "gu");

/**
 * Normalizes what people and models write in several ways: case, variants of quotation marks and dashes, Markdown emphasis,
 * white space, numbers ("1.200,50", "1,200.50"), money ("€ 39,90", "39.90 EUR"), per cents.
 */
export function plainFacts(text: string): string {
  return (
    text
      // Before NFKC, which turns the special spaces inside numbers into ordinary ones.
      .replace(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, "")
      .normalize("NFKC")
      .toLowerCase()
      .replace(/\p{Cf}/gu, "")
      .replace(/[‘’‚‛´`]/g, "'")
      .replace(/["“”„‟«»*]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
      .replace(/[‐‑‒–—−]/g, "-")
      .replace(/\s+/g, " ")
      .replace(/\d+(?:[.,']\d+)*/g, plainNumber)
      .replace(CURRENCY, (name) => CODE_OF.get(name) ?? name)
      .replace(CODE_BEFORE, "$2 $1")
      .replace(CODE_BEHIND, "$1 ")
      .replace(/(\d) ?(?:%|per ?cent|prozent|por ciento|pour cent|procent)(?!\p{L})/gu, "$1%")
      .trim()
  );
}

/** Leaves dates, times, versions and network addresses as they are. */
function plainNumber(written: string): string {
  const grouped = /^([1-9]\d{0,2})((?:([.,'])\d{3})(?:\3\d{3})*)(?:(?!\3)[.,](\d+))?$/.exec(written);
  if (grouped) return decimal(`${grouped[1]}${(grouped[2] ?? "").replace(/\D/g, "")}`, grouped[4]);
  const simple = /^(\d+)(?:[.,](\d+))?$/.exec(written);
  return simple ? decimal(simple[1] ?? "", simple[2]) : written;
}

function decimal(whole: string, fraction = ""): string {
  const digits = fraction.replace(/0+$/, "");
  return digits === "" ? whole : `${whole}.${digits}`;
}

/**
 * Whether a text contains a fact, in any spelling. A match begins at the start of a word but may end inside it: "refund" matches
 * "refunds", "art" does not match "start". A number must match as a whole: "4 days" does not match "14 days".
 */
export function standsIn(text: string, fact: string): boolean {
  const [whole, part] = [plainFacts(text), plainFacts(fact)];
  if (part === "") return false;
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + 1)) {
    if (!goesOn(whole.slice(0, at), part, whole.slice(at + part.length))) return true;
  }
  return false;
}

/** Scripts without spaces between words. In them, a word may begin anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function goesOn(before: string, part: string, behind: string): boolean {
  if (/^\d/.test(part) && /(?:\d|\d[.,:/-])$/.test(before)) return true;
  if (/\d$/.test(part) && /^(?:\d|[.,:/-]\d)/.test(behind)) return true;
  return /^\p{L}/u.test(part) && /\p{L}$/u.test(before) && !UNSPACED.test(before.slice(-1) + part.slice(0, 1));
}
