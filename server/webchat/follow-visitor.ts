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

/** What a visitor is told as it happens. Every `cursor` is a place to come back to. */
export type VisitorNews =
  | { event: "message"; cursor: string; data: VisitorMessage }
  | { event: "ready"; cursor: string; data: { cursor: string } }
  | { event: "typing"; data: { isTyping: boolean; name: string | null } }
  | { event: "ended"; data: Record<string, never> };

/** Rows read at once. */
const PAGE = 100;
/** Changes of older messages than this many are left to whoever pages back. */
const RECENT = 200;
/** What was stored while it was looked may bear a time from a little before. */
const SLACK_MS = 5_000;
/** Within which a stream looks whether it may go on, once something about the workspace has changed; in milliseconds. */
const RECHECK_SPREAD_MS = 2_000;
/** Messages of which a stream remembers what it told. */
const MOST_REMEMBERED = 500;

/**
 * Tells a visitor's browser what is said in their chat from a place on, and from the beginning of the stream what changes. Each
 * message comes once, in order; nothing between two streams is lost where the second begins at the first one's last cursor.
 * @param after a cursor; one that is none, or names nothing of this visitor's, counts as "from now on".
 * @param end called when the visitor may hear no more, or the database does not answer: they come back with their cursor.
 * @returns how to stop, and how to look whether the visitor may still listen (at least once a minute).
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
    /** The visitor's conversations, as far as they came by. */
    convs: new Map<string, { isEnded: boolean }>(),
    told: new Map<string, string>(),
    begunAt: visitor.ctx.now,
  };
  let work: Promise<void> = Promise.resolve();
  /** One after the other, so that each begins where the one before has come. */
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

  /** @param isKnown the browser has it from before, unless this stream told it something else. */
  const showOne = (row: MessageRow, isKnown: boolean) => {
    state.convs.set(row.convId, { isEnded: state.convs.get(row.convId)?.isEnded ?? row.ended });
    const cursor = encodePlace(state.place);
    const message = { ...visitorMessage(visitor, row, new Date()), cursor };
    // Short, since it is kept of many messages for many visitors: a content never changes without one of these.
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
    // One who has left meanwhile did not get them.
    if (state.isOpen) await noteDelivered(visitor, rows);
  };

  /** Everything after the place. */
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

  /** What an agent has read of the visitor's since, in the conversation of the place. */
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
    // A merge may have made them another contact.
    state.contact = await contactOf(visitor);
    const { contact } = state;
    if (!contact) return;
    await goOn(contact);
    const ids = [...new Set(events.flatMap(({ messageId }) => messageId ?? []))];
    const rows =
      ids.length === 0
        ? []
        : await readMessages(visitor, contact, Prisma.sql`m.id = any(${ids}::uuid[])`, { limit: ids.length });
    // In a conversation before the place's something may have been written after all.
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
    // All streams of a workspace hear of it at once; they do not all ask at once, nor believe a look from before it.
    soon ??= setTimeout(
      () => {
        soon = null;
        void then(() => mustStillBeOpen(visitor));
        // The look that is believed now may be older than the last change.
        if (isChangedSince) recheckSoon();
      },
      LOOK_KEPT_MS + Math.random() * RECHECK_SPREAD_MS,
    );
  };

  /** Events of this visitor's that nothing has been read for yet: what comes during a look is in the next one, all of it at once. */
  const heard: LoggedEvent[] = [];
  const isMine = ({ clientId, convId }: LoggedEvent) =>
    (clientId !== null && clientId === state.contact?.clientId) || (convId !== null && state.convs.has(convId));
  const hear = (events: LoggedEvent[]) => {
    for (const event of events) {
      // The channel may be the one that was switched off.
      if (event.name === "WORKSPACE_CHANGED") recheckSoon();
      else if (isMine(event)) {
        if (heard.push(event) === 1) void then(() => catchUp(heard.splice(0)));
      } else if (event.name === "NEW_CLIENT" && !state.contact) void then(() => meet(event));
    }
  };
  /** A new contact of the workspace may be this visitor. */
  const meet = async (event: LoggedEvent) => {
    if (state.contact || event.clientId === null) return;
    const names = await namesOf(visitor, event.clientId);
    if (names.includes(visitor.visitorId)) await catchUp([event]);
  };
  const hearTyping = (news: Ephemeral) => {
    if (news.kind !== "typing" || news.from === "client" || !state.isOpen || !state.convs.has(news.convId)) return;
    notify({ event: "typing", data: { isTyping: news.isTyping, name: publicName(news.name) } });
  };

  // What happens while the beginning is read comes after it.
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
 * Messages up to a place of which something else is true since: read in another window, edited, taken back; and what was written
 * after all into a conversation before the place's.
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
 * The names of a contact who has just come, on this channel. Asked by every open stream of somebody who has not written yet: this
 * process reads them once.
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
  // A database that was away is asked again.
  names.catch(() => kept.delete(key));
  return names;
}
