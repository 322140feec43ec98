import { FIRST_ANSWERS, HAPPENING_FIELDS, readHappening, type HappeningField } from "../inbox/happening.ts";

/**
 * The query grammar that the inbox's search field, its chips, its address and the saved views share:
 * `is:open -tag:spam owner:me,Ana window:<2h created:>2026-11-01 or has:failed "of two words"`.
 */
export type QueryField =
  | "state"
  | "owner"
  | "ai"
  | "tag"
  | "stage"
  | "channel"
  | "country"
  | "orderNo"
  | "broadcast"
  | "source"
  | "client"
  | "unread"
  | "window"
  | "sla"
  | "has"
  | "created"
  | "lastMessage"
  | "endedAt"
  | "rating"
  | "rated"
  | HappeningField;
export type QueryOp = "is" | "isNot" | "before" | "after" | "within" | "beyond";

/** One condition. Its values are as written: names, not ids. */
export type Term = { field: QueryField; op: QueryOp; values: readonly string[] };

export type ConvQuery = {
  /** A row matches if it meets all terms of at least one group. */
  groups: readonly (readonly Term[])[];
  /** The search words. A quoted phrase such as "of two words" is one of them. */
  words: readonly string[];
  /** Text that looks like a condition but is not a known one. It is reported and never dropped. */
  unknown: readonly string[];
};

export const FIELD_KEY: Record<QueryField, string> = {
  state: "is",
  owner: "owner",
  ai: "ai",
  tag: "tag",
  stage: "stage",
  channel: "channel",
  country: "country",
  orderNo: "order",
  broadcast: "broadcast",
  source: "source",
  client: "client",
  unread: "unread",
  window: "window",
  sla: "sla",
  has: "has",
  created: "created",
  lastMessage: "last",
  endedAt: "ended",
  rating: "rating",
  rated: "rated",
  wrote: "wrote",
  given: "given",
  answered: "answered",
  turn: "turn",
};
const FIELD_OF = new Map(Object.entries(FIELD_KEY).map(([field, key]) => [key, field as QueryField]));

/** Fields that compare with a time or a duration. */
const TIMED: ReadonlySet<QueryField> = new Set(["created", "lastMessage", "endedAt", "rated", "window"]);
/** The possible ratings, on the longest scale of any channel. */
export const RATINGS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;
const CHOSEN: Partial<Record<QueryField, readonly string[]>> = {
  state: ["open", "ended", "snoozed", "waiting", "dormant"],
  ai: ["yes", "no"],
  unread: ["yes", "no"],
  window: ["open", "closed"],
  sla: ["risk", "breached", "none"],
  has: ["failed", "draft", "mention"],
  rating: RATINGS,
};

const HAPPENINGS: ReadonlySet<QueryField> = new Set<QueryField>(HAPPENING_FIELDS);

const LENGTH = /^\d{1,4}[mhd]$/;
const DAY_OR_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** The service accepts no later time. No real query needs one. */
const LATEST = Date.parse("2200-01-01T00:00:00Z");
const OR = "or";

/** Parses a query. It never fails. */
export function parseQuery(text: string): ConvQuery {
  const groups: Term[][] = [[]];
  const words: string[] = [];
  const unknown: string[] = [];
  for (const token of tokensOf(text)) {
    if (token === OR) {
      groups.push([]);
      continue;
    }
    const [, minus = "", key, rest = ""] = /^(-?)([a-z]+):(.*)$/su.exec(token) ?? [];
    if (key === undefined) {
      words.push(unquoted(token));
      continue;
    }
    const term = termOf(FIELD_OF.get(key), minus === "-", rest);
    if (term) groups.at(-1)?.push(term);
    else unknown.push(token);
  }
  return { groups: groups.filter((group) => group.length > 0), words: words.filter(Boolean), unknown };
}

/** Prints a query. `parseQuery(printQuery(query))` is the same query. */
export function printQuery({ groups, words, unknown }: ConvQuery): string {
  const conditions = groups.map((group) => group.map(printTerm).join(" ")).join(` ${OR} `);
  return [conditions, ...words.map(quoted), ...unknown].filter(Boolean).join(" ");
}

function printTerm({ field, op, values }: Term): string {
  const sign = op === "before" || op === "within" ? "<" : op === "after" || op === "beyond" ? ">" : "";
  // `>7d` means longer ago than 7 days, or more than 7 days from now.
  return `${op === "isNot" ? "-" : ""}${FIELD_KEY[field]}:${sign}${values.map(quotedValue).join(",")}`;
}

function termOf(field: QueryField | undefined, isNot: boolean, rest: string): Term | null {
  if (field === undefined || rest === "") return null;
  const sign = rest[0];
  if (TIMED.has(field) && (sign === "<" || sign === ">")) {
    const value = rest.slice(1);
    if (isNot) return null;
    if (LENGTH.test(value)) return { field, op: sign === "<" ? "within" : "beyond", values: [value] };
    return field !== "window" && isTime(value)
      ? { field, op: sign === "<" ? "before" : "after", values: [value] }
      : null;
  }
  if (TIMED.has(field) && field !== "window") return null;
  const values = splitValues(rest);
  const chosen = CHOSEN[field];
  if (values.length === 0 || values.some((value) => value.trim() === "" || (chosen && !chosen.includes(value))))
    return null;
  if (isOfHappening(field) && !values.every((value) => isHappening(field, value))) return null;
  return { field, op: isNot ? "isNot" : "is", values };
}

/** Whether a field's values are `WHO/START/END`. */
export function isOfHappening(field: QueryField): field is HappeningField {
  return HAPPENINGS.has(field);
}

function isHappening(field: HappeningField, value: string): boolean {
  if (field === "answered" && FIRST_ANSWERS.some((word) => word === value)) return true;
  const happening = readHappening(field, value);
  return happening !== null && isTime(happening.start) && isTime(happening.end);
}

function isTime(value: string): boolean {
  const at = DAY_OR_TIME.test(value) ? Date.parse(value) : NaN;
  return at >= 0 && at < LATEST;
}

/** Splits a text into words. Quotes keep words together; `\` escapes the next character. */
function tokensOf(text: string): string[] {
  return text.match(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/gsu) ?? [];
}

function splitValues(rest: string): string[] {
  return (rest.match(/(?:"(?:\\.|[^"\\])*"?|[^,"])+|(?<=,)(?=,|$)|^(?=,)/gsu) ?? []).map(unquoted);
}

function unquoted(token: string): string {
  return token.replace(/"((?:\\.|[^"\\])*)"?/gsu, (_, inside: string) => inside.replace(/\\(.)/gsu, "$1"));
}

const inQuotes = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;

function quoted(word: string): string {
  return word === OR || /[\s":\\]/u.test(word) ? inQuotes(word) : word;
}

function quotedValue(value: string): string {
  return /[\s",\\]|^[<>]/u.test(value) ? inQuotes(value) : value;
}

/** The query with the term at this position replaced. */
export function withTerm(query: ConvQuery, term: Term, at: { group: number; index: number }): ConvQuery {
  return changed(query, at, [term]);
}

/** The query with a term added at its end: to the last group, or as a new alternative group. */
export function withLastTerm(query: ConvQuery, term: Term, isOr: boolean): ConvQuery {
  const before = isOr ? query.groups : query.groups.slice(0, -1);
  const last = isOr ? [] : (query.groups.at(-1) ?? []);
  return { ...query, groups: [...before, [...last, term]] };
}

export function withoutTerm(query: ConvQuery, at: { group: number; index: number }): ConvQuery {
  return changed(query, at, []);
}

function changed(query: ConvQuery, at: { group: number; index: number }, terms: readonly Term[]): ConvQuery {
  const groups = query.groups.map((group, index) =>
    index === at.group ? [...group.slice(0, at.index), ...terms, ...group.slice(at.index + 1)] : group,
  );
  return { ...query, groups: groups.filter((group) => group.length > 0) };
}
