import type { IncomingMessage, ServerResponse } from "node:http";
import { sayAhead } from "../http/door-response.ts";
import { log } from "../log.ts";
import { metrics, secondsSince } from "./metrics.ts";
import { beginSpan, keepsTraces, type OpenSpan } from "./spans.ts";
import { withRequestContext, requestIdOf, traceparentOf } from "./request-context.ts";

/**
 * Observes a request to an endpoint. It sets the request ID (from x-request-id or new) and returns it in the response,
 * counts the request by endpoint and status at its end, and records a span when traces are kept.
 * @param door our own name of the endpoint.
 */
export function throughDoor(
  door: string,
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => void,
): void {
  const began = performance.now();
  const requestId = requestIdOf(request.headers["x-request-id"]);
  request.headers["x-request-id"] = requestId;
  sayAhead(response, "x-request-id", requestId);
  const open = keepsTraces() ? beginDoorSpan(door, request, requestId) : null;
  const context = { requestId, traceparent: open?.traceparent ?? null };
  response.on("close", () => {
    const status = response.headersSent ? String(response.statusCode) : "aborted";
    // A live stream lasts as long as its reader stays, so its duration says nothing.
    const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
    if (!isStream) metrics.requests.observe({ door, status }, secondsSince(began));
    open?.end(response.statusCode >= 500 ? new Error(`Answered ${status}`) : undefined, {
      "http.response.status_code": status,
    });
    if (!log.isLevelEnabled("debug")) return;
    withRequestContext(context, () =>
      log.debug({ door, status, ms: Math.round(performance.now() - began) }, "answered"),
    );
  });
  withRequestContext(context, handle);
}

/** Starts the span, under the caller's span if the request names one. */
function beginDoorSpan(door: string, { headers }: IncomingMessage, requestId: string): OpenSpan | null {
  const outside = { requestId, traceparent: traceparentOf(headers.traceparent) };
  return withRequestContext(outside, () => beginSpan(`door ${door}`, "server", { "request.id": requestId }));
}
