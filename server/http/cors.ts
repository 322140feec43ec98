import type { Answer } from "./answer.ts";

/**
 * For endpoints that web chat visitors use from any page. They ignore cookies and rely on a token or a signed URL. The
 * chat's frame has the origin "null", so a narrower value is not possible. The frame's own headers (frame-ancestors) limit
 * which sites may show it.
 */
export const CORS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset",
} as const;

/** The response to a CORS preflight request. */
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
