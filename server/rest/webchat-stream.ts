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
/** The longest time that a visitor who has lost access still receives events. */
const RECHECK_MS = 60_000;
/** The most bytes buffered for a slow reader. Beyond it, the reader is disconnected and may return with its cursor. */
const MOST_WAITING = 256 * 1024;

/**
 * GET /ext/v1/webchat/:integrationId/events?ticket&after: events of a visitor's chat as they happen. A ticket opens one
 * stream. The id of an event is a cursor. A reader that returns with it (`Last-Event-ID`, or `after`) misses nothing and
 * gets no message twice.
 * @throws AppError UNAUTHENTICATED (no ticket, used, or expired), NOT_FOUND, CHANNEL_INACTIVE, RATE_LIMITED
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
      // Proxies like nginx would otherwise buffer the stream.
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

/** @returns a function for the reader's disconnect. */
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
      // The reader may have disconnected meanwhile.
      if (!isOpen) begun.stop();
    })
    .catch((error: unknown) => {
      log.warn({ error }, "a visitor's stream could not begin");
      close();
    });
  return close;
}
