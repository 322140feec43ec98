import type { IncomingMessage, ServerResponse } from "node:http";
import { sayAhead } from "../http/door-response.ts";
import { log } from "../log.ts";
import { metrics, secondsSince } from "./metrics.ts";
import { beginSpan, keepsTraces, type OpenSpan } from "./spans.ts";
import { withRequestContext, requestIdOf, traceparentOf } from "./request-context.ts";

/**
 * Lets a request in through a door: with its id, which it brought (x-request-id) or is given, and which its answer says; counted by
 * door and status when it is over; as a span where traces are kept.
 * @param door a name of ours.
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
    // A live stream lasts as long as its reader stays.
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

/** Under the caller's span, where it names one. */
function beginDoorSpan(door: string, { headers }: IncomingMessage, requestId: string): OpenSpan | null {
  const outside = { requestId, traceparent: traceparentOf(headers.traceparent) };
  return withRequestContext(outside, () => beginSpan(`door ${door}`, "server", { "request.id": requestId }));
}
