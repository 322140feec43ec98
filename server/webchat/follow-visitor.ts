import { onEphemeral, type Ephemeral } from "../events/ephemeral.ts";
import type { LoggedEvent } from "../events/log.ts";
import { subscribe } from "../events/stream.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { contactOf, type VisitorContact, scopeOf, type Visitor } from "./access.ts";
import {
  noteDelivered,
  placeAfter,
  placed,
  publicName,
  readMessages,
  visitorMessage,
  type MessageRow,
  type VisitorMessage,
  decodePlace,
  encodePlace,
  type VisitorPlace,
} from "./visitor-messages.ts";
import { LOOK_KEPT_MS, mustStillBeOpen } from "./open-webchat.ts";

/** Events for a visitor's browser. Each `cursor` is a position to resume from. */
export type VisitorNews =
  | { event: "message"; cursor: string; data: VisitorMessage }
  | { event: "ready"; cursor: string; data: { cursor: string } }
  | { event: "typing"; data: { isTyping: boolean; name: string | null } }
  | { event: "ended"; data: Record<string, never> };

/** Rows per read. */
const PAGE = 100;
/** Limit of messages checked for changes. Older ones are reloaded when the visitor pages back. */
const RECENT = 200;
/** A row stored during a read may have a slightly earlier time. */
const SLACK_MS = 5_000;
/** After a change to the workspace, each stream rechecks its access at a random time within this many milliseconds. */
const RECHECK_SPREAD_MS = 2_000;
/** Limit of messages for which a stream remembers what it sent. */
const MOST_REMEMBERED = 500;

/**
 * Sends the messages of a visitor's chat after a position to their browser, and changes from the start of the stream. Each
 * message comes once, in order. No message is lost between two streams if the second starts at the first one's last cursor.
 * @param after a cursor. An invalid one, or one of another visitor, counts as "from now on".
 * @param end called when the visitor loses access, or the database does not respond. The browser reconnects with its cursor.
 * @returns how to stop, and how to recheck the visitor's access (at least once a minute).
 */
export async function followVisitor(
  visitor: Visitor,
  after: string | null,
  notify: (news: VisitorNews) => void,
  end: (error: unknown) => void,
): Promise<{ stop: () => void; recheck: () => void }> {
  const { workspaceId } = visitor.ctx;
  const state = {
    isOpen: true,
    contact: null as VisitorContact | null,
    place: { last: null, readToldSeq: 0, at: new Date() } as VisitorPlace,
    /** The visitor's conversations seen so far. */
    convs: new Map<string, { isEnded: boolean }>(),
    told: new Map<string, string>(),
    begunAt: visitor.ctx.now,
  };
  let work: Promise<void> = Promise.resolve();
  /** Runs steps one after the other, so each starts where the previous one ended. */
  const then = (step: () => Promise<void>) => {
    work = work.then(async () => {
      if (!state.isOpen) return;
      try {
        await step();
      } catch (error) {
        stop();
        end(error);
      }
    });
    return work;
  };

  /** @param isKnown whether the browser already has the message, unless this stream sent a different version. */
  const showOne = (row: MessageRow, isKnown: boolean) => {
    state.convs.set(row.convId, { isEnded: state.convs.get(row.convId)?.isEnded ?? row.ended });
    const cursor = encodePlace(state.place);
    const message = { ...visitorMessage(visitor, row, new Date()), cursor };
    // Short, because it is kept for many messages and visitors. The content never changes without one of these fields.
    const print = [message.status, row.editedAt?.getTime(), row.removedAt?.getTime()].join();
    const before = state.told.get(row.id);
    if (before === print) return;
    if (state.told.size >= MOST_REMEMBERED) state.told.delete(state.told.keys().next().value ?? "");
    state.told.set(row.id, print);
    const isChanged = message.status === "read" || row.editedAt !== null || row.removedAt !== null;
    if (isKnown && before === undefined && !isChanged) return;
    notify({ event: "message", cursor, data: message });
  };
  const show = async (rows: MessageRow[], isKnown = false) => {
    for (const row of rows) showOne(row, isKnown);
    // If the visitor left meanwhile, they did not receive the messages.
    if (state.isOpen) await noteDelivered(visitor, rows);
  };

  /** Sends everything after the position. */
  const goOn = async (contact: VisitorContact) => {
    for (;;) {
      const { last } = state.place;
      const which = last ? placed("after", last) : Prisma.sql`true`;
      const rows = await readMessages(visitor, contact, which, { limit: PAGE });
      for (const row of rows) {
        const { readToldSeq } = last?.convId === row.convId ? state.place : row;
        state.place = { ...placeAfter(row, new Date()), readToldSeq };
        showOne(row, false);
      }
      if (!state.isOpen) return;
      await noteDelivered(visitor, rows);
      if (rows.length < PAGE) return;
    }
  };

  /** Sends how far an agent has read the visitor's messages, in the conversation of the position. */
  const lookWhatWasRead = async (contact: VisitorContact) => {
    const { last, readToldSeq } = state.place;
    if (!last) return;
    const which = Prisma.sql`c.id = ${last.convId}::uuid and not m."isAgent" and m.seq > ${readToldSeq} and m.seq <= c."readToldSeq"
      and m.seq <= ${last.seq}`;
    const rows = await readMessages(visitor, contact, which, { limit: RECENT });
    const told = rows.at(-1)?.readToldSeq;
    if (told !== undefined) state.place = { ...state.place, readToldSeq: told };
    await show(rows);
  };

  const begin = async () => {
    const given = after === null ? null : decodePlace(after);
    state.contact = await contactOf(visitor);
    const { contact } = state;
    if (contact) {
      const [latest] = await readMessages(visitor, contact, Prisma.sql`true`, { limit: 1, isBackwards: true });
      const known = given?.last
        ? await readMessages(visitor, contact, Prisma.sql`c.id = ${given.last.convId}::uuid`, { limit: 1 })
        : [];
      if (latest) state.convs.set(latest.convId, { isEnded: latest.ended });
      if (given && (given.last === null || known.length > 0)) {
        state.place = given;
        const changed = await readMessages(visitor, contact, changedSince(given), { limit: RECENT, isBackwards: true });
        await show(changed.reverse());
        await lookWhatWasRead(contact);
        await goOn(contact);
      } else if (latest) state.place = placeAfter(latest, new Date());
    }
    const cursor = encodePlace(state.place);
    notify({ event: "ready", cursor, data: { cursor } });
  };

  const catchUp = async (events: readonly LoggedEvent[]) => {
    // A merge may have given them another contact.
    state.contact = await contactOf(visitor);
    const { contact } = state;
    if (!contact) return;
    await goOn(contact);
    const ids = [...new Set(events.flatMap(({ messageId }) => messageId ?? []))];
    const rows =
      ids.length === 0
        ? []
        : await readMessages(visitor, contact, Prisma.sql`m.id = any(${ids}::uuid[])`, { limit: ids.length });
    // A message may have been added to an earlier conversation than the position's.
    const late = rows.filter((row) => row.convId !== state.place.last?.convId && row.createdAt >= state.begunAt);
    await show(late);
    await show(rows, true);
    await lookWhatWasRead(contact);
    for (const { name, convId } of events) {
      const conv = name === "ENDING_CONV" && convId !== null ? state.convs.get(convId) : undefined;
      if (!conv || conv.isEnded) continue;
      conv.isEnded = true;
      notify({ event: "ended", data: {} });
    }
  };

  const recheck = () =>
    void then(async () => {
      await mustStillBeOpen(visitor);
      await catchUp([]);
    });
  let soon: NodeJS.Timeout | null = null;
  let isChangedSince = false;
  const recheckSoon = () => {
    isChangedSince = soon !== null;
    // All streams of a workspace receive the event at once. They spread their checks, and ignore a cached result from before the
    // event.
    soon ??= setTimeout(
      () => {
        soon = null;
        void then(() => mustStillBeOpen(visitor));
        // The cached result may be older than the last change.
        if (isChangedSince) recheckSoon();
      },
      LOOK_KEPT_MS + Math.random() * RECHECK_SPREAD_MS,
    );
  };

  /** This visitor's events that were not read yet. Events during a read are handled together by the next one. */
  const heard: LoggedEvent[] = [];
  const isMine = ({ clientId, convId }: LoggedEvent) =>
    (clientId !== null && clientId === state.contact?.clientId) || (convId !== null && state.convs.has(convId));
  const hear = (events: LoggedEvent[]) => {
    for (const event of events) {
      // This channel may have been deactivated.
      if (event.name === "WORKSPACE_CHANGED") recheckSoon();
      else if (isMine(event)) {
        if (heard.push(event) === 1) void then(() => catchUp(heard.splice(0)));
      } else if (event.name === "NEW_CLIENT" && !state.contact) void then(() => meet(event));
    }
  };
  /** Checks whether a new contact of the workspace is this visitor. */
  const meet = async (event: LoggedEvent) => {
    if (state.contact || event.clientId === null) return;
    const names = await namesOf(visitor, event.clientId);
    if (names.includes(visitor.visitorId)) await catchUp([event]);
  };
  const hearTyping = (news: Ephemeral) => {
    if (news.kind !== "typing" || news.from === "client" || !state.isOpen || !state.convs.has(news.convId)) return;
    notify({ event: "typing", data: { isTyping: news.isTyping, name: publicName(news.name) } });
  };

  // Events during the initial read are handled after it.
  let isBegun = false;
  const early: LoggedEvent[] = [];
  const live = await subscribe(workspaceId, (events) => {
    if (!state.isOpen) return;
    if (isBegun) hear(events);
    else early.push(...events);
  });
  const stopHearing = onEphemeral(workspaceId, hearTyping);
  function stop() {
    state.isOpen = false;
    live.stop();
    stopHearing();
    if (soon) clearTimeout(soon);
  }
  await then(begin);
  isBegun = true;
  if (state.isOpen && early.length > 0) hear(early);
  return { stop, recheck };
}

/**
 * Messages up to a position that changed since: read in another window, edited or deleted. Also messages added later to a
 * conversation before the position's.
 */
function changedSince({ last, at }: VisitorPlace): Prisma.Sql {
  if (!last) return Prisma.sql`false`;
  const since = new Date(at.getTime() - SLACK_MS);
  return Prisma.sql`not ${placed("after", last)} and (
    (m."isAgent" and m.status in ('read', 'played') and m."statusAt" > ${since})
    or m."editedAt" > ${since} or m."removedAt" > ${since}
    or (m."createdAt" > ${at} and c.id <> ${last.convId}::uuid))`;
}

const MOST_KEPT = 1_000;

const kept = new Map<string, Promise<string[]>>();

/**
 * The identities of a new contact on this channel. Every open stream of a visitor without messages needs them, so this process
 * reads them once.
 */
function namesOf({ ctx, integration }: Visitor, clientId: string): Promise<string[]> {
  const key = `${integration.id}|${clientId}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const names = ctx.db.clientIdentity
    .findMany({
      where: { workspaceId: ctx.workspaceId, clientId, scope: scopeOf(integration) },
      select: { externalId: true },
    })
    .then((rows) => rows.map(({ externalId }) => externalId));
  kept.set(key, names);
  // After a database failure, the next call reads again.
  names.catch(() => kept.delete(key));
  return names;
}
