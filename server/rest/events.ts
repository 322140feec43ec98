import { authenticate, ctxFor } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { provesProbe } from "../instance.ts";
import { addReader, takePlace } from "./live-readers.ts";
import { probeStream } from "./stream-probe.ts";
import { say } from "../say.ts";

const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // Proxies of the nginx kind would hold the stream back to fill their buffers.
  "x-accel-buffering": "no",
};
/** Bytes waiting for a reader that does not take them; beyond, it is cut off and may come back with its cursor. */
const MOST_WAITING = 512 * 1024;

/**
 * GET /events?workspaceId=N: what changes in the workspace, as it happens, for the portal or a key. Each event's id is the
 * place after it; a reader that comes back with it (Last-Event-ID, or `after`) gets what it missed, or `reset`. `typing` (a client
 * is writing), `presence` (a colleague is at a conversation) and `own` (the agent's own things changed on another device) have no id:
 * nobody gets them later.
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

/** Who asks. */
async function admit(query: URLSearchParams, headers: Call["headers"]): Promise<Ctx> {
  const workspaceId = query.get("workspaceId");
  const principal = await authenticate(headers, { workspaceId: Number(workspaceId) });
  if (principal.kind === "session") sameOrigin(headers);
  takeRequest(principal);
  if (workspaceId === null) throw new AppError("MISSING_WORKSPACE_ID", say("service.missingWorkspaceId"));
  return ctxFor(principal, Number(workspaceId));
}

/** The doctor's own question, which needs no workspace. */
function isProbe(query: URLSearchParams): boolean {
  const probe = query.get("probe");
  return probe !== null && provesProbe(probe);
}
