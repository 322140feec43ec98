import type { z } from "zod";
import { RestError } from "./reply.ts";
import type { Incoming } from "./reply.ts";

/** Largest body of a REST request, in bytes (decisions section 8). */
const BODY_LIMIT_BYTES = 256 * 1024;

/**
 * The JSON object of a request's body, read no further than the limit.
 * @throws RestError 415 (not JSON by its type), 413 (too large), 400 (not JSON, or no object)
 */
export async function readJsonObject({ header, body }: Incoming): Promise<Record<string, unknown>> {
  const type = (header("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new RestError(415, "Send content-type: application/json");
  if (Number(header("content-length") ?? 0) > BODY_LIMIT_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new RestError(400, "The body is not JSON in UTF-8");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RestError(400, "The body must be a JSON object");
  return value as Record<string, unknown>;
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

function tooLarge(): RestError {
  return new RestError(413, `The body may have at most ${BODY_LIMIT_BYTES / 1024} KiB`);
}
