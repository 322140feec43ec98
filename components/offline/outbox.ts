import { networkWords } from "../graphql/network-words.ts";

/** The message types that can be sent from here. A file is uploaded first, and `content` is its address. */
export const OUTBOX_TYPES = ["text", "note", "image", "audio", "video", "document"] as const;
type OutboxType = (typeof OUTBOX_TYPES)[number];

/**
 * How the service delays a message. `undoSeconds` 0 and nothing else: sent at once. `sendAt` is an ISO time. `macroId`: the macro whose
 * actions run with it. `thenEnd`: whether it ends the conversation.
 */
export type Later = { undoSeconds: number; sendAt: string | null; macroId: string | null; thenEnd: boolean };
export const AT_ONCE: Later = { undoSeconds: 0, sendAt: null, macroId: null, thenEnd: false };

/** Whether the service schedules a message instead of sending it at once. Notes are internal, so undo does not delay them. */
export function isScheduled({ type, later }: Pick<OutboxEntry, "type" | "later">): boolean {
  if (later.sendAt !== null || later.thenEnd) return true;
  return type !== "note" && later.undoSeconds > 0;
}

/**
 * A message written in this browser that the server has not accepted yet. Every attempt sends the entry's `id` as `Idempotency-Key`. So a
 * reload or a lost response repeats the request but not the message.
 */
export type OutboxEntry = {
  id: string;
  /** The author. If another person signs in to this browser, they do not send it. */
  userId: string;
  workspaceId: number;
  convId: string;
  integrationId: string;
  type: OutboxType;
  content: string;
  /** A file's caption and name. null: the message is not a file. */
  caption: string | null;
  fileName: string | null;
  replyToMessageId: string | null;
  /** Agents mentioned in a note. */
  mentions: string[];
  /** The delay, if it is not sent at once. */
  later: Later;
  /** ISO time. */
  createdAt: string;
  /** The newest known message at the time of writing. The server's copy of this one comes after it. */
  afterSeq: number;
  /** Why the server refused it. null: not refused, still to be sent. */
  refusal: string | null;
};

/** The server remembers a key for 24 h. Older entries are not retried automatically. */
const RETRY_FOR_MS = 23 * 60 * 60_000;

/** The next entry to send in each conversation: the oldest one that was not refused, which keeps the order. */
export function nextToSend(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const byConv = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    if (entry.refusal === null && !byConv.has(entry.convId)) byConv.set(entry.convId, entry);
  }
  return [...byConv.values()];
}

/** Marks entries as refused that are too old for a safe retry, so that the agent decides. */
export function expireOld(entries: readonly OutboxEntry[], nowMs: number): OutboxEntry[] {
  return entries.map((entry) =>
    entry.refusal === null && nowMs - new Date(entry.createdAt).getTime() > RETRY_FOR_MS
      ? { ...entry, refusal: networkWords("awayADay") }
      : entry,
  );
}

type Copy = { seq: number; isAgent: boolean; agentId: string | null; type: string; content: string };

/**
 * Entries that still need a bubble. An event may deliver the server's copy before the response to its request. Each copy replaces
 * one entry: from this agent, with the same text, newer than the newest message known at the time of writing.
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
