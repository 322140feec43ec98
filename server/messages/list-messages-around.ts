import { badInput, notFound } from "../errors.ts";
import type { Message } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";

export type MessagesAroundInput = {
  convId: string;
  messageId: string;
  /** How many messages before and after the given one, 0..50 each. */
  before: number;
  after: number;
};

/** A gapless range of a conversation; `nodes` are oldest first. */
export type MessagesAround = { nodes: Message[]; hasOlder: boolean; hasNewer: boolean };

const MOST = 50;

/**
 * A message with the ones before and after it in its conversation, by seq. Each direction is one range of the index on (convId, seq),
 * so the cost does not depend on the length of the conversation.
 * @throws AppError NOT_FOUND, also if the message belongs to another conversation; BAD_INPUT if before or after is out of range.
 */
export const listMessagesAround = verb(
  { may: "USE_CONVS" },
  async (ctx, input: MessagesAroundInput): Promise<MessagesAround> => {
    const { convId, messageId } = input;
    const before = readCount("before", input.before);
    const after = readCount("after", input.after);
    const { workspaceId, db } = ctx;
    const message = await db.message.findFirst({
      where: { workspaceId, id: messageId, convId, conversation: convsVisibleTo(ctx) },
    });
    if (!message) throw notFound("message");
    const { seq } = message;
    const older = await db.message.findMany({
      where: { workspaceId, convId, seq: { lt: seq } },
      orderBy: { seq: "desc" },
      take: before + 1,
    });
    const newer = await db.message.findMany({
      where: { workspaceId, convId, seq: { gt: seq } },
      orderBy: { seq: "asc" },
      take: after + 1,
    });
    return {
      nodes: [...older.slice(0, before).reverse(), message, ...newer.slice(0, after)],
      hasOlder: older.length > before,
      hasNewer: newer.length > after,
    };
  },
);

function readCount(name: "before" | "after", count: number): number {
  if (!Number.isInteger(count) || count < 0 || count > MOST)
    throw badInput(name, say("inbox.range", { field: name, min: 0, max: MOST }));
  return count;
}
