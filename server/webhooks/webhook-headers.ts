import { z } from "zod";
import { badInput } from "../errors.ts";
import { parseJson } from "../text-rules.ts";
import { say } from "../say.ts";
import { saying } from "../saying.ts";

/** Headers set by this service or by the connection. */
const OURS = new Set([
  "host",
  "content-length",
  "content-type",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "user-agent",
]);
const OUR_PREFIX = "webhook-";
const HEADERS_MAX = 30;
const VALUE_MAX = 4_096;
/** RFC 9110: a field name is a token; a value has no control characters. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Replaces a value in every response except the creating one. Sent back in a patch, it keeps the stored value. */
const MASKED = "•••";

const headersSchema = z.record(z.string(), z.string(saying("input.text")), saying("service.headersShape"));

/** Whether only this service may set the header. Ignores case. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return OURS.has(lower) || lower.startsWith(OUR_PREFIX);
}

/**
 * Validates caller-defined headers for requests that the service makes.
 * @param before the current headers: a masked input value keeps the one with the same name.
 * @param path their path in the input.
 * @returns null for none.
 * @throws AppError BAD_INPUT for an invalid or reserved header.
 */
export function readHeaders(
  input: unknown,
  before: Record<string, string> | null = null,
  path = "headers",
): Record<string, string> | null {
  if (input === null) return null;
  const headers = Object.entries(parseJson(path, headersSchema, input)).map(
    ([name, value]) => [name, value === MASKED ? (before?.[name] ?? value) : value] as const,
  );
  if (headers.length > HEADERS_MAX) throw badInput(path, say("service.headersMax", { count: HEADERS_MAX }));
  const seen = new Set<string>();
  for (const [name, value] of headers) {
    const place = `${path}.${name}`;
    const lower = name.toLowerCase();
    if (!NAME.test(name)) throw badInput(place, say("service.headerName", { name }));
    if (isReservedHeader(name)) throw badInput(place, say("service.headerOurs", { name: lower }));
    if (seen.has(lower)) throw badInput(place, say("service.headerTwice", { name: lower }));
    seen.add(lower);
    if (value.length > VALUE_MAX) throw badInput(place, say("service.headerLong", { name: lower, count: VALUE_MAX }));
    if (!VALUE.test(value)) throw badInput(place, say("service.headerCharacters", { name: lower }));
  }
  return headers.length === 0 ? null : Object.fromEntries(headers);
}

/** Header names with hidden values, because callers put credentials into them. */
export function maskHeaders(headers: Record<string, string> | null): Record<string, string> | null {
  return headers && Object.fromEntries(Object.keys(headers).map((name) => [name, MASKED]));
}
