import { noteAgentSeen } from "../agents/note-agent-seen.ts";
import { authenticate, ctxFor, type HeaderReader } from "../auth/authenticate.ts";
import { actorAgentId, actorId, type Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { onEphemeral, type Ephemeral } from "../events/ephemeral.ts";
import {
  decodePosition,
  encodePosition,
  isAfter,
  isForeign,
  readWorkspaceLog,
  type LogPosition,
  type LoggedEvent,
} from "../events/log.ts";
import { livePlace, subscribe } from "../events/stream.ts";
import { visibleEphemeral } from "../conversations/visible-ephemeral.ts";
import { visibleEvent } from "../conversations/visible-event.ts";
import type { Sink } from "../http/answer.ts";
import { log } from "../log.ts";
import { metrics } from "../observe/metrics.ts";
import { withoutRequestContext } from "../observe/request-context.ts";
import { processStopping } from "../readiness.ts";
import { say, type Said } from "../say.ts";
import { runningBuild } from "../builds/running-build.ts";

/** The longest time that an expired session or key still receives events. */
const RECHECK_MS = 5_000;
/** The same after its seat, role or workspace was removed. A key's row is cached for almost a second. */
const RECHECK_AGAIN_MS = 950;
/** Checks are spread over this many turns. A thousand at once would delay events. */
const TURNS = 20;
/** A heartbeat with every fourth check, so every 20 seconds. */
const LOOKS_PER_BEAT = 4;
/**
 * The most open streams per person, per key and per workspace in one process. One key may serve all people of a customer's
 * system.
 */
export const MOST_STREAMS = { ofPerson: 100, ofKey: 2_000, ofWorkspace: 5_000 };
const FULL_RETRY_SECONDS = 10;
/** A reader that missed more events than this must reload its lists instead. */
const MOST_MISSED = 2_000;

type Reader = {
  sink: Sink;
  leavePlace: () => void;
  /** Events that arrive while the reader catches up. They follow the missed ones. null: the reader has caught up. */
  early: LoggedEvent[] | null;
};

/**
 * All readers of a workspace with the same credentials: a person's tabs or a key's connections. Each is admitted separately.
 * After that, access checks and events handle them together.
 */
type Party = {
  key: string;
  headers: HeaderReader;
  ctx: Ctx;
  readers: Set<Reader>;
  turn: number;
  /** Set until the checks after a change of the workspace are done. */
  again: NodeJS.Timeout | null;
  hearing: Promise<() => void>;
};

const parties = new Map<string, Party>();
/** The number of readers per workspace, and per workspace and caller. */
const open = new Map<string, number>();
let nextTurn = 0;
let lookedAt = 0;

setInterval(() => {
  lookedAt += 1;
  const isBeat = Math.floor(lookedAt / TURNS) % LOOKS_PER_BEAT === 0;
  for (const party of parties.values()) {
    if (party.turn !== lookedAt % TURNS) continue;
    void look(party);
    if (isBeat) beat(party);
  }
}, RECHECK_MS / TURNS).unref();

processStopping.addEventListener("abort", () => {
  for (const party of parties.values()) dismiss(party);
});

/**
 * Reserves a place for another reader.
 * @returns a function that releases the place.
 * @throws AppError RATE_LIMITED
 */
export function takePlace({ workspaceId, actor }: Ctx): () => void {
  const most = actor.kind === "user" ? MOST_STREAMS.ofPerson : MOST_STREAMS.ofKey;
  const counted = countedUnder(workspaceId, actorId(actor));
  const [ofWorkspace, ofCaller] = counted;
  if ((open.get(ofCaller) ?? 0) >= most)
    throw tooMany(say(actor.kind === "user" ? "service.streamsYou" : "service.streamsKey", { count: most }), most);
  if ((open.get(ofWorkspace) ?? 0) >= MOST_STREAMS.ofWorkspace)
    throw tooMany(say("service.streamsWorkspace", { count: MOST_STREAMS.ofWorkspace }), MOST_STREAMS.ofWorkspace);
  count(counted, 1);
  return () => count(counted, -1);
}

function tooMany(sentence: Said, most: number): AppError {
  const limit = { retryAfterSeconds: FULL_RETRY_SECONDS, rateLimit: most };
  return new AppError("RATE_LIMITED", sentence, limit);
}

function countedUnder(workspaceId: number, callerId: string): [ofWorkspace: string, ofCaller: string] {
  return [String(workspaceId), `${workspaceId} ${callerId}`];
}

function count(keys: readonly string[], change: 1 | -1): void {
  for (const key of keys) {
    const counted = (open.get(key) ?? 0) + change;
    if (counted > 0) open.set(key, counted);
    else open.delete(key);
  }
}

/**
 * Adds an admitted reader. It receives the events since its cursor, or `reset`, then `ready`, then new events. This ends
 * when the reader disconnects, reads too slowly, or loses access.
 * @param headers of the request, for later access checks. Only headers that identify the caller are kept.
 * @param cursor as sent by the reader; null: start now.
 * @param leavePlace from `takePlace`, called after the reader has disconnected.
 * @returns a function for the reader's disconnect.
 */
export function addReader(
  ctx: Ctx,
  headers: HeaderReader,
  cursor: string | null,
  sink: Sink,
  leavePlace: () => void,
): () => void {
  const reader: Reader = { sink, leavePlace, early: [] };
  if (processStopping.aborted) {
    leavePlace();
    sink.close();
    return () => undefined;
  }
  const party = partyOf(ctx, headers);
  party.readers.add(reader);
  metrics.streams.inc({ kind: "portal" });
  void catchUp(party, reader, cursor).catch((error: unknown) => {
    log.warn({ error }, "a live stream could not catch up");
    remove(party, reader);
  });
  return () => remove(party, reader);
}

function partyOf(ctx: Ctx, given: HeaderReader): Party {
  const headers = identityOf(given);
  const key = JSON.stringify([ctx.workspaceId, headers.get("authorization")?.trim() || headers.get("cookie")]);
  const known = parties.get(key);
  if (known) {
    known.ctx = ctx;
    return known;
  }
  const party: Party = {
    ...{ key, headers, ctx },
    ...{ turn: nextTurn++ % TURNS, again: null },
    readers: new Set(),
    // The subscription outlives the request that started it.
    hearing: withoutRequestContext(() => hear(() => party, ctx.workspaceId)),
  };
  parties.set(key, party);
  return party;
}

/** Copies the headers that identify the caller, so that the request itself can be released. */
function identityOf(headers: HeaderReader): HeaderReader {
  const kept = new Map(["authorization", "cookie", "x-forwarded-for"].map((name) => [name, headers.get(name)]));
  return { get: (name) => kept.get(name) ?? null };
}

/** Subscribes to all events of the workspace. They start at the hub's position when this resolves. */
async function hear(whose: () => Party, workspaceId: number): Promise<() => void> {
  const live = await subscribe(workspaceId, (events) => notify(whose(), events));
  const stopHearing = onEphemeral(workspaceId, (news) => whisper(whose(), news));
  return () => {
    live.stop();
    stopHearing();
  };
}

async function catchUp(party: Party, reader: Reader, cursor: string | null): Promise<void> {
  await party.hearing;
  const { workspaceId } = party.ctx;
  const from = livePlace();
  await noteSeen(party.ctx);
  const missed = cursor ? await missedSince(workspaceId, cursor, from) : [];
  if (missed) give(party, reader, bytesOf(party.ctx, missed));
  else give(party, reader, Buffer.from("event: reset\ndata: {}\n\n"));
  const early = (reader.early ?? []).filter((event) => isAfter(event, from));
  reader.early = null;
  give(party, reader, bytesOf(party.ctx, early));
  const reached = encodePosition(livePlace());
  const ready = JSON.stringify({ cursor: reached, build: runningBuild() });
  give(party, reader, Buffer.from(`id: ${reached}\nevent: ready\ndata: ${ready}\n\n`));
}

/** The events that the reader missed; null when it must reload. */
async function missedSince(workspaceId: number, cursor: string, upTo: LogPosition): Promise<LoggedEvent[] | null> {
  const place = decodePosition(cursor);
  // A cursor of another database, or from before a restore, has no meaning here.
  if (!place || (await isForeign(place))) return null;
  // The hub of another process may be slightly ahead.
  if (isAfter(place, upTo)) return [];
  return readWorkspaceLog(workspaceId, place, upTo, MOST_MISSED);
}

function notify(party: Party, events: LoggedEvent[]): void {
  if (events.some(({ name }) => name === "WORKSPACE_CHANGED")) lookSoon(party);
  const bytes = bytesOf(party.ctx, events);
  for (const reader of party.readers) {
    if (reader.early) reader.early.push(...events);
    else give(party, reader, bytes);
  }
}

function whisper(party: Party, news: Ephemeral): void {
  const told = visibleEphemeral(party.ctx, news);
  if (!told) return;
  const bytes = Buffer.from(`event: ${told.event}\ndata: ${JSON.stringify(told.data)}\n\n`);
  for (const reader of party.readers) give(party, reader, bytes);
}

/** Moves the cursor past events that these readers may not see, so that reconnecting stays cheap. */
function beat(party: Party): void {
  const bytes = Buffer.from(`id: ${encodePosition(livePlace())}\n: beat\n\n`);
  for (const reader of party.readers) if (!reader.early) give(party, reader, bytes);
}

/** The bytes of a batch of events by visibility. Readers who see the same events share the same bytes. */
const written = new WeakMap<LoggedEvent[], Map<string, Buffer>>();

function bytesOf(ctx: Ctx, events: LoggedEvent[]): Buffer | null {
  const changes = events.map((event) => visibleEvent(ctx, event));
  // Each event is sent in one of two forms, or not at all.
  const way = changes.map((change) => (change ? (change.gone ? "g" : "t") : "-")).join("");
  const byWay = written.get(events) ?? new Map<string, Buffer>();
  written.set(events, byWay);
  const known = byWay.get(way);
  if (known) return known;
  let text = "";
  for (const [index, event] of events.entries()) {
    const change = changes[index];
    if (change) text += `id: ${encodePosition(event)}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
  }
  const bytes = Buffer.from(text);
  byWay.set(way, bytes);
  return bytes;
}

function give(party: Party, reader: Reader, bytes: Buffer | null): void {
  if (!bytes?.length || !party.readers.has(reader)) return;
  if (!reader.sink.write(bytes)) remove(party, reader);
}

async function look(party: Party): Promise<void> {
  const { workspaceId } = party.ctx;
  try {
    party.ctx = await ctxFor(await authenticate(party.headers, { workspaceId }), workspaceId);
    await noteSeen(party.ctx);
  } catch (error) {
    // A brief database outage must not disconnect everyone.
    if (error instanceof AppError) dismiss(party);
  }
}

/** The change may have removed this caller's access. A burst of changes causes one check at its start and one after it. */
function lookSoon(party: Party): void {
  if (party.again) return;
  void look(party);
  party.again = setTimeout(() => {
    party.again = null;
    void look(party);
  }, RECHECK_AGAIN_MS);
}

/** An agent with an open stream counts as online. */
async function noteSeen(ctx: Ctx): Promise<void> {
  const agentId = ctx.actor.kind === "user" ? actorAgentId(ctx.actor) : null;
  if (agentId) await noteAgentSeen(ctx.workspaceId, agentId);
}

function dismiss(party: Party): void {
  for (const reader of party.readers) remove(party, reader);
}

function remove(party: Party, reader: Reader): void {
  if (!party.readers.delete(reader)) return;
  reader.leavePlace();
  metrics.streams.dec({ kind: "portal" });
  reader.sink.close();
  if (party.readers.size > 0) return;
  if (party.again) clearTimeout(party.again);
  parties.delete(party.key);
  // If the subscription failed, there is nothing to stop. Its readers already got the error.
  void party.hearing.then((stop) => stop()).catch(() => undefined);
}
