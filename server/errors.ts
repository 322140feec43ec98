import { inEnglish, type Said, type SentenceCode } from "./say.ts";

/** Values of `extensions.code` (GraphQL) and `error.code` (REST). */
export type ErrorCode =
  | "MISSING_WORKSPACE_ID"
  | "UNAUTHENTICATED"
  | "INVALID_TOKEN"
  | "FORBIDDEN_WORKSPACE"
  | "FORBIDDEN_ROLE"
  | "NOT_FOUND"
  | "BAD_INPUT"
  | "CONFLICT"
  | "PLAN_REQUIRED"
  | "REPLY_WINDOW_CLOSED"
  | "CHANNEL_INACTIVE"
  | "CLIENT_ARCHIVED"
  | "CLIENT_OPTED_OUT"
  | "INSUFFICIENT_CREDITS"
  | "RATE_LIMITED"
  | "PROVIDER_ERROR"
  | "UNAVAILABLE"
  | "INTERNAL";

/** One problem of an input: its path (`input.phone`) and what to do about it. `message` is the English text of `said`. */
export type FieldProblem = { path: string; message: string; said: Said };

const HTTP_STATUS: Record<ErrorCode, number> = {
  MISSING_WORKSPACE_ID: 400,
  UNAUTHENTICATED: 401,
  INVALID_TOKEN: 401,
  FORBIDDEN_WORKSPACE: 403,
  FORBIDDEN_ROLE: 403,
  NOT_FOUND: 404,
  BAD_INPUT: 422,
  CONFLICT: 409,
  PLAN_REQUIRED: 403,
  REPLY_WINDOW_CLOSED: 422,
  CHANNEL_INACTIVE: 409,
  CLIENT_ARCHIVED: 409,
  CLIENT_OPTED_OUT: 409,
  INSUFFICIENT_CREDITS: 402,
  RATE_LIMITED: 429,
  PROVIDER_ERROR: 502,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** For the test that the documentation has every code. */
export const ERROR_CODES = Object.keys(HTTP_STATUS) as ErrorCode[];

/** The status of an error for REST, and for GraphQL under `application/graphql-response+json`. */
export function statusOf(code: ErrorCode): number {
  return HTTP_STATUS[code];
}

/** An error that the caller can act on. Any other thrown error is logged and reported as INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** The sentence behind `message`. */
  readonly said: Said;
  readonly fields: FieldProblem[] | undefined;
  /** Seconds after which a retry may succeed (RATE_LIMITED, UNAVAILABLE). */
  readonly retryAfterSeconds: number | undefined;
  /** The most requests that the limit accepts at once (RATE_LIMITED). */
  readonly rateLimit: number | undefined;
  /** What to change in the call, for the developer of the client, where the contract fixes the message. */
  readonly hint: string | undefined;

  constructor(
    code: ErrorCode,
    said: Said,
    more: { fields?: FieldProblem[]; retryAfterSeconds?: number; rateLimit?: number; hint?: string } = {},
  ) {
    super(inEnglish(said));
    this.name = "AppError";
    this.code = code;
    this.said = said;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.rateLimit = more.rateLimit;
    this.hint = more.hint;
  }

  /** Headers that say when to retry: Retry-After (RFC 9110) and the IETF draft on rate limits. */
  get headers(): Record<string, string> {
    const { retryAfterSeconds, rateLimit } = this;
    if (retryAfterSeconds === undefined) return {};
    const seconds = String(retryAfterSeconds);
    if (rateLimit === undefined) return { "retry-after": seconds };
    return {
      "retry-after": seconds,
      "ratelimit-limit": String(rateLimit),
      "ratelimit-remaining": "0",
      "ratelimit-reset": seconds,
    };
  }

  get httpStatus(): number {
    return statusOf(this.code);
  }
}

/** BAD_INPUT for one field. `path` is relative to the input, for example `phone`. */
export function badInput(path: string, said: Said): AppError {
  return new AppError("BAD_INPUT", said, { fields: [problemAt(`input.${path}`, said)] });
}

/** One field problem, for errors that report several. */
export function problemAt(path: string, said: Said): FieldProblem {
  return { path, message: inEnglish(said), said };
}

/** What can be missing: the last part of a code `refusal.notFound.…`. */
type Missing = SentenceCode extends infer Code ? (Code extends `refusal.notFound.${infer What}` ? What : never) : never;

/** NOT_FOUND. The text is the same whether the row does not exist or belongs to another workspace. */
export function notFound(what: Missing): AppError {
  return new AppError("NOT_FOUND", { code: `refusal.notFound.${what}`, params: {} });
}
