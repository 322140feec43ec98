import { followVisitor, type VisitorNews } from "../webchat/follow-visitor.ts";
import { openWithTicket } from "../webchat/open-webchat.ts";
import { AppError } from "../errors.ts";
import type { Answer, Sink } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { log } from "../log.ts";
import { metrics } from "../observe/metrics.ts";
import { processStopping } from "../readiness.ts";
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
export async function visitorStream({ params, query, headers }: Call): Promise<Answer> {
  const visitor = await openWithTicket(params.integrationId ?? "", query.get("ticket") ?? "");
  const leavePlace = openStream(visitor.integration.id, visitor.visitorId);
  const after = headers.get("last-event-id") || query.get("after");
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // Proxies of the nginx kind would hold the stream back to fill their buffers.
      "x-accel-buffering": "no",
    },
    live: {
      mostWaiting: MOST_WAITING,
      open: (sink) => follow(sink, leavePlace, (tell, end) => followVisitor(visitor, after, tell, end)),
    },
  };
}

type Following = Awaited<ReturnType<typeof followVisitor>>;
type Follow = (tell: (news: VisitorNews) => void, end: (error: unknown) => void) => Promise<Following>;

/** @returns how the reader leaves. */
function follow(sink: Sink, leavePlace: () => void, begin: Follow): () => void {
  let isOpen = true;
  let following: Following | null = null;
  const write = (text: string) => {
    if (isOpen && !sink.write(Buffer.from(text))) close();
  };
  const tell = (news: VisitorNews) => {
    const id = "cursor" in news ? `id: ${news.cursor}\n` : "";
    write(`${id}event: ${news.event}\ndata: ${JSON.stringify(news.data)}\n\n`);
  };
  const beat = setInterval(() => write(": beat\n\n"), BEAT_MS);
  const recheck = setInterval(() => following?.recheck(), RECHECK_MS);
  metrics.streams.inc({ kind: "webchat" });
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    metrics.streams.dec({ kind: "webchat" });
    clearInterval(beat);
    clearInterval(recheck);
    following?.stop();
    leavePlace();
    processStopping.removeEventListener("abort", close);
    sink.close();
  };
  processStopping.addEventListener("abort", close);
  if (processStopping.aborted) {
    close();
    return close;
  }
  void begin(tell, (error) => {
    if (!(error instanceof AppError)) log.warn({ error }, "a visitor's stream could not read on");
    close();
  })
    .then((begun) => {
      following = begun;
      // The reader may have left while the beginning was read.
      if (!isOpen) begun.stop();
    })
    .catch((error: unknown) => {
      log.warn({ error }, "a visitor's stream could not begin");
      close();
    });
  return close;
}
