import { authenticate, ctxFor } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import { WORKSPACE_ID, type ApiCall } from "../http/api-call.ts";
import type { Call } from "../http/call.ts";
import { provesProbe } from "../instance.ts";
import { IN_ADDRESS } from "./csv-reply.ts";
import { addReader, takePlace } from "./live-readers.ts";
import { probeStream } from "./stream-probe.ts";
import { say } from "../say.ts";

const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // Proxies like nginx would otherwise buffer the stream.
  "x-accel-buffering": "no",
};
/** The most bytes buffered for a slow reader. Beyond it, the reader is disconnected and may return with its cursor. */
const MOST_WAITING = 512 * 1024;

export const eventsApi: ApiCall = {
  group: "Events",
  summary: "Follow what happens, as a stream",
  details:
    "Server-sent events, as long as the connection lasts. The `id` of each is where to go on: send the last one as `last-event-id`, or as `after`, and what was missed comes first; `reset` says that too much was missed.",
  caller: "key",
  query: { workspaceId: WORKSPACE_ID, after: "The id of the last event that you have" },
  headers: { "last-event-id": "The same. Browsers send it by themselves" },
  answer: { status: 200, says: "The stream.", type: "text/event-stream" },
  refusals: [
    "MISSING_WORKSPACE_ID",
    "UNAUTHENTICATED",
    "INVALID_TOKEN",
    "FORBIDDEN_WORKSPACE",
    "RATE_LIMITED",
    "UNAVAILABLE",
  ],
};

/**
 * GET /events?workspaceId=N: changes in the workspace as they happen, for the portal or a key. The id of each event is the
 * cursor after it. A reader that returns with it (Last-Event-ID, or `after`) gets the missed events, or `reset`. `typing` (a
 * contact is writing), `presence` (a colleague has a conversation open) and `own` (the agent changed own data on another
 * device) have no id and cannot be received later.
 */
export async function events({ query, headers }: Call): Promise<Answer> {
  if (isProbe(query)) return { status: 200, headers: STREAM_HEADERS, stream: probeStream() };
  const ctx = await admit(query, headers);
  const leavePlace = takePlace(ctx);
  const cursor = headers.get("last-event-id") || query.get("after");
  return {
    status: 200,
    headers: STREAM_HEADERS,
    live: { mostWaiting: MOST_WAITING, open: (sink) => addReader(ctx, headers, cursor, sink, leavePlace) },
  };
}

/** Authenticates the caller. */
async function admit(query: URLSearchParams, headers: Call["headers"]): Promise<Ctx> {
  const workspaceId = query.get("workspaceId");
  const principal = await authenticate(headers, { workspaceId: Number(workspaceId) });
  if (principal.kind === "session") sameOrigin(headers);
  takeRequest(principal);
  if (workspaceId === null)
    throw new AppError("MISSING_WORKSPACE_ID", say("service.missingWorkspaceId"), { hint: IN_ADDRESS });
  return ctxFor(principal, Number(workspaceId));
}

/** A check by the doctor command, which needs no workspace. */
function isProbe(query: URLSearchParams): boolean {
  const probe = query.get("probe");
  return probe !== null && provesProbe(probe);
}
