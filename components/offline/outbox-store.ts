import { z } from "zod";
import { AT_ONCE, expireOld, nextToSend, OUTBOX_TYPES, type OutboxEntry } from "./outbox.ts";

export const OUTBOX_KEY = "inbox-outbox";
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** After this many server errors for the same message, it counts as refused. */
const MOST_STUMBLES = 6;

const savedEntry = z.object({
  id: z.string(),
  userId: z.string(),
  workspaceId: z.number(),
  convId: z.string(),
  integrationId: z.string(),
  type: z.enum(OUTBOX_TYPES),
  content: z.string(),
  // Missing in entries from earlier releases.
  caption: z.string().nullable().default(null),
  fileName: z.string().nullable().default(null),
  replyToMessageId: z.string().nullable(),
  mentions: z.array(z.string()).default([]),
  later: z
    .object({
      undoSeconds: z.number(),
      sendAt: z.string().nullable(),
      macroId: z.string().nullable(),
      thenEnd: z.boolean(),
    })
    .default(AT_ONCE),
  createdAt: z.string(),
  afterSeq: z.number(),
  refusal: z.string().nullable(),
});

/** `accepted`; `away`: no response, retry without limit; `stumbled`: retry a few times; `refused`: with the reason. */
export type SendOutcome = { kind: "accepted" } | { kind: "away" } | { kind: "stumbled" | "refused"; reason: string };

type Needs = {
  userId: string;
  storage: Pick<Storage, "getItem" | "setItem">;
  /** Sends the request with the entry's id as `Idempotency-Key`. Never throws. */
  send: (entry: OutboxEntry) => Promise<SendOutcome>;
  /** A lock across all tabs, so that each conversation has one sender. */
  exclusively: (name: string, work: () => Promise<void>) => Promise<void>;
  setTimer: (work: () => void, ms: number) => void;
  now: () => number;
};

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** Keeps entries in the browser's storage until the server has accepted them. Sends the entries of each conversation in order. */
export function createOutboxStore(needs: Needs) {
  const listeners = new Set<() => void>();
  const sending = new Set<string>();
  const stumbles = new Map<string, number>();
  let failures = 0;
  let entries = load().entries;

  /** `unread`: entries in a format that this release does not know. They stay for one that does, and block nothing. */
  function load(): { entries: OutboxEntry[]; unread: unknown[] } {
    const kept = readKept(needs.storage.getItem(OUTBOX_KEY)).map((value) => ({
      value,
      entry: savedEntry.safeParse(value),
    }));
    return {
      entries: kept.flatMap(({ entry }) => (entry.success ? [entry.data] : [])),
      unread: kept.flatMap(({ value, entry }) => (entry.success ? [] : [value])),
    };
  }

  /** Reads before it writes, because another tab may have sent or added entries meanwhile. */
  function change(edit: (entries: OutboxEntry[]) => OutboxEntry[]): void {
    const kept = load();
    entries = edit(kept.entries);
    needs.storage.setItem(OUTBOX_KEY, JSON.stringify([...kept.unread, ...entries]));
    for (const listener of listeners) listener();
  }

  const refuse = (id: string, refusal: string | null) =>
    change((all) => all.map((entry) => (entry.id === id ? { ...entry, refusal } : entry)));

  function settle(entry: OutboxEntry, outcome: SendOutcome): void {
    if (outcome.kind === "accepted" || outcome.kind === "refused") failures = 0;
    if (outcome.kind === "accepted") return change((all) => all.filter((other) => other.id !== entry.id));
    if (outcome.kind === "refused") return refuse(entry.id, outcome.reason);
    if (outcome.kind === "stumbled") {
      const count = (stumbles.get(entry.id) ?? 0) + 1;
      stumbles.set(entry.id, count);
      if (count >= MOST_STUMBLES) return refuse(entry.id, outcome.reason);
    }
    needs.setTimer(pump, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
    failures += 1;
  }

  async function sendFirst(convId: string): Promise<void> {
    const entry = nextToSend(load().entries.filter(isMine)).find((next) => next.convId === convId);
    if (entry) settle(entry, await needs.send(entry));
  }

  const isMine = (entry: OutboxEntry) => entry.userId === needs.userId;

  /** Sends all entries that can be sent. Call it when the connection is back. */
  function pump(): void {
    if (entries.some((entry) => entry !== expireOld([entry], needs.now())[0]))
      change((all) => expireOld(all, needs.now()));
    for (const { convId, id } of nextToSend(entries.filter(isMine))) {
      if (sending.has(convId)) continue;
      sending.add(convId);
      void needs
        .exclusively(`${OUTBOX_KEY} ${convId}`, () => sendFirst(convId))
        .finally(() => {
          sending.delete(convId);
          const next = nextToSend(load().entries.filter(isMine)).find((entry) => entry.convId === convId);
          if (next && next.id !== id) pump();
        });
    }
  }

  return {
    entries: () => entries,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pump,
    add: (entry: OutboxEntry) => {
      change((all) => [...all, entry]);
      pump();
    },
    /** Retries a refused entry with the same key, because the server does not store a refusal. */
    retry: (id: string) => {
      stumbles.delete(id);
      const createdAt = new Date(needs.now()).toISOString();
      change((all) => all.map((entry) => (entry.id === id ? { ...entry, refusal: null, createdAt } : entry)));
      pump();
    },
    discard: (id: string) => change((all) => all.filter((entry) => entry.id !== id)),
    /** Call it after another tab has written. */
    reload: () => {
      entries = load().entries;
      for (const listener of listeners) listener();
    },
  };
}

function readKept(text: string | null): unknown[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
