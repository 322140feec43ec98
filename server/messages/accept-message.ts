import { once } from "../auth/idempotency.ts";
import { channelOf } from "../channels/registry.ts";
import { actorAgentId, actorId, type Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import { badInput, notFound } from "../errors.ts";
import { convEvent } from "../events/events.ts";
import type { Conversation, Message } from "../generated/prisma/client.ts";
import type { MessageType, NoteType } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { say } from "../say.ts";
import { mediaMustBeThere } from "../uploads/fetchable-media.ts";
import { mediaMustFit } from "../uploads/media-must-fit.ts";
import { convForActor, lockConvForActor } from "../conversations/access.ts";
import { checkContent } from "./message-content.ts";
import { queueMessage } from "./queue-message.ts";
import { keepMentions, readMentions } from "./keep-mentions.ts";
import { reviveMessage } from "./revive.ts";
import { mustBeSendable, placeOf, type Place } from "./sendable.ts";
import { takeOverByWriting } from "../conversations/take-over.ts";
import { asTold, writeMessage } from "./write-messages.ts";

export type AddMessageInput = {
  /** If given, it must be the conversation's channel. The same holds for every input that names a conversation by `convId`. */
  integrationId?: string;
  convId: string;
  content: string;
  type: MessageType;
  /** The text sent with a file, if the channel supports one. */
  caption?: string | null;
  noteType?: NoteType | null;
  replyToMessageId?: string | null;
  /** For a note: the agents mentioned in it. They are notified. */
  mentions?: string[] | null;
};

/**
 * What addMessage does after the permission check. Scheduled messages use it too.
 * @param key the same key and input store one message and get one answer.
 * @throws AppError as addMessage does
 */
export async function acceptMessage(ctx: Ctx, input: AddMessageInput, key: string | null): Promise<Message> {
  return once(ctx, { key, operation: "addMessage", input }, (tx) => storeMessage(tx, input), reviveMessage);
}

/**
 * Stores a message and queues it, without an idempotency check.
 * @param ctx in a transaction.
 * @throws AppError as addMessage does
 */
export async function storeMessage(ctx: Ctx, input: AddMessageInput): Promise<Message> {
  // Run every check that needs no lock before the conversation's row is locked.
  const unlocked = await convForActor(ctx, input.convId, input.integrationId);
  const place = await placeOf(ctx, unlocked);
  const { type, content } = input;
  const noteType = type === "note" ? (input.noteType ?? "internal") : (input.noteType ?? null);
  const caption = input.caption?.trim() ? input.caption.toWellFormed() : null;
  const outgoing = { type, content, noteType, caption, replyToMessageId: input.replyToMessageId ?? null };
  const mentions = await readMentions(ctx, input);
  checkContent(outgoing, channelOf(place.integration.type), new URL(env().APP_URL).origin);
  await mediaMustBeThere(ctx, { type, content });
  await mediaMustFit(ctx, place.integration.type, { type, content });

  const conv = await lockConvForActor(ctx, input.convId, input.integrationId);
  const replyToMessageId = input.replyToMessageId ? await messageIn(ctx, conv, input.replyToMessageId) : null;
  const written = { type, content: content.toWellFormed(), caption, noteType, replyToMessageId, ...author(ctx) };
  if (type === "note") return addNote(ctx, { ...place, conv }, written, mentions);
  mustBeSendable({ ...place, conv }, ctx.now);
  const taken = await takeOverByWriting(ctx, conv);
  return queueMessage(ctx, { ...place, conv: taken }, written, { kind: "reply" });
}

async function addNote(
  ctx: Ctx,
  place: Place,
  note: Parameters<typeof queueMessage>[2],
  mentions: readonly string[],
): Promise<Message> {
  const { conv } = place;
  const id = newId();
  const message = { ...note, isAgent: true, status: "delivered" } as const;
  const events = [convEvent("OUTGOING_MESSAGE", { ...place, message: asTold(conv, id, message) })];
  const stored = await writeMessage(ctx, { conv, id, message, send: null, events });
  await keepMentions(ctx, stored, mentions);
  return stored;
}

/** The message's author. A user or an agent-linked key writes as its agent. A workspace key has no agent. */
export function author(ctx: Ctx): { agentId: string | null; createdBy: string } {
  return { agentId: actorAgentId(ctx.actor), createdBy: actorId(ctx.actor) };
}

/** @throws AppError NOT_FOUND, BAD_INPUT for a note */
export async function messageIn(ctx: Ctx, conv: Pick<Conversation, "id">, id: string): Promise<string> {
  const message = await ctx.db.message.findFirst({
    where: { workspaceId: ctx.workspaceId, id, convId: conv.id },
    select: { id: true, type: true },
  });
  if (!message) throw notFound("repliedMessage");
  if (message.type === "note") throw badInput("replyToMessageId", say("inbox.noteReply"));
  return message.id;
}
