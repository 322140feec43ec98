import { AppError } from "./errors.ts";
import { say } from "./say.ts";

/**
 * Postgres classes "connection exception" (08), "operator intervention" (57P) and "too many connections"; Prisma and socket
 * error codes.
 */
const CODES =
  /^(08...|57P0[1-3]|53300|P100[128]|P1017|P2024|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/;
const WORDS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|DatabaseNotReachable|ConnectionClosed|SocketTimeout|Unable to start a transaction/i;

/** The Retry-After value while the database is away, in seconds. */
const AWAY_RETRY_SECONDS = 5;

/** The error that every endpoint returns while the database is away. */
function unavailable(requestId: string): AppError {
  return new AppError("UNAVAILABLE", say("service.databaseAway", { id: requestId }), {
    retryAfterSeconds: AWAY_RETRY_SECONDS,
  });
}

/** The error that a caller gets for an unexpected failure. The log has the detail under the same request ID. */
export function faultOf(error: unknown, requestId: string): AppError {
  return isDatabaseAway(error)
    ? unavailable(requestId)
    : new AppError("INTERNAL", say("service.internal", { id: requestId }));
}

/**
 * Whether the error means that the database is unreachable or does not respond. The request itself is fine, so a retry may
 * succeed.
 */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { code, message, kind } = error as { code?: unknown; message?: unknown; kind?: unknown };
  if (typeof code === "string" && CODES.test(code)) return true;
  if ([message, kind].some((text) => typeof text === "string" && WORDS.test(text))) return true;
  if (error instanceof AggregateError && error.errors.some((one) => isDatabaseAway(one, depth + 1))) return true;
  return "cause" in error && isDatabaseAway(error.cause, depth + 1);
}
