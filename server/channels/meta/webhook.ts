import { z } from "zod";

const call = z.object({ object: z.string(), entry: z.unknown() });

/** An id as text; old bodies have numbers. */
export const id = z.union([z.string().min(1), z.int()]).transform(String);
/** The same; undefined for any other value. */
export const maybeId = id.optional().catch(undefined);
/** Text; undefined for any other value. */
export const maybeText = z.string().optional().catch(undefined);

/**
 * The entries of a webhook call about this kind of object that match the shape. Other entries are left out. A body of one entry may
 * have it without the list.
 */
export function entriesOf<T>(body: unknown, object: string, shape: z.ZodType<T>): T[] {
  const parsed = call.safeParse(body);
  if (!parsed.success || parsed.data.object !== object) return [];
  const { entry } = parsed.data;
  return listOf(Array.isArray(entry) ? entry : [entry], shape);
}

/** The elements of a list that match the shape; empty if the value is not a list. */
export function listOf<T>(value: unknown, shape: z.ZodType<T>): T[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const parsed = shape.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

/** A time in milliseconds; null for a missing or invalid time. */
export function timeOf(milliseconds: unknown): Date | null {
  if (typeof milliseconds !== "number" && typeof milliseconds !== "string") return null;
  const time = new Date(Number(milliseconds));
  const year = time.getUTCFullYear();
  return year > 2000 && year < 2200 ? time : null;
}

/** A time in seconds, as a number or text; null for a missing or invalid time. */
export function secondsOf(timestamp: unknown): Date | null {
  return typeof timestamp === "string" || typeof timestamp === "number" ? timeOf(Number(timestamp) * 1_000) : null;
}
