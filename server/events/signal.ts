import pg from "pg";
import { log } from "../log.ts";
import { withoutRequestContext } from "../observe/request-context.ts";

/**
 * The workers that a commit can have created work for: readers of the event log, senders of messages, webhooks and broadcasts, file
 * copiers, processors of providers' calls, assistants. `replies` are the sends that a contact waits for.
 */
export const TOPICS = [
  "events",
  "sends",
  "replies",
  "deliveries",
  "broadcasts",
  "media",
  "calls",
  "turns",
  "replays",
  "scheduled",
] as const;
export type Topic = (typeof TOPICS)[number];

const CHANNEL = "omnichannel_wake";
/** Ephemerals (ephemeral.ts) use the same connection. */
const TOLD = "omnichannel_told";
/** The first wake is sent to the other processes at once. Later ones are collected for this long, in milliseconds. */
const COALESCE_MS = 3;

/** A dead connection does not report itself. So it is queried at this interval, and replaced if there is no answer. */
const HEARTBEAT_MS = 10_000;
const ANSWER_MS = 5_000;
const GOODBYE_MS = 1_000;

type Listener = (topic: Topic) => void;
type Hearer = (words: string) => void;
type Line = { users: number; close: () => Promise<void> };
type State = {
  listeners: Set<Listener>;
  outgoing: Set<Topic>;
  timer: NodeJS.Timeout | null;
  id: string;
  hearers: Set<Hearer>;
  /** The listening connections, by database URL. */
  lines: Map<string, Line>;
};

const state: State = {
  listeners: new Set(),
  outgoing: new Set(),
  timer: null,
  id: crypto.randomUUID(),
  hearers: new Set(),
  lines: new Map(),
};

/**
 * Announces committed work: to this process at once, to the others by one NOTIFY every few milliseconds. It is not part of the
 * transaction, because NOTIFY inside one serialises commits. If a NOTIFY is lost, each reader's slow poll finds the work.
 */
export function signal(topics: Iterable<Topic>, connections: pg.Pool): void {
  // The woken worker works for many requests, so it must not inherit this one's context.
  withoutRequestContext(() => wake(topics, connections));
}

function wake(topics: Iterable<Topic>, connections: pg.Pool): void {
  for (const topic of topics) {
    for (const listener of state.listeners) listener(topic);
    state.outgoing.add(topic);
  }
  if (state.outgoing.size === 0 || state.timer) return;
  const notify = () => {
    const payload = `${state.id} ${[...state.outgoing].join(",")}`;
    state.outgoing.clear();
    state.timer = setTimeout(() => {
      state.timer = null;
      if (state.outgoing.size > 0) notify();
    }, COALESCE_MS);
    connections
      .query("select pg_notify($1, $2)", [CHANNEL, payload])
      .catch((error: unknown) => log.debug({ error: String(error) }, "notify failed; readers will poll"));
  };
  notify();
}

/** Calls `listener` for wakes in this process. Returns a function that stops it. */
export function onSignal(listener: Listener): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}

/** Sends a text to this process at once and to the others by a separate NOTIFY. Processes that are not connected miss it. */
export function notify(words: string, connections: pg.Pool): void {
  for (const hearer of state.hearers) hearer(words);
  connections
    .query("select pg_notify($1, $2)", [TOLD, `${state.id} ${words}`])
    .catch((error: unknown) => log.debug({ error: String(error) }, "notify failed; nobody else hears of it"));
}

/** Calls `hearer` for each text of `notify` from any process. Returns a function that stops it. */
export function onNotified(hearer: Hearer): () => void {
  state.hearers.add(hearer);
  return () => state.hearers.delete(hearer);
}

/**
 * Listens to the other processes. All callers in this process share one connection, which reconnects when lost. After a reconnection
 * every topic is woken, because wakes may have been missed. Returns how to stop.
 */
export function listenForSignals(databaseUrl: string): { stop: () => Promise<void> } {
  let line = state.lines.get(databaseUrl);
  if (!line) state.lines.set(databaseUrl, (line = { users: 0, close: openLine(databaseUrl) }));
  line.users += 1;
  let isStopped = false;
  const held = line;
  return {
    async stop() {
      if (isStopped) return;
      isStopped = true;
      held.users -= 1;
      if (held.users > 0) return;
      state.lines.delete(databaseUrl);
      await held.close();
    },
  };
}

/** @returns a function that closes the connection. */
function openLine(databaseUrl: string): () => Promise<void> {
  let client: pg.Client | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | null = null;

  const wakeLocal = (topic: Topic) => {
    for (const listener of state.listeners) listener(topic);
  };
  const connect = async () => {
    if (stopped) return;
    const next = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    let lost = false;
    let heartbeat: NodeJS.Timeout | null = null;
    const onLost = () => {
      if (heartbeat) clearInterval(heartbeat);
      if (lost || stopped) return;
      lost = true;
      client = null;
      next.end().catch(() => undefined);
      retry = setTimeout(() => void connect(), 500);
    };
    next.on("error", onLost);
    next.on("end", onLost);
    next.on("notification", ({ channel, payload = "" }) => {
      const sender = payload.slice(0, payload.indexOf(" "));
      const words = payload.slice(sender.length + 1);
      if (sender === state.id || words === "") return;
      if (channel === TOLD) {
        for (const hearer of state.hearers) hearer(words);
        return;
      }
      for (const topic of words.split(",")) wakeLocal(topic as Topic);
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}; listen ${TOLD}`);
      client = next;
      heartbeat = setInterval(() => void next.query("select 1").catch(onLost), HEARTBEAT_MS).unref();
      for (const topic of TOPICS) wakeLocal(topic);
    } catch {
      onLost();
    }
  };
  void connect();

  return async () => {
    stopped = true;
    if (retry) clearTimeout(retry);
    const ending = client?.end().catch(() => undefined);
    // A dead connection may never finish closing.
    await Promise.race([ending, new Promise((wait) => setTimeout(wait, GOODBYE_MS).unref())]);
  };
}
