import type { ServerResponse } from "node:http";
import { sendJson } from "./http.ts";
import type { Fault } from "./state.ts";

/** The `Retry-After` of a rate-limited response, in seconds. */
const RETRY_AFTER_SECONDS = 3;
/** A hanging response is dropped after this many milliseconds. The product times out after 15 s. */
const HANG_MS = 60_000;

/**
 * Produces the given fault. `lostAnswer` is not handled here: the caller does the work first and then drops the connection.
 * @returns the HTTP status sent, 0 if none; null if the request should be served as usual.
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
