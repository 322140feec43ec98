import type { z } from "zod";
import { problemAt } from "../errors.ts";
import { RestError } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { quote } from "../say.ts";
import { problemsOf } from "../saying.ts";
import { DEPTH_MAX, hidesToString, isTooDeep } from "../text-rules.ts";

/**
 * The JSON object of a request's body, within the endpoint's limit.
 * @throws RestError 415 (content type is not JSON), 413 (too large), 400 (not JSON, or not an object), 422 (nested too deep)
 */
export async function readJsonObject(call: Call): Promise<Record<string, unknown>> {
  mustBeJson(call);
  return parseJsonObject(await call.bytes());
}

/** @throws RestError 415 */
export function mustBeJson({ headers }: Call): void {
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new RestError(415, "Send content-type: application/json");
}

/**
 * Parses a JSON object.
 * @throws RestError 400 (not JSON, or not an object), 422 (nested too deep, or a member called toString)
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new RestError(400, "The body is not JSON in UTF-8");
  }
  if (isTooDeep(value)) throw new RestError(422, `The body may be nested ${DEPTH_MAX} levels deep at most`);
  if (hidesToString(value)) throw new RestError(422, "No member of the body may be called toString");
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RestError(400, "The body must be a JSON object");
  return value as Record<string, unknown>;
}

/**
 * Validates the body with a schema.
 * @throws RestError 422 that names every invalid field.
 */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = problemsOf(parsed.error, quote("is no field of this call")).map(({ place, said }) =>
    problemAt(place.join("."), said),
  );
  const first = fields[0];
  throw new RestError(422, first ? `${first.path}: ${first.message}` : "The body does not fit", fields);
}
