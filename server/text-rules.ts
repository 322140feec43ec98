import { NIL, validate as isUuid } from "uuid";
import { z } from "zod";
import { AppError, badInput, problemAt } from "./errors.ts";
import { say } from "./say.ts";
import { saidBy } from "./saying.ts";

/** The most characters of a name, label or other single line. Message texts have their channel's own limit. */
export const LINE_MAX = 200;
/** The most characters of a description or an address. */
export const LONG_LINE_MAX = 1_000;

/**
 * A required line, trimmed.
 * @throws AppError BAD_INPUT when it is blank or longer than `max` characters.
 */
export function requiredLine(path: string, text: string, max = LINE_MAX): string {
  const line = text.trim();
  if (line === "") throw badInput(path, say("input.empty", { field: path }));
  if (line.length > max) throw badInput(path, say("input.tooLong", { field: path, count: max }));
  return line;
}

/**
 * An optional line, trimmed. undefined stays undefined (no change). null and blank become null (clear the field).
 * @throws AppError BAD_INPUT when it is longer than `max` characters.
 */
export function optionalLine(path: string, text: string | null | undefined, max = LINE_MAX): string | null | undefined {
  if (text == null || text.trim() === "") return text === undefined ? undefined : null;
  return requiredLine(path, text, max);
}

/** Created once: creating a schema costs more than a hundred checks, and an import checks each row. */
const EMAIL = z.email();

/** An email address, trimmed. undefined, null and blank behave as in `optionalLine`. */
export function optionalEmail(path: string, text: string | null | undefined): string | null | undefined {
  const line = optionalLine(path, text, 254);
  if (line != null && !EMAIL.safeParse(line).success) throw badInput(path, say("input.email", { field: path }));
  return line;
}

/**
 * For a patch of a required field: undefined means no change, null is refused.
 * @throws AppError BAD_INPUT
 */
export function notEmptied<T>(path: string, value: T | null | undefined): T | undefined {
  if (value === null) throw badInput(path, say("input.notEmptied", { field: path }));
  return value;
}

/** Prisma's case-insensitive "contains" filter. Escapes % and _ so that they match literally. */
export function containing(text: string): { contains: string; mode: "insensitive" } {
  return { contains: text.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" };
}

/**
 * Parses JSON input with a schema.
 * @throws AppError BAD_INPUT that lists every problem with its path under the input.
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

/** The id in lower case. All our ids are UUIDs, so any other text becomes the nil UUID, which no row has. */
export function idOrNil(text: string): string {
  return isUuid(text) ? text.toLowerCase() : NIL;
}

/** The most levels of objects and lists in an input. Code that walks through JSON is recursive, and the stack is limited. */
export const DEPTH_MAX = 64;

/** Whether JSON is nested deeper than the limit. */
export function isTooDeep(value: unknown, levels = DEPTH_MAX): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isTooDeep(item, levels - 1));
}

/** Whether a nested object has a member `toString`. Comparing or printing such an object throws, and schema checks compare. */
export function hidesToString(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "toString") || Object.values(value).some(hidesToString);
}

/**
 * Refuses NUL characters, which Postgres cannot store, before any statement fails on them. Also refuses JSON that is nested
 * too deep or hides its `toString`.
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

/**
 * The value without lone surrogates, which come from systems that truncate texts. Postgres rejects them; the rest is worth
 * keeping.
 */
export function mended(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(mended);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toWellFormed(), mended(item)]));
}

/** JSON of the value without lone surrogates. The value is walked only if its JSON contains one, which is rare. */
export function mendedJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes("\\ud") ? JSON.stringify(mended(value)) : text;
}

// A message cannot have a time outside these bounds, and Postgres would reject some of them.
const EARLIEST = Date.parse("1970-01-01T00:00:00Z");
const LATEST = Date.parse("2200-01-01T00:00:00Z");
const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A time in ISO 8601, or a date; null for any other text. */
export function readTime(text: string): Date | null {
  if (!ISO_8601.test(text)) return null;
  // A time without a zone is UTC (times are UTC). `Date.parse` would use the machine's zone.
  const isZoned = !text.includes("T") || /(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const time = Date.parse(isZoned ? text : `${text}Z`);
  return time >= EARLIEST && time <= LATEST ? new Date(time) : null;
}

/** Whether it is an IANA time zone name, like Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  if (name === "UTC") return true;
  // Postgres also accepts offsets ("+02:00") and abbreviations, and reads some with the opposite sign. So require a place
  // name.
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    // Check with the formatter: the list of names has only one name per zone, for example the older of Asia/Kolkata and
    // Asia/Calcutta.
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
