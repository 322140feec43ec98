import { followVisitor } from "../webchat/follow-visitor.ts";
import type { VisitorNews } from "../webchat/follow-visitor.ts";
import { openWithTicket } from "../webchat/open-with-ticket.ts";
import { AppError } from "../errors.ts";
import { log } from "../log.ts";
import { metrics } from "../observe/metrics.ts";
import { processStopping } from "../readiness.ts";
import { CORS } from "./cors.ts";
import { openStream } from "./webchat-limits.ts";

const BEAT_MS = 20_000;
/** How long a visitor who may not listen any more goes on hearing at most. */
const RECHECK_MS = 60_000;
/** Bytes waiting for a reader that does not take them; beyond, it is cut off and may come back with its cursor. */
const MOST_WAITING = 256 * 1024;

/**
 * GET /ext/v1/webchat/:integrationId/events?ticket&after: what happens in a visitor's chat, as it happens. The ticket opens one
 * stream. An event's id is a cursor: whoever comes back with it (`Last-Event-ID`, or `after`) misses nothing and gets no message
 * twice.
 * @throws AppError UNAUTHENTICATED (no ticket, used, or over), NOT_FOUND, CHANNEL_INACTIVE, RATE_LIMITED
 */
export async function visitorStream(request: Request, integrationId: string): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const visitor = await openWithTicket(integrationId, query.get("ticket") ?? "");
  const leave = openStream(visitor.integration.id, visitor.visitorId);
  const after = request.headers.get("last-event-id") || query.get("after");
  const stream = streamOf(request.signal, leave, (tell, end) => followVisitor(visitor, after, tell, end));
  return new Response(stream, {
    headers: {
      ...CORS,
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // Proxies of the nginx kind would hold the stream back to fill their buffers.
      "x-accel-buffering": "no",
    },
  });
}

type Following = Awaited<ReturnType<typeof followVisitor>>;
type Follow = (tell: (news: VisitorNews) => void, end: (error: unknown) => void) => Promise<Following>;

function streamOf(gone: AbortSignal, leave: () => void, follow: Follow): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const reader = { isOpen: true, close: () => {} };

  async function start(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    let following: Following | null = null;
    const write = (text: string) => {
      if (!reader.isOpen) return;
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) < 0) reader.close();
    };
    const tell = (news: VisitorNews) => {
      const id = "cursor" in news ? `id: ${news.cursor}\n` : "";
      write(`${id}event: ${news.event}\ndata: ${JSON.stringify(news.data)}\n\n`);
    };
    const beat = setInterval(() => write(": beat\n\n"), BEAT_MS);
    const recheck = setInterval(() => following?.recheck(), RECHECK_MS);
    metrics.streams.inc({ kind: "webchat" });
    reader.close = () => {
      if (!reader.isOpen) return;
      reader.isOpen = false;
      metrics.streams.dec({ kind: "webchat" });
      clearInterval(beat);
      clearInterval(recheck);
      following?.stop();
      leave();
      gone.removeEventListener("abort", reader.close);
      processStopping.removeEventListener("abort", reader.close);
      try {
        controller.close();
      } catch {
        // The reader has left already.
      }
    };
    gone.addEventListener("abort", reader.close);
    processStopping.addEventListener("abort", reader.close);
    if (gone.aborted || processStopping.aborted) return reader.close();
    try {
      following = await follow(tell, (error) => {
        if (!(error instanceof AppError)) log.warn({ error }, "a visitor's stream could not read on");
        reader.close();
      });
    } catch (error) {
      log.warn({ error }, "a visitor's stream could not begin");
      return reader.close();
    }
    // The reader may have left while the beginning was read.
    if (!reader.isOpen) following.stop();
  }

  return new ReadableStream<Uint8Array>(
    { start: (controller) => void start(controller), cancel: () => reader.close() },
    new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
  );
}
