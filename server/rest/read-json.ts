import type { z } from "zod";
import { BODY_BOUNDS } from "../http/body-bounds.ts";
import { RestError } from "./reply.ts";
import type { Incoming } from "./reply.ts";
import { DEPTH_MAX, hidesToString, isTooDeep } from "../text-rules.ts";

/**
 * The JSON object of a request's body, read no further than the limit.
 * @throws RestError 415 (not JSON by its type), 413 (too large), 400 (not JSON, or no object), 422 (nested too deep)
 */
export async function readJsonObject(incoming: Incoming): Promise<Record<string, unknown>> {
  mustBeJson(incoming);
  return parseJsonObject(await readBytes(incoming));
}

/** @throws RestError 415 */
export function mustBeJson({ header }: Incoming): void {
  const type = (header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new RestError(415, "Send content-type: application/json");
}

/**
 * A body's JSON object.
 * @throws RestError 400 (not JSON, or no object), 422 (nested too deep, or a member called toString)
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
 * A request's body as it came, read no further than the limit, in bytes.
 * @throws RestError 413; 400 when its sender left before its end
 */
export async function readBytes({ header, body }: Incoming, limit: number = BODY_BOUNDS.rest.bytes): Promise<Buffer> {
  if (Number(header("content-length") ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof RestError ? error : new RestError(400, "The request broke off before the end of its body");
  }
  return Buffer.concat(chunks);
}

/**
 * The body in the shape it must have.
 * @throws RestError 422 that names every field that does not fit.
 */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const first = fields[0];
  throw new RestError(422, first ? `${first.path}: ${first.message}` : "The body does not fit", fields);
}

function tooLarge(limit: number): RestError {
  return new RestError(413, `The body may have at most ${limit / 1024} KiB`);
}
