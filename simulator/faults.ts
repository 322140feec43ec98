import type { ServerResponse } from "node:http";
import { sendJson } from "./http.ts";
import type { Fault } from "./state.ts";

/** Seconds that a rate-limited answer asks the product to wait. */
const RETRY_AFTER_SECONDS = 3;
/** A hanging answer is dropped after this many milliseconds; the product gives up at 15 s by itself. */
const HANG_MS = 60_000;

/**
 * Misbehaves as asked. `lostAnswer` is not among these: there the work is done and only the answer is lost, so the caller
 * drops the connection after it.
 * @returns the status it answered, 0 for none; null when the request should be served as usual.
 */
export function misbehave(fault: Fault, response: ServerResponse): number | null {
  switch (fault) {
    case "error500":
      sendJson(response, 500, { error: "The simulator was asked to fail" });
      return 500;
    case "rateLimited":
      sendJson(
        response,
        429,
        { error: "The simulator was asked to slow you down" },
        { "retry-after": String(RETRY_AFTER_SECONDS) },
      );
      return 429;
    case "hang": {
      const timer = setTimeout(() => response.destroy(), HANG_MS);
      response.on("close", () => clearTimeout(timer));
      return 0;
    }
    case "none":
    case "lostAnswer":
      return null;
  }
}
