import { rulesOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import { badInput, notFound } from "../errors.ts";
import type { IntegrationType, MessageType, NoteType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { mediaMustBeThere } from "../uploads/fetchable-media.ts";
import { mediaMustFit } from "../uploads/media-must-fit.ts";
import { checkContent } from "./message-content.ts";

/** Limit of agents mentioned in one note. */
const MOST_MENTIONS = 20;

type OutgoingInput = {
  content: string;
  type: MessageType;
  /** The text sent with a file, if the channel supports one. */
  caption?: string | null;
  noteType?: NoteType | null;
  replyToMessageId?: string | null;
  /** For a note: the agents mentioned in it. They are notified. */
  mentions?: string[] | null;
};

export type AddMessageInput = OutgoingInput & {
  /** If given, it must be the conversation's channel. The same holds for every input that names a conversation by `convId`. */
  integrationId?: string;
  convId: string;
};

/** A message of an agent or a key, as it is checked, planned and stored. */
export type OutgoingMessage = ReturnType<typeof readOutgoing>;

/** Fills in what the input leaves out. A note is internal unless its input says otherwise. */
export function readOutgoing({ type, content, caption, noteType, replyToMessageId, mentions }: OutgoingInput) {
  return {
    ...{ type, content: content.toWellFormed(), caption: caption?.trim() ? caption.toWellFormed() : null },
    noteType: type === "note" ? (noteType ?? "internal") : (noteType ?? null),
    replyToMessageId: replyToMessageId ?? null,
    mentions: [...new Set(mentions ?? [])],
  };
}

/**
 * Checks a message's content against the rules of its channel, and that what it refers to exists: the message it answers, its file, the
 * agents mentioned in it.
 * @throws AppError BAD_INPUT, NOT_FOUND
 */
export async function checkOutgoing(
  ctx: Ctx,
  { convId, channel, thread }: { convId: string; channel: IntegrationType; thread: string | null },
  message: OutgoingMessage,
): Promise<void> {
  checkContent(message, rulesOf(channel, thread), new URL(env().APP_URL).origin);
  await checkMentions(ctx, message);
  if (message.replyToMessageId !== null) await mustBeRepliable(ctx, convId, message.replyToMessageId);
  const upload = await mediaMustBeThere(ctx, message);
  await mediaMustFit(ctx, channel, message, upload);
}

/** An agent who may not see the conversation can be mentioned too, and sees the mention once they get access. */
async function checkMentions(ctx: Ctx, { type, mentions }: OutgoingMessage): Promise<void> {
  if (mentions.length === 0) return;
  if (type !== "note") throw badInput("mentions", say("inbox.mentionsNote"));
  if (mentions.length > MOST_MENTIONS) throw badInput("mentions", say("inbox.mentionsMost", { count: MOST_MENTIONS }));
  const agents = await ctx.db.agent.count({
    where: { workspaceId: ctx.workspaceId, id: { in: mentions }, deletedAt: null },
  });
  if (agents < mentions.length) throw notFound("agent");
}

async function mustBeRepliable(ctx: Ctx, convId: string, id: string): Promise<void> {
  const message = await ctx.db.message.findFirst({
    where: { workspaceId: ctx.workspaceId, id, convId },
    select: { type: true },
  });
  if (!message) throw notFound("repliedMessage");
  if (message.type === "note") throw badInput("replyToMessageId", say("inbox.noteReply"));
}
