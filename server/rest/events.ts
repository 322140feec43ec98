import type { IncomingMessage, ServerResponse } from "node:http";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import type { HeaderReader } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, SENTENCES } from "../errors.ts";
import { provesProbe } from "../instance.ts";
import { addReader, mustHavePlace } from "./live-readers.ts";
import { errorReply, fromNode, sendReply, toResponse } from "./reply.ts";
import type { Refusal } from "./reply.ts";
import { probeStream } from "./stream-probe.ts";

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
export async function events(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  if (isProbe(query)) return new Response(probeStream(), { headers: STREAM_HEADERS });
  const asked = withPlace(await admit(query, request.headers));
  if ("status" in asked) return toResponse(asked);
  return new Response(streamOf(asked, request), { headers: STREAM_HEADERS });
}

/** The same on node:http, ahead of Next: what a listener takes in memory is its connection, and little more. */
export async function eventsOnNode(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const query = new URL(request.url ?? "/", "http://localhost").searchParams;
  const headers = { get: fromNode(request).header };
  const asked = isProbe(query) ? null : withPlace(await admit(query, headers));
  if (asked && "status" in asked) return sendReply(request, response, asked);
  // It lasts until the connection ends, so nothing has to mark its end; and each write is the bytes alone.
  response.removeHeader("transfer-encoding");
  response.writeHead(200, { ...STREAM_HEADERS, connection: "close" });
  if (request.method === "HEAD") return void response.end();
  if (!asked) {
    for await (const bytes of probeStream()) response.write(bytes);
    return void response.end();
  }
  response.flushHeaders();
  const leave = addReader(asked.ctx, asked.headers, asked.cursor, {
    write: (bytes) => {
      response.write(bytes);
      return response.writableLength <= MOST_WAITING;
    },
    close: () => endOf(response),
  });
  // A connection that breaks off is one that ends.
  response.on("error", leave);
  response.once("close", leave);
  if (response.destroyed) leave();
}

/** What waits for a reader that does not take it would be kept until it does. */
function endOf(response: ServerResponse): void {
  if (response.writableLength > MOST_WAITING) response.destroy();
  else response.end();
}

type Asked = { ctx: Ctx; headers: HeaderReader; cursor: string | null };

/** Who asks, or why they may not listen. */
async function admit(query: URLSearchParams, headers: HeaderReader): Promise<Asked | Refusal> {
  try {
    const workspaceId = query.get("workspaceId");
    const principal = await authenticate(headers, { workspaceId: Number(workspaceId) });
    if (principal.kind === "session") sameOrigin(headers);
    takeRequest(principal);
    if (workspaceId === null) throw new AppError("MISSING_WORKSPACE_ID", SENTENCES.missingWorkspaceId);
    const ctx = await ctxFor(principal, Number(workspaceId));
    return { ctx, headers, cursor: headers.get("last-event-id") || query.get("after") };
  } catch (error) {
    return errorReply(error);
  }
}

/** Refuses a caller who has too many streams open. Nothing is awaited from here until the reader is added. */
function withPlace(asked: Asked | Refusal): Asked | Refusal {
  if ("status" in asked) return asked;
  try {
    mustHavePlace(asked.ctx);
    return asked;
  } catch (error) {
    return errorReply(error);
  }
}

/** The doctor's own question, which needs no workspace. */
function isProbe(query: URLSearchParams): boolean {
  const probe = query.get("probe");
  return probe !== null && provesProbe(probe);
}

function streamOf({ ctx, headers, cursor }: Asked, { signal }: Request): ReadableStream<Uint8Array> {
  let leave: () => void = () => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        leave = addReader(ctx, headers, cursor, {
          write: (bytes) => {
            // A stream may take the memory of what it is given.
            controller.enqueue(new Uint8Array(bytes));
            return (controller.desiredSize ?? 0) >= 0;
          },
          close: () => {
            signal.removeEventListener("abort", leave);
            try {
              controller.close();
            } catch {
              // The reader has left already.
            }
          },
        });
        signal.addEventListener("abort", leave);
        if (signal.aborted) leave();
      },
      cancel: () => leave(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
  );
}
