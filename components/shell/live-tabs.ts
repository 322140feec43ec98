import { isBefore } from "./live-place.ts";
import type { Hearer, Line, LineWord, LiveState } from "./live-store.ts";
import { newKey } from "../ui/new-key.ts";

/** Messages between tabs. A leader numbers its events, so that other tabs notice a gap. */
export type Said =
  | { kind: "asks" }
  | { kind: "leads"; lead: string; no: number; cursor: string | null; state: LiveState }
  | { kind: "word"; lead: string; no: number; word: LineWord };

type Channel = {
  postMessage: (said: Said) => void;
  addEventListener: (kind: "message", hear: (event: { data: Said }) => void) => void;
  close: () => void;
};

type Needs = Hearer & {
  /** Tabs with this name share a line: the same workspace and person. */
  name: string;
  openLine: (hearer: Hearer) => Line;
  openChannel: (name: string) => Channel;
  locks: Pick<LockManager, "request">;
};

/** Interval between a visible tab's requests to the leader. */
const ASK_MS = 15_000;
/** A leader that does not answer in this time (browsers suspend tabs) loses the lead. */
const ANSWER_MS = 8_000;

/**
 * One stream for all tabs of a person. The tab that holds the lock opens it and forwards every event. When it closes, another
 * tab takes over after its own cursor.
 * A tab that missed an event (it was suspended, or the leader changed) reads the log after its own cursor over a short
 * connection.
 */
export function createTabLine({ name, hear, after, openLine, openChannel, locks }: Needs): Line {
  let channel: Channel | null = null;
  let leaving = new AbortController();
  let lead: { id: string; no: number; line: Line } | null = null;
  /** The last event received from the current leader. */
  let heard: { lead: string; no: number } | null = null;
  let leaderState: LiveState = "catchingUp";
  /** Reads missed events. Meanwhile the leader's events are handled too, but do not move the cursor. */
  let catching: Line | null = null;
  let placeOfLeader: string | null = null;
  let takeTimer: number | undefined;
  let askTimer: number | undefined;

  const say = (said: Said) => channel?.postMessage(said);

  function queue(byForce: boolean): void {
    const left = new AbortController();
    leaving = left;
    const wait = () => new Promise<void>((leave) => left.signal.addEventListener("abort", () => leave()));
    const work = () => {
      if (left.signal.aborted) return undefined;
      takeLead();
      return wait();
    };
    locks.request(name, byForce ? { steal: true } : { signal: left.signal }, work).catch(() => {
      if (left.signal.aborted) return;
      // Another tab took the lock, because it got no answer from this one.
      lead?.line.stop();
      lead = null;
      queue(false);
      ask();
    });
  }

  function takeLead(): void {
    stopCatching();
    window.clearTimeout(takeTimer);
    takeTimer = undefined;
    heard = null;
    const own = { id: newKey(), no: 0, line: openLine({ after, hear: sayAndHear }) };
    lead = own;
    function sayAndHear(word: LineWord): void {
      if (word.kind === "state") leaderState = word.state;
      if (word.kind === "ready") leaderState = "live";
      own.no += 1;
      say({ kind: "word", lead: own.id, no: own.no, word });
      hear(word);
    }
    leaderState = "catchingUp";
    notifyLead();
    own.line.start();
  }

  function notifyLead(): void {
    if (lead) say({ kind: "leads", lead: lead.id, no: lead.no, cursor: after(), state: leaderState });
  }

  function onSaid(said: Said): void {
    if (lead) {
      if (said.kind !== "asks") return;
      notifyLead();
      lead.line.hurry();
    } else if (said.kind === "leads") follow(said);
    else if (said.kind === "word") onWord(said);
  }

  function follow({ lead: id, no, cursor, state }: Extract<Said, { kind: "leads" }>): void {
    window.clearTimeout(takeTimer);
    takeTimer = undefined;
    const own = after();
    // If the leader starts without a cursor, its first event makes all tabs read everything again.
    const isUpToDate = (heard?.lead === id && heard.no === no) || (own !== null && !isBefore(own, cursor ?? own));
    heard = { lead: id, no };
    leaderState = state;
    if (isUpToDate) showState();
    else if (own !== null) catchUp();
    // A tab without a cursor starts from here.
    else if (state === "live") hear({ kind: "ready", cursor, isFirst: true });
    else showState();
  }

  function onWord({ lead: id, no, word }: Extract<Said, { kind: "word" }>): void {
    if (heard?.lead !== id) return ask();
    if (no <= heard.no) return;
    const isNext = no === heard.no + 1;
    heard.no = no;
    if (!isNext && after() !== null) catchUp();
    switch (word.kind) {
      case "state":
        leaderState = word.state;
        return showState();
      case "ready":
        leaderState = "live";
        if (!catching) return hear(word);
        placeOfLeader = word.cursor ?? placeOfLeader;
        return showState();
      case "change":
        if (!catching) return hear(word);
        placeOfLeader = word.cursor ?? placeOfLeader;
        return hear({ ...word, cursor: null });
      case "reset":
        stopCatching();
        return hear(word);
      default:
        return hear(word);
    }
  }

  function catchUp(): void {
    stopCatching();
    catching = openLine({
      after,
      hear: (word) => {
        if (word.kind === "state") return showState();
        if (word.kind !== "ready") return hear(word);
        const cursor = placeOfLeader ?? word.cursor;
        stopCatching();
        hear({ ...word, cursor });
        showState();
      },
    });
    catching.start();
    showState();
  }

  function stopCatching(): void {
    catching?.stop();
    catching = placeOfLeader = null;
  }

  function showState(): void {
    const state = catching && leaderState === "live" ? "catchingUp" : leaderState;
    hear({ kind: "state", state });
  }

  /** Asks for the leader and its position. It answers with `leads`. Without an answer, this tab takes the lead. */
  function ask(): void {
    if (lead) return;
    say({ kind: "asks" });
    takeTimer ??= window.setTimeout(() => {
      takeTimer = undefined;
      leaving.abort();
      queue(true);
    }, ANSWER_MS);
  }

  function askIfSeen(): void {
    if (document.visibilityState === "visible") ask();
  }

  function onOffline(): void {
    if (lead) return;
    leaderState = "offline";
    showState();
  }

  return {
    start() {
      const opened = openChannel(name);
      opened.addEventListener("message", ({ data }) => {
        if (channel === opened) onSaid(data);
      });
      channel = opened;
      window.addEventListener("online", askIfSeen);
      window.addEventListener("offline", onOffline);
      document.addEventListener("visibilitychange", askIfSeen);
      askTimer = window.setInterval(askIfSeen, ASK_MS);
      queue(false);
      ask();
    },
    stop() {
      window.removeEventListener("online", askIfSeen);
      window.removeEventListener("offline", onOffline);
      document.removeEventListener("visibilitychange", askIfSeen);
      window.clearInterval(askTimer);
      window.clearTimeout(takeTimer);
      takeTimer = undefined;
      stopCatching();
      lead?.line.stop();
      lead = heard = null;
      leaving.abort();
      channel?.close();
      channel = null;
    },
    hurry: askIfSeen,
  };
}
