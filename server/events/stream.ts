import { env } from "../env.ts";
import { log } from "../log.ts";
import { withoutRequestContext } from "../observe/request-context.ts";
import { isAfter, LOG_START, logEnd, readLog, type LogPosition, type LoggedEvent } from "./log.ts";
import { listenForSignals, onSignal } from "./signal.ts";

type Subscriber = (events: LoggedEvent[]) => void;

type Hub = {
  /** Everything up to here has been given to the current subscribers. */
  position: LogPosition;
  byWorkspace: Map<number, Set<Subscriber>>;
  /** null while there is no subscriber. */
  started: Promise<void> | null;
};

const BATCH = 1_000;
/** Poll interval in milliseconds, in case a wake is lost, and the shorter interval for events that are held back. */
const POLL_MS = 1_000;
const HELD_BACK_MS = 10;

const hub: Hub = { position: LOG_START, byWorkspace: new Map(), started: null };

/**
 * Subscribes to a workspace's events after `livePlace()`, from the moment it resolves. The process reads the log once for all
 * subscribers.
 * @param subscriber called with events in order, one list for all subscribers of the workspace.
 * @returns how to stop.
 */
export async function subscribe(workspaceId: number, subscriber: Subscriber): Promise<{ stop: () => void }> {
  const subscribers = hub.byWorkspace.get(workspaceId) ?? new Set();
  hub.byWorkspace.set(workspaceId, subscribers.add(subscriber));
  const stop = () => {
    subscribers.delete(subscriber);
    if (subscribers.size === 0 && hub.byWorkspace.get(workspaceId) === subscribers) hub.byWorkspace.delete(workspaceId);
  };
  try {
    // The reader outlives the request that started it.
    await (hub.started ??= withoutRequestContext(start));
  } catch (error) {
    stop();
    throw error;
  }
  return { stop };
}

/** Subscribers have been given everything up to this position, and nothing after it. */
export function livePlace(): LogPosition {
  return hub.position;
}

/** Reads the log while there are subscribers. An idle process neither reads nor holds a connection for it. */
async function start(): Promise<void> {
  const listener = listenForSignals(env().DATABASE_URL);
  let timer: NodeJS.Timeout | null = null;
  // Wakes that arrive before the log's end is known are handled afterwards.
  let isReading = true;
  let isWanted = false;
  let unsubscribe: () => void = () => undefined;

  const read = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (hub.byWorkspace.size === 0) {
      // No subscribers are left. The next one starts again at the log's end.
      hub.started = null;
      unsubscribe();
      return listener.stop();
    }
    isReading = true;
    let again = POLL_MS;
    try {
      do {
        isWanted = false;
        const { events, isBehind } = await readLog(hub.position, BATCH);
        hand(events);
        if (isBehind) again = events.length > 0 ? 0 : HELD_BACK_MS;
        else again = POLL_MS;
      } while (isWanted || again === 0);
    } catch (error) {
      log.warn({ error }, "the live stream could not read the event log; it tries again");
    }
    isReading = false;
    timer = setTimeout(() => void read(), again);
  };
  unsubscribe = onSignal((topic) => {
    if (topic !== "events") return;
    isWanted = true;
    if (!isReading) void read();
  });
  try {
    hub.position = await logEnd();
  } catch (error) {
    hub.started = null;
    unsubscribe();
    await listener.stop();
    throw error;
  }
  void read();
}

function hand(events: LoggedEvent[]): void {
  const last = events.at(-1);
  if (!last || !isAfter(last, hub.position)) return;
  hub.position = { txid: last.txid, seq: last.seq };
  const byWorkspace = new Map<number, LoggedEvent[]>();
  for (const event of events) {
    if (!hub.byWorkspace.has(event.workspaceId)) continue;
    const own = byWorkspace.get(event.workspaceId);
    if (own) own.push(event);
    else byWorkspace.set(event.workspaceId, [event]);
  }
  for (const [workspaceId, own] of byWorkspace) {
    for (const subscriber of hub.byWorkspace.get(workspaceId) ?? []) subscriber(own);
  }
}
