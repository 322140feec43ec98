import type { Ctx } from "../ctx.ts";
import { WRITTEN_AT, type NewEvent } from "../events/events.ts";
import type { Ad } from "../channels/ad.ts";
import type { Identity } from "../channels/inbound.ts";
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

/** A message to append to a conversation. Fields that are left out are empty. */
export type NewMessage = {
  type: MessageType;
  content: string;
  /** For a system line: the translatable sentence. `content` is its English text. */
  contentSaid?: Said;
  caption?: string | null;
  isAgent: boolean;
  status: MessageStatus;
  /** The id of a user, key or contact, or SYSTEM. */
  createdBy: string;
  noteType?: NoteType | null;
  agentId?: string | null;
  aiId?: string | null;
  externalMessageId?: string | null;
  replyToMessageId?: string | null;
  replyContext?: unknown;
  template?: unknown;
  /** For a note: the agents mentioned in it, each once. */
  mentions?: readonly string[];
  broadcastId?: string | null;
  resendOfId?: string | null;
  /** Written by the business outside the service: there is nothing to send. */
  sentElsewhere?: boolean;
  writerName?: string | null;
  sourceType?: string | null;
  sourceUrl?: string | null;
  ad?: Ad | null;
  raw?: unknown;
  providerAt?: Date | null;
  /** When an imported message was written. Left out: now. */
  writtenAt?: Date;
  /** The address of an outgoing message, if its sender gave one. Otherwise it goes to the conversation's address of the contact. */
  address?: string | null;
  /** For a contact's message: their id on the channel. Later answers go there. */
  clientAddress?: string;
  /** To another app that answers the contact, from it, or automatic: it changes nothing about whether somebody here must answer. */
  isStandby?: boolean;
};

/** A message, its conversation, and the sends and events that follow from it. */
export type MessageWrite = {
  conv: { id: string; clientId: string; integrationId: string };
  /** Left out: a new one. Set by callers that use the id in `events`. */
  id?: string;
  message: NewMessage;
  /** The kind of send to queue; null: it is not sent. */
  send: SendKind | null;
  /** Emitted in this order. WRITTEN_AT stands for the message's time. The assignee comes from the conversation's row. */
  events: readonly NewEvent[];
};

/** A single write that happens only if everything it was decided on is unchanged. */
export type GuardedWrite = MessageWrite & {
  id: string;
  guard: {
    facts: Facts;
    /** For a message that needs an open reply window: the time that the window was calculated from. */
    lastClientMessageAt?: Date | null;
    /** For a contact's message: the name they wrote under, all names if they have several, and the channel's credentials on arrival. */
    from?: { scope: string; sender: string; names: readonly Identity[] | null; credentials: string };
    /** Of an agent who wrote it: their draft is emptied. A reply requires that they have no undoable message waiting in the conversation. */
    agentId?: string | null;
  };
  /** The caller's Idempotency-Key, under which the message is stored as the answer. */
  key: { callerId: string; key: string; requestHash: Uint8Array } | null;
};

/** Thrown to roll back the transaction: the channel has delivered this message before. */
export class Repeated extends Error {}

/** A message in the shape used by the events that are written with it. */
export function asTold(
  { workspaceId, clientId }: { workspaceId: number; clientId: string },
  id: string,
  message: Told,
) {
  const { type, content, isAgent, caption = null, externalMessageId = null } = message;
  const { sourceType = null, sourceUrl = null, ad = null } = message;
  const body = { type, content, caption, isAgent, externalMessageId, sourceType, sourceUrl, ad };
  return { workspaceId, clientId, id, ...body, createdAt: WRITTEN_AT } as const;
}

type Told = Omit<NewMessage, "status" | "createdBy">;

/**
 * Appends messages to their conversations, queues them and emits their events, in one statement for any number of messages.
 * @param tx the open transaction, in which the conversations' rows are locked, or in order of their ids.
 * @returns the stored messages, in the same order.
 * @throws Repeated if the channel has delivered one of them before, by its externalMessageId.
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

export async function writeMessage(tx: Ctx, write: MessageWrite): Promise<Message> {
  const [message] = await writeMessages(tx, [write]);
  if (!message) throw new Error("every message is answered");
  return message;
}

type Stored = Message & { no: number; hadDraft: boolean };

/** A message as the statements' JSON input. */
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

/** The result of a write. An incoming message is not read back. */
export type Written = { message: Message; hadDraft: boolean };

type Ask = { workspaceId: number; write: GuardedWrite; listed: object };

/** Under load, a workspace's messages that arrive together are written together, in order within each conversation (pitfall 5). */
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
 * Writes a single message if everything it was decided on is unchanged.
 * @returns null if something has changed, the channel has delivered the message before, or the key was used. Then nothing is written.
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
