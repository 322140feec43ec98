/**
 * The portal's live stream: one EventSource per tab and workspace.
 *
 * The stream carries ids only; whoever listens reads the rows again. EventSource would reconnect by itself, but with neither
 * back-off nor a word to the page, so each connection is used once and we open the next, naming the last cursor seen.
 */

/** `catchingUp` from opening until the server says `ready`; `offline` while waiting for the next try. */
export type LiveState = "live" | "catchingUp" | "offline";

/**
 * One change. `name` is an event name of the service; `gone`: the conversation left the reader's sight; `isPlayground`: it is one of
 * the playground, which no other page shows.
 */
export type LiveChange = {
  name: string;
  convId?: string;
  clientId?: string;
  messageId?: string;
  gone?: boolean;
  isPlayground?: boolean;
};

/** A client or the named assistant is writing, or has stopped. True for some seconds; nobody hears of it later. */
export type LiveTyping = { convId: string; isTyping: boolean; assistant?: string };

/** A colleague is at a conversation or has left it; said again while it is true (components/inbox/presence-store.ts). */
export type LivePresence = { convId: string; agentId: string; name: string; state: "viewing" | "typing" | "left" };

/** Something of the viewer's own has changed on another tab or device. */
export type LiveOwn = { what: "draft" | "read" | "mention" | "scheduled"; convId: string | null };

type ChangeListener = (changes: LiveChange[]) => void;

/** What is true for a moment, by the name of its line. */
export type LiveNews = { typing: LiveTyping; presence: LivePresence; own: LiveOwn };

export type LiveStore = {
  start: () => void;
  stop: () => void;
  state: () => LiveState;
  onState: (listener: () => void) => () => void;
  /** Changes in the order in which they happened, gathered for a moment so that a burst is one call. */
  onChanges: (listener: ChangeListener) => () => void;
  /** What is told once and kept by nobody. */
  onNews: <Kind extends keyof LiveNews>(kind: Kind, listener: (news: LiveNews[Kind]) => void) => () => void;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Below what a person notices, above what a burst of 50 events a second needs to become few reads. */
const GATHER_MS = 60;

type Calls = {
  /** What is on the page may be older than the stream and must all be read again. */
  reload: () => void;
  /** The connection stands again: what was told just before it broke may not have been read. */
  recovered: () => void;
  /** The server answered, but with a refusal: the sign-in may be over. */
  refused: () => void;
};

export function createLiveStore(url: string, { reload, recovered, refused }: Calls): LiveStore {
  const stateListeners = new Set<() => void>();
  const changeListeners = new Set<ChangeListener>();
  const newsListeners: { [Kind in keyof LiveNews]: Set<(news: LiveNews[Kind]) => void> } = {
    typing: new Set(),
    presence: new Set(),
    own: new Set(),
  };
  let source: EventSource | null = null;
  let state: LiveState = "catchingUp";
  let cursor: string | null = null;
  let failures = 0;
  let retryTimer: number | undefined;
  let gatherTimer: number | undefined;
  let gathered: LiveChange[] = [];

  function setState(next: LiveState): void {
    if (state === next) return;
    state = next;
    for (const listener of stateListeners) listener();
  }

  function hand(): void {
    gatherTimer = undefined;
    const changes = gathered;
    gathered = [];
    for (const listener of changeListeners) listener(changes);
  }

  function handNews<Kind extends keyof LiveNews>(from: EventSource, kind: Kind): void {
    from.addEventListener(kind, (event) => {
      const news = JSON.parse(String(event.data)) as LiveNews[Kind];
      for (const listener of newsListeners[kind]) listener(news);
    });
  }

  function open(): void {
    window.clearTimeout(retryTimer);
    retryTimer = undefined;
    source?.close();
    // With no cursor the stream begins now: what was read before it began may have changed unheard.
    const isFirst = cursor === null;
    source = new EventSource(cursor === null ? url : `${url}&after=${encodeURIComponent(cursor)}`);
    if (failures === 0) setState("catchingUp");
    source.addEventListener("open", () => setState("catchingUp"));
    source.addEventListener("change", (event) => {
      cursor = event.lastEventId || cursor;
      gathered.push(JSON.parse(String(event.data)) as LiveChange);
      gatherTimer ??= window.setTimeout(hand, GATHER_MS);
    });
    handNews(source, "typing");
    handNews(source, "presence");
    handNews(source, "own");
    source.addEventListener("ready", (event) => {
      cursor = (JSON.parse(String(event.data)) as { cursor?: string }).cursor ?? cursor;
      failures = 0;
      setState("live");
      if (isFirst) reload();
      else recovered();
    });
    source.addEventListener("reset", () => {
      cursor = null;
      gathered = [];
      reload();
    });
    source.addEventListener("error", ({ target }) => {
      // A connection that merely broke is left "connecting"; only an answer that is no stream closes it.
      if (target instanceof EventSource && target.readyState === EventSource.CLOSED) refused();
      retryLater();
    });
  }

  function retryLater(): void {
    source?.close();
    source = null;
    setState("offline");
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    failures += 1;
    // Jitter: a restarted server must not meet all its tabs in the same instant.
    retryTimer ??= window.setTimeout(open, pause * (0.5 + Math.random() / 2));
  }

  /** Network back, or the tab looked at again: try at once instead of waiting out the pause. */
  function hurry(): void {
    if (retryTimer !== undefined && document.visibilityState === "visible") open();
  }

  return {
    start() {
      window.addEventListener("online", hurry);
      window.addEventListener("offline", retryLater);
      document.addEventListener("visibilitychange", hurry);
      open();
    },
    stop() {
      window.removeEventListener("online", hurry);
      window.removeEventListener("offline", retryLater);
      document.removeEventListener("visibilitychange", hurry);
      window.clearTimeout(retryTimer);
      window.clearTimeout(gatherTimer);
      retryTimer = gatherTimer = undefined;
      source?.close();
      source = null;
    },
    state: () => state,
    onState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    onChanges(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    onNews(kind, listener) {
      newsListeners[kind].add(listener);
      return () => newsListeners[kind].delete(listener);
    },
  };
}
