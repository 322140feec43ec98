import { validate as isUuid } from "uuid";
import { badInput } from "../errors.ts";
import { say, type Said } from "../say.ts";
import { readTime } from "../text-rules.ts";
import { happeningProblem, type HappeningField } from "../conversations/conv-happening.ts";

/** The fields that conversations can be filtered by (inbox.md section 10). */
export const CONV_FILTER_FIELDS = [
  "state",
  "owner",
  "ai",
  "tag",
  "stage",
  "channel",
  "country",
  "orderNo",
  "broadcast",
  "source",
  "client",
  "unread",
  "window",
  "sla",
  "has",
  "created",
  "lastMessage",
  "endedAt",
  "rating",
  "rated",
  "wrote",
  "given",
  "answered",
  "turn",
  "text",
] as const;
type ConvFilterField = (typeof CONV_FILTER_FIELDS)[number];

/** `is`: any of the values; `isNot`: none of them. Times: before or after a moment, within or beyond a duration like 2h, 7d. */
export const CONV_FILTER_OPS = ["is", "isNot", "before", "after", "within", "beyond"] as const;
type ConvFilterOp = (typeof CONV_FILTER_OPS)[number];

export type ConvCondition = { field: ConvFilterField; op: ConvFilterOp; values: readonly string[] };

/** Conversations that meet all conditions of at least one group; no group: all conversations. */
export type ConvFilter = { any: readonly { all: readonly ConvCondition[] }[] };

/** Limits of one filter. */
export const GROUPS_MAX = 10;
export const CONDITIONS_MAX = 20;
export const VALUES_MAX = 50;
export const VALUE_LENGTH_MAX = 200;

/** `words` are the fixed values. `also` says which other values are allowed. */
type Rule = {
  ops: readonly ConvFilterOp[];
  words: readonly string[];
  also: "id" | "text" | "time" | "happening" | null;
};

const CHOICE = ["is", "isNot"] as const;
const TIMES = ["before", "after", "within", "beyond"] as const;
/** Ratings on any scale. */
const RATINGS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;
const HAPPENING: Rule = { ops: CHOICE, words: [], also: "happening" };

const RULES: Record<ConvFilterField, Rule> = {
  state: { ops: CHOICE, words: ["open", "ended", "snoozed", "waiting", "dormant"], also: null },
  owner: { ops: CHOICE, words: ["me", "none"], also: "id" },
  ai: { ops: CHOICE, words: ["yes", "no"], also: "id" },
  tag: { ops: CHOICE, words: ["none"], also: "text" },
  stage: { ops: CHOICE, words: ["none"], also: "id" },
  channel: { ops: CHOICE, words: [], also: "id" },
  country: { ops: CHOICE, words: ["none"], also: "text" },
  orderNo: { ops: CHOICE, words: ["none", "any"], also: "text" },
  broadcast: { ops: CHOICE, words: ["none", "any"], also: "id" },
  source: { ops: CHOICE, words: ["none", "any"], also: "text" },
  client: { ops: CHOICE, words: [], also: "id" },
  unread: { ops: CHOICE, words: ["yes", "no"], also: null },
  window: { ops: ["is", "isNot", "within", "beyond"], words: ["open", "closed"], also: null },
  sla: { ops: CHOICE, words: ["risk", "breached", "none"], also: null },
  has: { ops: CHOICE, words: ["failed", "draft", "mention"], also: null },
  created: { ops: TIMES, words: [], also: "time" },
  lastMessage: { ops: TIMES, words: [], also: "time" },
  endedAt: { ops: TIMES, words: [], also: "time" },
  rating: { ops: CHOICE, words: RATINGS, also: null },
  rated: { ops: TIMES, words: [], also: "time" },
  wrote: HAPPENING,
  given: HAPPENING,
  answered: HAPPENING,
  turn: HAPPENING,
  text: { ops: CHOICE, words: [], also: "text" },
};

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LENGTH = /^(\d{1,4})([mhd])$/;

/** Milliseconds of a duration like 30m, 2h or 7d; null for any other text. */
export function readLength(text: string): number | null {
  const [, amount, unit] = LENGTH.exec(text) ?? [];
  return amount && unit ? Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS] : null;
}

/**
 * Validates every condition of a filter and returns it.
 * @throws AppError BAD_INPUT that names the condition and its allowed values.
 */
export function checkConvFilter(filter: ConvFilter): ConvFilter {
  if (filter.any.length > GROUPS_MAX) throw badInput("filter.any", say("inbox.filterGroups", { count: GROUPS_MAX }));
  const conditions = filter.any.reduce((sum, { all }) => sum + all.length, 0);
  if (conditions > CONDITIONS_MAX)
    throw badInput("filter.any", say("inbox.filterConditions", { count: CONDITIONS_MAX }));
  filter.any.forEach(({ all }, group) => {
    all.forEach((condition, index) => checkCondition(condition, `filter.any.${group}.all.${index}`));
  });
  return filter;
}

function checkCondition({ field, op, values }: ConvCondition, path: string): void {
  const rule = RULES[field];
  if (!rule.ops.includes(op)) throw badInput(`${path}.op`, say("inbox.filterOps", { field, ops: rule.ops.join(", ") }));
  if (values.length === 0) throw badInput(`${path}.values`, say("inbox.filterEmpty"));
  if (values.length > VALUES_MAX) throw badInput(`${path}.values`, say("inbox.filterValues", { count: VALUES_MAX }));
  const isOfTime = op !== "is" && op !== "isNot";
  if (isOfTime && values.length > 1) throw badInput(`${path}.values`, say("inbox.filterOneValue", { op }));
  values.forEach((value, index) => {
    const problem = isHappening(field)
      ? happeningProblem(field, value)
      : isOfTime
        ? timeProblem(op, value)
        : valueProblem(rule, value);
    if (problem) throw badInput(`${path}.values.${index}`, say("input.at", { field, problem }));
  });
}

/** Whether the filter also concerns what happened in a period (conv-happening.ts), and not only the current state. */
export function asksWhatHappened({ any }: ConvFilter): boolean {
  return any.some(({ all }) => all.some(({ field }) => isHappening(field)));
}

/** Whether a field's values have the form WHO/START/END. */
function isHappening(field: ConvFilterField): field is HappeningField {
  return RULES[field].also === "happening";
}

function timeProblem(op: ConvFilterOp, value: string): Said | null {
  if (op === "within" || op === "beyond") return readLength(value) === null ? say("inbox.filterLength") : null;
  return readTime(value) === null ? say("inbox.filterTime") : null;
}

function valueProblem({ words, also }: Rule, value: string): Said | null {
  if (words.includes(value)) return null;
  const offered = { words: words.join(", ") };
  if (also === "id") {
    if (isUuid(value)) return null;
    return words.length > 0 ? say("inbox.filterWordsOrId", offered) : say("inbox.filterId");
  }
  if (also !== "text") return say("inbox.filterWords", offered);
  if (value.trim() === "") return say("inbox.filterBlank");
  return value.length > VALUE_LENGTH_MAX ? say("inbox.filterLong", { count: VALUE_LENGTH_MAX }) : null;
}
