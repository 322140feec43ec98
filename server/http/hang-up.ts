import type { ServerResponse } from "node:http";
import { wasRefused } from "./refuse.ts";

const CODES = new Set([
  "ECONNRESET",
  "EPIPE",
  "ABORT_ERR",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_UNABLE_TO_PIPE",
]);
const NAMES = new Set(["AbortError", "ResponseAborted"]);

/**
 * Whether a handler failed because its caller disconnected or a limit refused the request. Any other error remains an error,
 * even if the caller has disconnected.
 */
export function isHangUp(error: unknown, response: ServerResponse): boolean {
  if (wasRefused(response)) return true;
  if (!response.destroyed || !(error instanceof Error)) return false;
  return NAMES.has(error.name) || ("code" in error && CODES.has(String(error.code)));
}
