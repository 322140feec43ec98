import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Integration, SendAttempt, SendQueue } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { isUnderWay } from "./attempt-under-way.ts";

/** The state of a message's sending. */
export type MessageAttempts = {
  /** First to last. */
  nodes: SendAttempt[];
  /** When the next attempt is due. null: there is none, one is running, or the message waits for something else. */
  nextAttemptAt: Date | null;
  /** What blocks the message, besides its time and its turn: "the channel Shop, which is switched off". */
  waitsFor: string | null;
};

/**
 * The attempts of a message.
 * @throws AppError NOT_FOUND
 */
export const listMessageAttempts = verb(
  { may: "USE_CONVS" },
  async (ctx, input: { messageId: string }): Promise<MessageAttempts> => {
    const { workspaceId } = ctx;
    const message = await ctx.db.message.findFirst({
      where: { workspaceId, id: input.messageId, conversation: convsVisibleTo(ctx) },
      include: { queued: true, integration: true, attempts: { orderBy: { attemptNo: "asc" } } },
    });
    if (!message) throw notFound("message");
    const { queued, integration, attempts } = message;
    const isAsking = isUnderWay(attempts.at(-1), ctx.now);
    const waitsFor = queued && !isAsking ? await obstacle(ctx, queued, integration) : null;
    return {
      nodes: attempts,
      nextAttemptAt: queued && !isAsking && waitsFor === null ? queued.nextAttemptAt : null,
      waitsFor,
    };
  },
);

/** Why the claim skips a queued message. Must match claim-statement.ts. */
async function obstacle(ctx: Ctx, queued: SendQueue, integration: Integration): Promise<string | null> {
  const channel = `the channel ${integration.name}`;
  if (integration.state === "disabled" || integration.deletedAt) return `${channel}, which is switched off`;
  if (integration.state === "pending") return `${channel}, which is not set up yet`;
  if (integration.state === "error") {
    return `${channel}, whose provider refuses it${integration.lastError ? `: ${integration.lastError}` : ""}`;
  }
  const { workspaceId, convId, seq, broadcastId } = queued;
  const first = await ctx.db.sendQueue.findFirst({
    where: { workspaceId, convId, seq: { lt: seq }, ...(broadcastId ? {} : { OR: goesBeforeReply(ctx.now) }) },
    select: { seq: true },
  });
  return first ? "an earlier message of this conversation, which goes first" : null;
}

/** An agent's message may overtake a broadcast's message that waits for its next attempt. */
function goesBeforeReply(now: Date) {
  return [{ broadcastId: null }, { leaseToken: { not: null } }, { nextAttemptAt: { lte: now } }];
}
