import { once } from "../auth/idempotency.ts";
import { COMMENT } from "../channels/comments.ts";
import { channelOf } from "../channels/registry.ts";
import { currentClient, holdUnmerged } from "../clients/current-client.ts";
import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Client, Message } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { lockConvForActor } from "../conversations/access.ts";
import { openConv } from "../conversations/open-conv.ts";
import { takeOverByWriting } from "../conversations/take-over.ts";
import { author } from "./accept-message.ts";
import { commentForActor, type Comment } from "./hide-comment.ts";
import { checkContent } from "./message-content.ts";
import { queueMessage } from "./queue-message.ts";
import { reviveMessage } from "./revive.ts";
import { mustBeSendable } from "./sendable.ts";
import { openingOf } from "./send-template.ts";
import { mustBeOwnOrNobodys } from "./send-template-to.ts";
import { addSystemNote } from "./system-note.ts";

/** How long after a comment Meta sends a private answer to it. Source: Meta, "Private Replies". */
const DAYS = 7;

export type AnswerPrivatelyInput = { messageId: string; content: string };

/**
 * Answers a contact's comment by a private message, once and within seven days. It stands in the contact's own conversation on the
 * channel, which goes on when they answer; until then nothing more can be written there. The comments say that it was answered, and need
 * no response if it was the last of them.
 * @param idempotencyKey of the request: the same key and input store one message and get one answer.
 * @throws AppError NOT_FOUND, BAD_INPUT (no contact's comment, or the text), CONFLICT (deleted, too old, answered privately before, or
 * another agent has the conversation), CLIENT_ARCHIVED, CLIENT_OPTED_OUT, CHANNEL_INACTIVE
 */
export const answerPrivately = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: AnswerPrivatelyInput, idempotencyKey: string | null = null): Promise<Message> =>
    once(ctx, { key: idempotencyKey, operation: "answerPrivately", input }, (tx) => store(tx, input), reviveMessage),
);

async function store(tx: Ctx, { messageId, content }: AnswerPrivatelyInput): Promise<Message> {
  const seen = await commentForActor(tx, messageId);
  const message = { type: "text", content: content.toWellFormed(), noteType: null } as const;
  checkContent(message, channelOf(seen.integration.type), new URL(env().APP_URL).origin);
  // The second of two simultaneous answers waits. The contact is locked before the conversation, as everywhere, to prevent deadlocks.
  const client = await currentClient(tx, seen.client);
  await holdUnmerged(tx, client.id);
  await lockConvForActor(tx, seen.convId);
  const comment = await commentForActor(tx, messageId);
  const { integration } = comment;
  await mustBeAnswerable(tx, comment, client);
  const place = { client, integration, externalConversationId: null };
  const { conv, opened } = await openConv(tx, place, openingOf(tx));
  if (!opened) mustBeOwnOrNobodys(tx, conv);
  // The comment permits it, as a template is permitted: the contact need not have written here.
  mustBeSendable({ conv, integration, client }, tx.now, { isTemplate: true });
  const taken = opened ? conv : await takeOverByWriting(tx, conv);
  const { type } = message;
  const sent = await queueMessage(
    tx,
    { conv: taken, integration, client },
    { type, content: message.content, address: COMMENT + comment.externalMessageId, ...author(tx) },
    { kind: "reply", opened },
  );
  await noteAnswered(tx, comment);
  return sent;
}

/** A private answer to the last comment is an answer to the comments, too: the contact waits no longer. */
async function noteAnswered(tx: Ctx, { conversation: conv, seq }: Comment): Promise<void> {
  const { workspaceId } = tx;
  const note = await addSystemNote(tx, conv, say("line.answeredPrivately"));
  const where = { workspaceId, convId: conv.id, isAgent: false, type: { not: "note" }, seq: { gt: seq } } as const;
  if ((await tx.db.message.count({ where })) === 0) {
    await tx.db.conversation.update({
      where: { workspaceId_id: { workspaceId, id: conv.id } },
      data: { needsResponse: false },
    });
  }
  const { assigneeId } = conv;
  const about = { convId: conv.id, clientId: conv.clientId, messageId: note.id };
  await emit(tx, { name: "CONV_CHANGED", ...about, assigneeId, prevAssigneeId: assigneeId });
}

/** @throws AppError CONFLICT */
async function mustBeAnswerable(
  { db, workspaceId, now }: Ctx,
  comment: Comment,
  { id: clientId }: Client,
): Promise<void> {
  const { integrationId, externalMessageId, providerAt, createdAt } = comment;
  const age = now.getTime() - (providerAt ?? createdAt).getTime();
  if (age > DAYS * 86_400_000) throw new AppError("CONFLICT", say("refusal.commentOld", { days: DAYS }));
  const address = COMMENT + externalMessageId;
  const before = await db.message.findFirst({
    where: { workspaceId, clientId, createdAt: { gte: createdAt }, integrationId, address, status: { not: "failed" } },
    select: { id: true },
  });
  if (before) throw new AppError("CONFLICT", say("refusal.answeredPrivately"));
}
