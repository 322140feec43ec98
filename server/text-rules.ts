import { z } from "zod";
import { AppError, badInput } from "./errors.ts";
import type { FieldProblem } from "./errors.ts";

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
  if (line === "") throw badInput(path, `${path} must not be empty`);
  if (line.length > max) throw badInput(path, `${path} may have at most ${max} characters`);
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

/** An e-mail address, trimmed; undefined, null and blank as in `optionalLine`. */
export function optionalEmail(path: string, text: string | null | undefined): string | null | undefined {
  const line = optionalLine(path, text, 254);
  if (line != null && !z.email().safeParse(line).success) throw badInput(path, `${path} must be an e-mail address`);
  return line;
}

/**
 * For a patch of a field that always has a value: left out stays, null is refused.
 * @throws AppError BAD_INPUT
 */
export function notEmptied<T>(path: string, value: T | null | undefined): T | undefined {
  if (value === null) throw badInput(path, `${path} cannot be emptied; leave it out to keep it`);
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
  const fields: FieldProblem[] = parsed.error.issues.map((issue) => ({
    path: ["input", path, ...issue.path].join("."),
    message: issue.message,
  }));
  const first = fields[0];
  throw new AppError(
    "BAD_INPUT",
    first ? `${first.path.slice("input.".length)}: ${first.message}` : `${path} is wrong`,
    { fields },
  );
}
