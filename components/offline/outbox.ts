import { networkWords } from "../graphql/network-words.ts";

/** What can be written here. A file is uploaded first: `content` is its address. */
export const OUTBOX_TYPES = ["text", "note", "image", "audio", "video", "document"] as const;
type OutboxType = (typeof OUTBOX_TYPES)[number];

/**
 * How a message waits with the service once it is there, if it does: `undoSeconds` 0 and nothing else is straight away. ISO time; the
 * macro whose actions go with it; whether the conversation ends with it.
 */
export type Later = { undoSeconds: number; sendAt: string | null; macroId: string | null; thenEnd: boolean };
export const AT_ONCE: Later = { undoSeconds: 0, sendAt: null, macroId: null, thenEnd: false };

/** Whether a message goes by way of the service's scheduled ones. Notes are the team's own and wait for nobody. */
export function isScheduled({ type, later }: Pick<OutboxEntry, "type" | "later">): boolean {
  if (later.sendAt !== null || later.thenEnd) return true;
  return type !== "note" && later.undoSeconds > 0;
}

/**
 * Messages written in this browser that the server has not accepted yet. An entry's `id` goes with every attempt as
 * `Idempotency-Key`, so a reload or a lost answer repeats the request and not the message.
 */
export type OutboxEntry = {
  id: string;
  /** Who wrote it: another person who signs in at this browser does not send it. */
  userId: string;
  workspaceId: number;
  convId: string;
  integrationId: string;
  type: OutboxType;
  content: string;
  /** The text that goes with a file, and what the file is called here; null for what is none. */
  caption: string | null;
  fileName: string | null;
  replyToMessageId: string | null;
  /** Agents who are named in a note. */
  mentions: string[];
  /** When it is to be sent, where that is not at once. */
  later: Later;
  /** ISO. */
  createdAt: string;
  /** The newest message known when it was written: the server's copy of it comes after. */
  afterSeq: number;
  /** Why the server refused it; null while it is still to be tried. */
  refusal: string | null;
};

/** The server remembers a key for 24 h (decisions section 1); one that is older may not repeat by itself. */
const RETRY_FOR_MS = 23 * 60 * 60_000;

/** The next entry to send of every conversation: the oldest one that was not refused, so that order is kept. */
export function nextToSend(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const byConv = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    if (entry.refusal === null && !byConv.has(entry.convId)) byConv.set(entry.convId, entry);
  }
  return [...byConv.values()];
}

/** Entries too old to be repeated safely ask the agent instead. */
export function expireOld(entries: readonly OutboxEntry[], nowMs: number): OutboxEntry[] {
  return entries.map((entry) =>
    entry.refusal === null && nowMs - new Date(entry.createdAt).getTime() > RETRY_FOR_MS
      ? { ...entry, refusal: networkWords("awayADay") }
      : entry,
  );
}

type Copy = { seq: number; isAgent: boolean; agentId: string | null; type: string; content: string };

/**
 * Entries whose bubble is still to be drawn: a live event may bring the server's copy before the answer of the request that
 * made it. Each copy stands for one entry: of this agent, of the same words, later than what was known at writing.
 */
export function stillLocal(
  entries: readonly OutboxEntry[],
  messages: readonly Copy[],
  viewerAgentId: string | null,
): OutboxEntry[] {
  const taken = new Set<number>();
  return entries.filter((entry) => {
    if (entry.refusal !== null) return true;
    const copy = messages.find(
      (message) =>
        message.seq > entry.afterSeq &&
        !taken.has(message.seq) &&
        message.isAgent &&
        message.agentId === viewerAgentId &&
        message.type === entry.type &&
        message.content === entry.content,
    );
    if (copy) taken.add(copy.seq);
    return !copy;
  });
}
