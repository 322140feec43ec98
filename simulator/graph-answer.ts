import { refusalBody, type GraphRefusal } from "./graph-errors.ts";

/** A request to the Graph API. `path` holds the parts after the version. */
export type GraphRequest = { method: string; path: string[]; query: URLSearchParams; body: unknown; token: string };

/** A `body` that is a string is sent unchanged. Everything else is sent as JSON. */
export type GraphAnswer = { status: number; body: unknown; headers?: Record<string, string> };

export const SUCCESS: GraphAnswer = { status: 200, body: { success: true } };

export function refuse(refusal: GraphRefusal): GraphAnswer {
  const { status, headers } = refusal;
  return { status, body: refusalBody(refusal), ...(headers ? { headers } : {}) };
}

export function parameterError(message: string): GraphAnswer {
  return refuse({ status: 400, code: 100, message: `(#100) ${message}` });
}

/** Meta gives one error for both a missing object and an object that the token may not see. */
export function nothingThere({ method, path }: GraphRequest): GraphAnswer {
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${path[0]}' does not exist, cannot be loaded due to missing permissions`;
  return refuse({ status: 400, code: 100, subcode: 33, message });
}

/** Picks the requested fields of a node, always with its id. Subfields in braces are ignored: the field is returned whole. */
export function picked(node: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const asked = query.get("fields");
  if (asked === null) return node;
  const names = asked.replace(/\{[^}]*\}/g, "").split(",");
  return Object.fromEntries(Object.entries(node).filter(([name]) => name === "id" || names.includes(name)));
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
