import { AppError } from "./errors.ts";
import { say } from "./say.ts";

/** Postgres's classes "connection exception" (08), "operator intervention" (57P) and "too many connections", and the socket's own words. */
const CODES =
  /^(08...|57P0[1-3]|53300|P100[128]|P1017|P2024|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH)$/;
const WORDS =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|DatabaseNotReachable|ConnectionClosed|SocketTimeout|Unable to start a transaction/i;

/** Seconds after which a caller may ask again when the database was away. */
const AWAY_RETRY_SECONDS = 5;

/** What a caller is answered while the database is away, on every door. */
function unavailable(requestId: string): AppError {
  return new AppError("UNAVAILABLE", say("service.databaseAway", { id: requestId }), {
    retryAfterSeconds: AWAY_RETRY_SECONDS,
  });
}

/** What a caller is told of an error that nobody expected; its detail goes to the log under the same id. */
export function faultOf(error: unknown, requestId: string): AppError {
  return isDatabaseAway(error)
    ? unavailable(requestId)
    : new AppError("INTERNAL", say("service.internal", { id: requestId }));
}

/**
 * Whether an error says that the database is not there or does not answer, rather than that something is wrong with the
 * request: the same request may pass in a moment.
 */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { code, message, kind } = error as { code?: unknown; message?: unknown; kind?: unknown };
  if (typeof code === "string" && CODES.test(code)) return true;
  if ([message, kind].some((text) => typeof text === "string" && WORDS.test(text))) return true;
  if (error instanceof AggregateError && error.errors.some((one) => isDatabaseAway(one, depth + 1))) return true;
  return "cause" in error && isDatabaseAway(error.cause, depth + 1);
}
