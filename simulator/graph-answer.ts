import { refusalBody, type GraphRefusal } from "./graph-errors.ts";

/** A request to the Graph API: the path after the version, in its parts. */
export type GraphRequest = { method: string; path: string[]; query: URLSearchParams; body: unknown; token: string };

/** A text as body is sent as it is, all else as JSON. */
export type GraphAnswer = { status: number; body: unknown; headers?: Record<string, string> };

export const SUCCESS: GraphAnswer = { status: 200, body: { success: true } };

export function refuse(refusal: GraphRefusal): GraphAnswer {
  const { status, headers } = refusal;
  return { status, body: refusalBody(refusal), ...(headers ? { headers } : {}) };
}

export function parameterError(message: string): GraphAnswer {
  return refuse({ status: 400, code: 100, message: `(#100) ${message}` });
}

/** What does not exist and what the token may not see are one to Meta. */
export function nothingThere({ method, path }: GraphRequest): GraphAnswer {
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${path[0]}' does not exist, cannot be loaded due to missing permissions`;
  return refuse({ status: 400, code: 100, subcode: 33, message });
}

/** A node with the fields that were asked for; its id always. A field's own fields, in braces, are given whole. */
export function picked(node: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const asked = query.get("fields");
  if (asked === null) return node;
  const names = asked.replace(/\{[^}]*\}/g, "").split(",");
  return Object.fromEntries(Object.entries(node).filter(([name]) => name === "id" || names.includes(name)));
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
