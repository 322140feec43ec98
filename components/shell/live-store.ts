/**
 * A tab's state of the portal's live stream. The stream carries only IDs, so subscribers read the rows again. Events come from a
 * `Line`: the tab's own connection (live-line.ts), or the one that a person's tabs share (live-tabs.ts).
 */

/** `catchingUp`: from connecting until the server sends `ready`. `offline`: waiting for the next retry. */
export type LiveState = "live" | "catchingUp" | "offline";

/**
 * One change. `name` is an event name of the service. `gone`: the viewer can no longer see the conversation. `isPlayground`: a
 * playground conversation, which no other page shows.
 */
export type LiveChange = {
  name: string;
  convId?: string;
  clientId?: string;
  messageId?: string;
  gone?: boolean;
  isPlayground?: boolean;
};

/** A contact or the named assistant is writing or has stopped. Valid for some seconds, and never repeated later. */
export type LiveTyping = { convId: string; isTyping: boolean; assistant?: string };

/** An agent has opened or left a conversation. Repeated while they are there (components/inbox/presence-store.ts). */
export type LivePresence = { convId: string; agentId: string; name: string; state: "viewing" | "typing" | "left" };

/** Something of the viewer's own has changed in another tab or device. */
export type LiveOwn = { what: "draft" | "read" | "mention" | "scheduled"; convId: string | null };

type ChangeListener = (changes: LiveChange[]) => void;

/** Transient events, by the name of their stream event. */
export type LiveNews = { typing: LiveTyping; presence: LivePresence; own: LiveOwn };

export type LiveStore = {
  start: () => void;
  stop: () => void;
  state: () => LiveState;
  onState: (listener: () => void) => () => void;
  /** Changes in order, collected briefly so that a burst is one call. */
  onChanges: (listener: ChangeListener) => () => void;
  /** Transient events, which are sent once and not stored. */
  onNews: <Kind extends keyof LiveNews>(kind: Kind, listener: (news: LiveNews[Kind]) => void) => () => void;
};

/**
 * An event of the stream. `cursor` is the position after it. null: the position does not move. `isFirst`: the connection started
 * without a cursor. `build`: the one that the service runs.
 */
export type LineWord =
  | { kind: "state"; state: LiveState }
  | { kind: "change"; cursor: string | null; change: LiveChange }
  | { [Kind in keyof LiveNews]: { kind: "news"; about: Kind; news: LiveNews[Kind] } }[keyof LiveNews]
  | { kind: "ready"; cursor: string | null; isFirst: boolean; build?: string | null }
  | { kind: "reset" }
  | { kind: "refused" };

/** A source of events between `start` and `stop`. `hurry`: run a pending retry now. */
export type Line = { start: () => void; stop: () => void; hurry: () => void };

/** The subscriber of a line: `hear` receives its events, `after` returns the cursor to continue after. null: from now on. */
export type Hearer = { hear: (word: LineWord) => void; after: () => string | null };

/** Too short for a person to notice, and long enough to turn a burst of 50 events a second into few reads. */
const GATHER_MS = 60;

type Needs = {
  line: (hearer: Hearer) => Line;
  /** The cursor from which to follow the page's initial data. null: the stream starts now and everything is read again. */
  from: string | null;
  /** The page's data may be older than the stream, so everything must be read again. */
  reload: () => void;
  /** The connection is back. Reads after events just before it broke may have failed. */
  recovered: () => void;
  /** The build of the page. null: unknown. */
  build: string | null;
  /** The service runs another build than the page's. Called once. */
  replaced: () => void;
  /** The server refused the connection: the sign-in may have ended. */
  refused: () => void;
};

export function createLiveStore({ line: lineOf, from, build, reload, recovered, replaced, refused }: Needs): LiveStore {
  const stateListeners = new Set<() => void>();
  const changeListeners = new Set<ChangeListener>();
  const newsListeners: { [Kind in keyof LiveNews]: Set<(news: LiveNews[Kind]) => void> } = {
    typing: new Set(),
    presence: new Set(),
    own: new Set(),
  };
  let state: LiveState = "catchingUp";
  let cursor = from;
  /** Whether the data read before the stream started is followed, or has been read again. */
  let hasBegun = from !== null;
  let gatherTimer: number | undefined;
  let gathered: LiveChange[] = [];
  let isReplaced = false;

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

  function handNews<Kind extends keyof LiveNews>(about: Kind, news: LiveNews[Kind]): void {
    for (const listener of newsListeners[about]) listener(news);
  }

  function begin(isFirst: boolean): void {
    setState("live");
    // Without a cursor the stream starts now. Data read before it may have changed without an event.
    const isNew = isFirst || !hasBegun;
    hasBegun = true;
    if (isNew) reload();
    else recovered();
  }

  function hear(word: LineWord): void {
    switch (word.kind) {
      case "state":
        return setState(word.state);
      case "change":
        cursor = word.cursor ?? cursor;
        gathered.push(word.change);
        gatherTimer ??= window.setTimeout(hand, GATHER_MS);
        return;
      case "news":
        // TypeScript cannot infer that `about` and `news` belong together.
        return handNews(word.about, word.news as LiveNews[typeof word.about]);
      case "ready":
        cursor = word.cursor ?? cursor;
        if (build && word.build && word.build !== build && !isReplaced) {
          isReplaced = true;
          replaced();
        }
        return begin(word.isFirst);
      case "reset":
        cursor = null;
        gathered = [];
        return reload();
      case "refused":
        return refused();
    }
  }

  const line = lineOf({ hear, after: () => cursor });
  return {
    start: line.start,
    stop() {
      line.stop();
      window.clearTimeout(gatherTimer);
      gatherTimer = undefined;
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
