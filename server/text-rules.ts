import { NIL, validate as isUuid } from "uuid";
import { z } from "zod";
import { AppError, badInput, problemAt } from "./errors.ts";
import { say } from "./say.ts";
import { saidBy } from "./saying.ts";

/** Characters of a name, label or other single line; texts of messages have their channel's own limit. */
export const LINE_MAX = 200;
/** Characters of a description or an address. */
export const LONG_LINE_MAX = 1_000;

/**
 * A line that must say something, trimmed.
 * @throws AppError BAD_INPUT when it is blank or longer than `max` characters.
 */
export function requiredLine(path: string, text: string, max = LINE_MAX): string {
  const line = text.trim();
  if (line === "") throw badInput(path, say("input.empty", { field: path }));
  if (line.length > max) throw badInput(path, say("input.tooLong", { field: path, count: max }));
  return line;
}

/**
 * A line that may be missing, trimmed: undefined stays undefined (leave as it is), null and blank become null (empty it).
 * @throws AppError BAD_INPUT when it is longer than `max` characters.
 */
export function optionalLine(path: string, text: string | null | undefined, max = LINE_MAX): string | null | undefined {
  if (text == null || text.trim() === "") return text === undefined ? undefined : null;
  return requiredLine(path, text, max);
}

/** Made once: a schema costs more than a hundred checks with it, and an import asks for each row. */
const EMAIL = z.email();

/** An e-mail address, trimmed; undefined, null and blank as in `optionalLine`. */
export function optionalEmail(path: string, text: string | null | undefined): string | null | undefined {
  const line = optionalLine(path, text, 254);
  if (line != null && !EMAIL.safeParse(line).success) throw badInput(path, say("input.email", { field: path }));
  return line;
}

/**
 * For a patch of a field that always has a value: left out stays, null is refused.
 * @throws AppError BAD_INPUT
 */
export function notEmptied<T>(path: string, value: T | null | undefined): T | undefined {
  if (value === null) throw badInput(path, say("input.notEmptied", { field: path }));
  return value;
}

/** Prisma's filter for "contains", case-insensitive, with % and _ taken as the characters they are. */
export function containing(text: string): { contains: string; mode: "insensitive" } {
  return { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" };
}

/**
 * JSON of an input in the shape it must have.
 * @throws AppError BAD_INPUT that names every problem with its path under the input.
 */
export function parseJson<T>(path: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => problemAt(["input", path, ...issue.path].join("."), saidBy(issue)));
  const [issue] = parsed.error.issues;
  const sentence = issue
    ? say("input.at", { field: [path, ...issue.path].join("."), problem: saidBy(issue) })
    : say("input.wrong", { field: path });
  throw new AppError("BAD_INPUT", sentence, { fields });
}

/** Every id that we give out is a UUID; any other text names nothing, and is looked up as the id that never exists. */
export function idOrNil(text: string): string {
  return isUuid(text) ? text.toLowerCase() : NIL;
}

/** Levels of objects and lists in an input. What walks through JSON is written with recursion, and the stack ends somewhere. */
export const DEPTH_MAX = 64;

/** Whether JSON is nested deeper than an input may be. */
export function isTooDeep(value: unknown, levels = DEPTH_MAX): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isTooDeep(item, levels - 1));
}

/**
 * Whether an object inside has a member `toString`: what compares or prints such an object throws, and shapes are checked by comparing.
 */
export function hidesToString(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "toString") || Object.values(value).some(hidesToString);
}

/**
 * Postgres stores no NUL character in a text: refused here once, instead of failing in whichever statement meets it. So is JSON
 * that is nested without end, or hides its `toString`.
 * @throws AppError BAD_INPUT
 */
export function refuseNul(value: unknown, path: string[]): void {
  if (typeof value === "string" && value.includes("\0")) throw badInput(path.join("."), say("input.nul"));
  if (typeof value !== "object" || value === null || value instanceof Date) return;
  if (path.length > DEPTH_MAX) throw badInput(path[0] ?? "", say("input.deep", { count: DEPTH_MAX }));
  for (const [name, item] of Object.entries(value)) {
    if (name.includes("\0")) throw badInput(path.join("."), say("input.nulName"));
    if (name === "toString") throw badInput(path.join("."), say("input.toStringName"));
    refuseNul(item, [...path, name]);
  }
}

/** The value without half characters, left by systems that cut texts: Postgres takes none, and the rest is worth keeping. */
export function mended(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(mended);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toWellFormed(), mended(item)]));
}

/** JSON of the value without half characters. The value is walked only if its JSON shows one: most have none. */
export function mendedJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes("\\ud") ? JSON.stringify(mended(value)) : text;
}

// Years past these bounds are no times that a message can have, and Postgres would refuse some of them.
const EARLIEST = Date.parse("1970-01-01T00:00:00Z");
const LATEST = Date.parse("2200-01-01T00:00:00Z");
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A time in ISO 8601, or a day; null for any other text. */
export function readTime(text: string): Date | null {
  if (!ISO_8601.test(text)) return null;
  // A time without a zone is UTC (decisions section 1: times are UTC), where Date would take the machine's.
  const isZoned = !text.includes("T") || /(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const time = Date.parse(isZoned ? text : `${text}Z`);
  return time >= EARLIEST && time <= LATEST ? new Date(time) : null;
}

/** Whether it is an IANA name, like Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  if (name === "UTC") return true;
  // Postgres would take offsets ("+02:00") and abbreviations too, and read some of them the other way round: a name has a place.
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    // Asked of the formatter, as the list of names has one for each zone only: of Asia/Kolkata and Asia/Calcutta the older.
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
