import type { Ctx } from "../ctx.ts";
import { WRITTEN_AT, type NewEvent } from "../events/events.ts";
import type { Identity } from "../channels/channel.ts";
import { pool } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { signal } from "../events/signal.ts";
import type { Message } from "../generated/prisma/client.ts";
import type { MessageStatus, MessageType, NoteType } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { requestContextText } from "../observe/request-context.ts";
import type { Said } from "../say.ts";
import { mendedJson } from "../text-rules.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { writeTogether } from "../write-together.ts";
import type { Facts } from "./facts.ts";
import { costsCredits, GIVE_UP_MINUTES, PRIORITY, type SendKind } from "../sending/send-queue.ts";
import { WRITE_AND_READ, WRITE_IN } from "./write-statement.ts";

/** A message to be put at the end of a conversation. What is left out is empty. */
export type NewMessage = {
  type: MessageType;
  content: string;
  /** Of a system line: the sentence that `content` is the English of. */
  contentSaid?: Said;
  caption?: string | null;
  isAgent: boolean;
  status: MessageStatus;
  /** A user's, key's or client's id, or SYSTEM. */
  createdBy: string;
  noteType?: NoteType | null;
  agentId?: string | null;
  aiId?: string | null;
  externalMessageId?: string | null;
  replyToMessageId?: string | null;
  replyContext?: unknown;
  template?: unknown;
  broadcastId?: string | null;
  resendOfId?: string | null;
  /** Written by the business outside the service: there is nothing to send. */
  sentElsewhere?: boolean;
  sourceType?: string | null;
  sourceUrl?: string | null;
  raw?: unknown;
  providerAt?: Date | null;
  /** When it was written, of a message of before; else it is of now. */
  writtenAt?: Date;
  /** A message of ours to an address that its sender named; else it goes where the conversation's client is reached. */
  address?: string | null;
  /** A client's message: their id on the channel, where answers go from now on. */
  clientAddress?: string;
};

/** A message, where it goes, and what follows from it. */
export type MessageWrite = {
  conv: { id: string; clientId: string; integrationId: string };
  /** Left out: a new one. Named by whoever tells of the message in `events`. */
  id?: string;
  message: NewMessage;
  /** As what it is queued for its channel; null: it is not sent. */
  send: SendKind | null;
  /** In this order; WRITTEN_AT stands for the message's time. Whose conversation it is, its row says. */
  events: readonly NewEvent[];
};

/** The same, by itself: it is written only where all that it was decided on still is as it was. */
export type GuardedWrite = MessageWrite & {
  id: string;
  guard: {
    facts: Facts;
    /** Of a message that only an open reply window lets out: what it was open by. */
    lastClientMessageAt?: Date | null;
    /** Of a client's message: by which name they wrote, all their names where they have several, and the channel's secrets as it came. */
    from?: { scope: string; sender: string; names: readonly Identity[] | null; credentials: string };
    /** Of a person's: nothing that they can still undo waits in the conversation. Their draft is emptied. */
    agentId?: string | null;
  };
  /** The caller's Idempotency-Key, under which the message is kept as the answer. */
  key: { callerId: string; key: string; requestHash: Uint8Array } | null;
};

/** Thrown so that all of the transaction is undone: the channel has brought this message before. */
export class Repeated extends Error {}

/** A message as it is told of in the events that are written with it. */
export function asTold(
  { workspaceId, clientId }: { workspaceId: number; clientId: string },
  id: string,
  message: Told,
) {
  const { type, content, isAgent, caption = null, externalMessageId = null } = message;
  const { sourceType = null, sourceUrl = null } = message;
  const body = { type, content, caption, isAgent, externalMessageId, sourceType, sourceUrl };
  return { workspaceId, clientId, id, ...body, createdAt: WRITTEN_AT } as const;
}

type Told = Omit<NewMessage, "status" | "createdBy">;

/**
 * Puts messages at the ends of their conversations, has them sent and tells of them, in one statement however many they are.
 * @param tx the open transaction, in which the conversations' rows are locked, or in order of their ids.
 * @returns the messages as they are stored, in the same order.
 * @throws Repeated when the channel has brought one of these before, by its externalMessageId.
 */
export async function writeMessages(tx: Ctx, writes: readonly MessageWrite[]): Promise<Message[]> {
  if (writes.length === 0) return [];
  const listed = writes.map((write, index) => ({ no: index + 1, ...listedOf(write) }));
  const rows = await storeAll(tx, mendedJson(listed));
  if (writes.some(({ events }) => events.length > 0)) tx.wakes?.add("events");
  if (writes.some(({ send }) => send !== null)) tx.wakes?.add("sends");
  if (writes.some(({ send }) => send === "reply")) tx.wakes?.add("replies");
  const byNo = new Map(rows.map(({ no, hadDraft: _, ...message }) => [no, message]));
  return listed.map(({ no }) => {
    const message = byNo.get(no);
    if (!message) throw new Error("a conversation whose row is locked cannot be missing");
    return message;
  });
}

/** The same of one message. */
export async function writeMessage(tx: Ctx, write: MessageWrite): Promise<Message> {
  const [message] = await writeMessages(tx, [write]);
  if (!message) throw new Error("every message is answered");
  return message;
}

type Stored = Message & { no: number; hadDraft: boolean };

/** As the statements are told of a message. */
export function listedOf({ conv, id = newId(), message, send, events }: MessageWrite) {
  return {
    ...{ convId: conv.id, clientId: conv.clientId, integrationId: conv.integrationId, id },
    ...{ sentElsewhere: false, ...message, trail: requestContextText() },
    ...(send === null
      ? {}
      : { priority: PRIORITY[send], giveUpMinutes: GIVE_UP_MINUTES[send], costsCredits: costsCredits(send) }),
    events: events.map((event, place) => ({ ...event, no: place + 1, id: newId() })),
  };
}

async function storeAll(tx: Ctx, listed: string): Promise<Stored[]> {
  try {
    return await tx.db.$queryRawUnsafe<Stored[]>(WRITE_AND_READ, tx.workspaceId, listed);
  } catch (error) {
    throw isUniqueViolation(error) ? new Repeated() : error;
  }
}

/** What became of a message: as it is stored, but for one that came in. */
export type Written = { message: Message; hadDraft: boolean };

type Ask = { workspaceId: number; write: GuardedWrite; listed: object };

/** Under load the messages of a workspace that come together are written together, each conversation's in order (pitfall 5). */
const commit = writeTogether<Ask, Written | null>({
  laneOf: ({ workspaceId }) => workspaceId,
  keyOf: ({ write }) => write.conv.id,
  uniqueOf: ({ write: { conv, message, key } }) =>
    key
      ? `${key.callerId} ${key.key}`
      : message.externalMessageId
        ? `${conv.integrationId} ${message.externalMessageId}`
        : null,
  write: async (asks) => {
    const isIn = asks.every(({ write }) => !write.message.isAgent);
    const { rows } = await pool().query<Stored>({
      ...(isIn ? { name: "write-in", text: WRITE_IN } : { name: "write", text: WRITE_AND_READ }),
      values: [asks[0]?.workspaceId, mendedJson(asks.map(({ listed }, index) => ({ no: index + 1, ...listed })))],
    });
    if (rows.length > 0) signal(isIn ? ["events"] : ["events", "sends", "replies"], pool());
    const byNo = new Map(rows.map(({ no, hadDraft, ...message }) => [no, { message, hadDraft }]));
    return asks.map((_, index) => byNo.get(index + 1) ?? null);
  },
  sideBySide: 2,
  most: 64,
});

/**
 * Writes a message by itself, if all that it was decided on still is as it was.
 * @returns null when it is not, the channel has brought the message before, or the key was used: then nothing is written.
 */
export async function writeGuarded(workspaceId: number, write: GuardedWrite): Promise<Written | null> {
  const { from, agentId, ...asked } = write.guard;
  const { key } = write;
  const listed = {
    ...{ ...listedOf(write), ...asked, ...from, draftOf: agentId },
    ...(key ? { ...key, requestHash: Buffer.from(key.requestHash).toString("hex") } : {}),
  };
  try {
    return await commit({ workspaceId, write, listed });
  } catch (error) {
    if (isDeadlock(error) || isUniqueViolation(error)) return null;
    throw error;
  }
}
