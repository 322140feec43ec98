/**
 * What a tab makes of the portal's live stream. The stream carries ids only; whoever listens reads the rows again. Where its words come
 * from is the line's: the tab's own connection (live-line.ts), or the one that a person's tabs share (live-tabs.ts).
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

/** A word of the stream. `cursor` is the place after it, null where the place is not to move; `isFirst`: it began with no place. */
export type LineWord =
  | { kind: "state"; state: LiveState }
  | { kind: "change"; cursor: string | null; change: LiveChange }
  | { [Kind in keyof LiveNews]: { kind: "news"; about: Kind; news: LiveNews[Kind] } }[keyof LiveNews]
  | { kind: "ready"; cursor: string | null; isFirst: boolean }
  | { kind: "reset" }
  | { kind: "refused" };

/** Where words come from while it is started; `hurry`: a try that waits is made now. */
export type Line = { start: () => void; stop: () => void; hurry: () => void };

/** What a line works for: who hears it, and after which place it goes on; null: from now on. */
export type Hearer = { hear: (word: LineWord) => void; after: () => string | null };

/** Below what a person notices, above what a burst of 50 events a second needs to become few reads. */
const GATHER_MS = 60;

type Needs = {
  line: (hearer: Hearer) => Line;
  /** The place from which what the page came with is followed; null: it begins now, and all is read again. */
  from: string | null;
  /** What is on the page may be older than the stream and must all be read again. */
  reload: () => void;
  /** The connection stands again: what was told just before it broke may not have been read. */
  recovered: () => void;
  /** The server answered, but with a refusal: the sign-in may be over. */
  refused: () => void;
};

export function createLiveStore({ line: lineOf, from, reload, recovered, refused }: Needs): LiveStore {
  const stateListeners = new Set<() => void>();
  const changeListeners = new Set<ChangeListener>();
  const newsListeners: { [Kind in keyof LiveNews]: Set<(news: LiveNews[Kind]) => void> } = {
    typing: new Set(),
    presence: new Set(),
    own: new Set(),
  };
  let state: LiveState = "catchingUp";
  let cursor = from;
  /** Whether what was read before the stream stood is followed, or has been read again. */
  let hasBegun = from !== null;
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

  function handNews<Kind extends keyof LiveNews>(about: Kind, news: LiveNews[Kind]): void {
    for (const listener of newsListeners[about]) listener(news);
  }

  function begin(isFirst: boolean): void {
    setState("live");
    // With no place the stream begins now: what was read before it began may have changed unheard.
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
        // The compiler does not see that a word's two halves are of one kind.
        return handNews(word.about, word.news as LiveNews[typeof word.about]);
      case "ready":
        cursor = word.cursor ?? cursor;
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
