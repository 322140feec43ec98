import { notFound } from "../../errors.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { convsVisibleTo } from "../../conversations/access.ts";
import { verb } from "../../verb.ts";

/** A long answer is sent in parts, and its row names only the first. At most this many of the assistant's messages are searched for it. */
const PARTS_MAX = 10;

/**
 * Why an assistant wrote a message, for anyone who may see its conversation: the passages it used and what it did. The prompt is not
 * included, because it contains the assistant's instructions.
 * @throws AppError NOT_FOUND, also for a message that no assistant wrote.
 */
export const getAiAnswerOf = verb(
  { may: "USE_CONVS", plan: "assistants" },
  async (ctx, input: { messageId: string }) => {
    const { workspaceId } = ctx;
    const message = await ctx.db.message.findFirst({
      where: { workspaceId, id: input.messageId, conversation: convsVisibleTo(ctx) },
      select: { id: true, convId: true, seq: true, aiId: true },
    });
    if (!message) throw notFound("message");
    const { convId, seq, aiId } = message;
    const parts =
      aiId === null
        ? [message]
        : await ctx.db.message.findMany({
            where: { workspaceId, convId, aiId, seq: { lte: seq } },
            orderBy: { seq: "desc" },
            take: PARTS_MAX,
            select: { id: true },
          });
    const row = await ctx.db.assistantAnswer.findFirst({
      where: { workspaceId, convId, messageId: { in: parts.map(({ id }) => id) } },
      orderBy: { createdAt: "desc" },
    });
    if (!row) throw notFound("assistantAnswer");
    return { ...row, details: withoutPrompt(row.details) };
  },
);

function withoutPrompt(trace: Prisma.JsonValue): Prisma.JsonValue {
  return typeof trace === "object" && trace !== null ? { ...trace, prompt: [] } : trace;
}
