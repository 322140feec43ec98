import type { Answer } from "./answer.ts";

/**
 * For doors that a web chat's visitors use from any page: no cookie counts there, a token or a signed address is the proof. The chat's
 * own frame has the origin "null", so there is nothing narrower to name; which sites may show the frame is said by its own headers
 * (frame-ancestors).
 */
export const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset",
} as const;

/** The answer to a browser that asks before it sends. */
export function preflight(): Answer {
  return {
    status: 204,
    headers: {
      ...CORS,
      "access-control-allow-methods": "GET, POST, PUT, OPTIONS",
      "access-control-allow-headers": "authorization, content-type, idempotency-key, last-event-id",
      "access-control-max-age": "86400",
    },
    body: undefined,
  };
}
