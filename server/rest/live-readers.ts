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

/** How long a session or key that has run out may go on hearing. */
const RECHECK_MS = 5_000;
/** … and one whose seat, role or workspace was just taken: a key's row is believed for nearly a second. */
const RECHECK_AGAIN_MS = 950;
/** Looks in turns, so that a thousand are not one burst before which an event waits. */
const TURNS = 20;
/** A sign of life with every fourth look: each 20 seconds. */
const LOOKS_PER_BEAT = 4;
/** Open streams of a person or a key, and of a workspace, in one process. A key of the customer's system may serve all of their people. */
export const MOST_STREAMS = { ofPerson: 100, ofKey: 2_000, ofWorkspace: 5_000 };
const FULL_RETRY_SECONDS = 10;
/** A reader further behind than this reads its lists again instead. */
const MOST_MISSED = 2_000;

type Reader = {
  sink: Sink;
  leavePlace: () => void;
  /** What happens while the reader catches up: it comes after what was missed. Null: the reader has caught up. */
  early: LoggedEvent[] | null;
};

/**
 * Who listens to a workspace with the same credentials: the tabs of a person, the connections of a key. They are let in one by one, and
 * from then on looked at, and told, as one.
 */
type Party = {
  key: string;
  headers: HeaderReader;
  ctx: Ctx;
  readers: Set<Reader>;
  turn: number;
  /** Set while the looks after a change of the workspace are not over. */
  again: NodeJS.Timeout | null;
  hearing: Promise<() => void>;
};

const parties = new Map<string, Party>();
/** Readers by workspace, and by workspace and caller. */
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
 * Takes a place for another reader.
 * @returns gives it back.
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
 * Adds a reader who was let in. It is told what it missed since its cursor, or `reset`, then `ready`, then what happens; until it
 * leaves, takes too little, or may not listen any more.
 * @param headers of the request, for the looks that follow; only those that tell who it is are kept.
 * @param cursor as the reader sent it; null: it begins now.
 * @param leavePlace of `takePlace`, called when the reader has left.
 * @returns how the reader leaves.
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
    // It outlives the request that began it.
    hearing: withoutRequestContext(() => hear(() => party, ctx.workspaceId)),
  };
  parties.set(key, party);
  return party;
}

/** A request is not kept for its headers. */
function identityOf(headers: HeaderReader): HeaderReader {
  const kept = new Map(["authorization", "cookie", "x-forwarded-for"].map((name) => [name, headers.get(name)]));
  return { get: (name) => kept.get(name) ?? null };
}

/** Everything of the workspace, from the place on that the hub has reached when it resolves. */
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
  give(party, reader, Buffer.from(`id: ${reached}\nevent: ready\ndata: ${JSON.stringify({ cursor: reached })}\n\n`));
}

/** What the reader missed; null when it must begin anew. */
async function missedSince(workspaceId: number, cursor: string, upTo: LogPosition): Promise<LoggedEvent[] | null> {
  const place = decodePosition(cursor);
  // A cursor of another database, or of before a restore, lies anywhere.
  if (!place || (await isForeign(place))) return null;
  // Another process's hub may be a little further.
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

/** The cursor moves on with what these readers may not hear of, so that coming back stays cheap. */
function beat(party: Party): void {
  const bytes = Buffer.from(`id: ${encodePosition(livePlace())}\n: beat\n\n`);
  for (const reader of party.readers) if (!reader.early) give(party, reader, bytes);
}

/** The bytes of a batch, by what of it is told: all who hear the same of it are written the same bytes. */
const written = new WeakMap<LoggedEvent[], Map<string, Buffer>>();

function bytesOf(ctx: Ctx, events: LoggedEvent[]): Buffer | null {
  const changes = events.map((event) => visibleEvent(ctx, event));
  // An event is told in one of two ways, or not at all.
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
    // A database that is away for a moment is no reason to send everyone off.
    if (error instanceof AppError) dismiss(party);
  }
}

/** It may be theirs, the seat that was taken. A burst of changes is one look at its beginning and one after it. */
function lookSoon(party: Party): void {
  if (party.again) return;
  void look(party);
  party.again = setTimeout(() => {
    party.again = null;
    void look(party);
  }, RECHECK_AGAIN_MS);
}

/** Whoever listens as an agent is there. */
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
  // Where it failed, nothing is to be stopped; its readers were told.
  void party.hearing.then((stop) => stop()).catch(() => undefined);
}
