import { noteAgentSeen } from "../agents/note-agent-seen.ts";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import { actorAgentId } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, SENTENCES } from "../errors.ts";
import { onEphemeral } from "../events/ephemeral.ts";
import { decodePosition, encodePosition, isAfter, isForeign, readWorkspaceLog } from "../events/log.ts";
import type { LogPosition, LoggedEvent } from "../events/log.ts";
import { subscribe } from "../events/stream.ts";
import { visibleEphemeral } from "../inbox/visible-ephemeral.ts";
import { visibleEvent } from "../inbox/visible-event.ts";
import { provesProbe } from "../instance.ts";
import { log } from "../log.ts";
import { processStopping } from "../readiness.ts";
import { probeStream } from "./stream-probe.ts";

const BEAT_MS = 20_000;
/** How long a session or key that has run out may go on hearing. */
const RECHECK_MS = 5_000;
/** … and one whose seat, role or workspace was just taken: a key's row is believed for nearly a second. */
const RECHECK_AGAIN_MS = 950;
/** A reader further behind than this reads its lists again instead. */
const MOST_MISSED = 2_000;
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
  const workspaceId = query.get("workspaceId");
  const probe = query.get("probe");
  if (probe !== null && provesProbe(probe)) return new Response(probeStream(), { headers: STREAM_HEADERS });
  let ctx: Ctx;
  try {
    const principal = await authenticate(request.headers, { workspaceId: Number(workspaceId) });
    if (principal.kind === "session") sameOrigin(request.headers);
    if (workspaceId === null) throw new AppError("MISSING_WORKSPACE_ID", SENTENCES.missingWorkspaceId);
    ctx = await ctxFor(principal, Number(workspaceId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json({ error: { code: error.code, message: error.message } }, { status: error.httpStatus });
  }
  const cursor = request.headers.get("last-event-id") || query.get("after");
  return new Response(streamOf(ctx, request, cursor), { headers: STREAM_HEADERS });
}

/** What the streams of this process do every RECHECK_MS, all at once: so they ask and write together, in a statement each. */
const rechecks = new Set<() => Promise<void>>();
setInterval(() => {
  for (const recheck of rechecks) void recheck();
}, RECHECK_MS).unref();

function streamOf(first: Ctx, request: Request, cursor: string | null): ReadableStream<Uint8Array> {
  const { workspaceId } = first;
  const encoder = new TextEncoder();
  const reader = { ctx: first, isOpen: true, sentUpTo: null as LogPosition | null, close: () => {} };

  async function start(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const write = (text: string) => {
      if (!reader.isOpen) return;
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) < 0) reader.close();
    };
    const tell = (events: LoggedEvent[]) => {
      let text = "";
      if (events.some(({ name }) => name === "WORKSPACE_CHANGED")) recheckSoon();
      for (const event of events) {
        if (reader.sentUpTo && !isAfter(event, reader.sentUpTo)) continue;
        reader.sentUpTo = { txid: event.txid, seq: event.seq };
        const change = visibleEvent(reader.ctx, event);
        if (change) text += `id: ${encodePosition(event)}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
      }
      if (text) write(text);
    };
    // What happens while the reader catches up comes after what it missed.
    const early: LoggedEvent[] = [];
    const live = await subscribe(first.workspaceId, (events) => {
      if (reader.sentUpTo) tell(events);
      else early.push(...events);
    });
    const stopHearing = onEphemeral(first.workspaceId, (news) => {
      const told = visibleEphemeral(reader.ctx, news);
      if (told) write(`event: ${told.event}\ndata: ${JSON.stringify(told.data)}\n\n`);
    });
    const refresh = async () => {
      try {
        reader.ctx = await ctxFor(await authenticate(request.headers, { workspaceId }), workspaceId);
        await noteSeen(reader.ctx);
      } catch (error) {
        // A database that is away for a moment is no reason to send everyone off.
        if (error instanceof AppError) reader.close();
      }
    };
    rechecks.add(refresh);
    /** The reader may be the one whose seat was taken. A burst of changes is one look at its beginning and one after it. */
    let again: NodeJS.Timeout | null = null;
    const recheckSoon = () => {
      if (again || !reader.isOpen) return;
      void refresh();
      again = setTimeout(() => {
        again = null;
        void refresh();
      }, RECHECK_AGAIN_MS);
    };
    // The cursor moves on with what this reader may not hear of, so that coming back stays cheap.
    const beat = setInterval(
      () => write(`${reader.sentUpTo ? `id: ${encodePosition(reader.sentUpTo)}\n` : ""}: beat\n\n`),
      BEAT_MS,
    );
    reader.close = () => {
      if (!reader.isOpen) return;
      reader.isOpen = false;
      rechecks.delete(refresh);
      clearInterval(beat);
      if (again) clearTimeout(again);
      live.stop();
      stopHearing();
      request.signal.removeEventListener("abort", reader.close);
      processStopping.removeEventListener("abort", reader.close);
      try {
        controller.close();
      } catch {
        // The reader has left already.
      }
    };
    request.signal.addEventListener("abort", reader.close);
    processStopping.addEventListener("abort", reader.close);
    if (request.signal.aborted || processStopping.aborted) return reader.close();

    try {
      await noteSeen(first);
      const missed = cursor ? await missedSince(first.workspaceId, cursor, live.from) : [];
      if (missed) tell(missed);
      else write("event: reset\ndata: {}\n\n");
      const place = reader.sentUpTo ?? live.from;
      reader.sentUpTo = place;
      tell(early);
      const reached = encodePosition(reader.sentUpTo);
      write(`id: ${reached}\nevent: ready\ndata: ${JSON.stringify({ cursor: reached })}\n\n`);
    } catch (error) {
      log.warn({ error }, "a live stream could not catch up");
      reader.close();
    }
  }

  return new ReadableStream(
    { start, cancel: () => reader.close() },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
  );
}

/** Whoever listens as an agent is there. */
async function noteSeen(ctx: Ctx): Promise<void> {
  const agentId = ctx.actor.kind === "user" ? actorAgentId(ctx.actor) : null;
  if (agentId) await noteAgentSeen(ctx.workspaceId, agentId);
}

/** What the reader missed; null when it must begin anew. */
async function missedSince(workspaceId: number, cursor: string, upTo: LogPosition): Promise<LoggedEvent[] | null> {
  const place = decodePosition(cursor);
  // A cursor of another database, or of before a restore, lies anywhere.
  if (!place || (await isForeign(place))) return null;
  // Another process's hub may be a little further.
  if (isAfter(place, upTo)) return [];
  return readWorkspaceLog(workspaceId, place, upTo, MOST_MISSED);
}
