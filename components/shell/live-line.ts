import type { Hearer, Line, LiveChange, LiveNews } from "./live-store.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * One connection to the live stream. EventSource would reconnect by itself, but without back-off and without reporting its
 * state. So each EventSource is used once, and the next one continues after the last cursor.
 */
export function createLine(url: string, { hear, after }: Hearer): Line {
  let source: EventSource | null = null;
  let failures = 0;
  let retryTimer: number | undefined;

  function hearNews<Kind extends keyof LiveNews>(from: EventSource, about: Kind): void {
    from.addEventListener(about, (event) => {
      const news = JSON.parse(String(event.data)) as LiveNews[Kind];
      hear({ kind: "news", about, news } as Parameters<typeof hear>[0]);
    });
  }

  function open(): void {
    window.clearTimeout(retryTimer);
    retryTimer = undefined;
    source?.close();
    const from = after();
    source = new EventSource(from === null ? url : `${url}&after=${encodeURIComponent(from)}`);
    if (failures === 0) hear({ kind: "state", state: "catchingUp" });
    source.addEventListener("open", () => hear({ kind: "state", state: "catchingUp" }));
    source.addEventListener("change", (event) => {
      const change = JSON.parse(String(event.data)) as LiveChange;
      hear({ kind: "change", cursor: event.lastEventId || null, change });
    });
    hearNews(source, "typing");
    hearNews(source, "presence");
    hearNews(source, "own");
    source.addEventListener("ready", (event) => {
      const { cursor = null, build = null } = JSON.parse(String(event.data)) as {
        cursor?: string;
        build?: string | null;
      };
      failures = 0;
      hear({ kind: "ready", cursor, isFirst: from === null, build });
    });
    source.addEventListener("reset", () => hear({ kind: "reset" }));
    source.addEventListener("error", ({ target }) => {
      // After a broken connection the state is CONNECTING. CLOSED means that the response was no event stream.
      if (target instanceof EventSource && target.readyState === EventSource.CLOSED) hear({ kind: "refused" });
      retryLater();
    });
  }

  function retryLater(): void {
    source?.close();
    source = null;
    hear({ kind: "state", state: "offline" });
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    failures += 1;
    // Jitter: after a server restart, tabs must not all reconnect at the same moment.
    retryTimer ??= window.setTimeout(open, pause * (0.5 + Math.random() / 2));
  }

  function hurry(): void {
    if (retryTimer !== undefined) open();
  }

  /** When the network is back or the tab becomes visible, retries at once instead of waiting. */
  function hurryIfSeen(): void {
    if (document.visibilityState === "visible") hurry();
  }

  return {
    start() {
      window.addEventListener("online", hurryIfSeen);
      window.addEventListener("offline", retryLater);
      document.addEventListener("visibilitychange", hurryIfSeen);
      open();
    },
    stop() {
      window.removeEventListener("online", hurryIfSeen);
      window.removeEventListener("offline", retryLater);
      document.removeEventListener("visibilitychange", hurryIfSeen);
      window.clearTimeout(retryTimer);
      retryTimer = undefined;
      source?.close();
      source = null;
    },
    hurry,
  };
}
