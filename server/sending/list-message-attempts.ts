import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Integration, SendAttempt, SendQueue } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { isUnderWay } from "./attempt-under-way.ts";

/** What became of a message's sending. */
export type MessageAttempts = {
  /** First to last. */
  nodes: SendAttempt[];
  /** When the next one is due; null: none is, one is being made, or it waits for something else. */
  nextAttemptAt: Date | null;
  /** What it waits for, other than its time and its turn: "the channel Shop, which is switched off". */
  waitsFor: string | null;
};

/**
 * The delivery ledger of a message.
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

/** What the claim of sends passes a queued message over for (claim-statement.ts). */
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

/** What an agent wrote passes a broadcast's message that waits for another try. */
function goesBeforeReply(now: Date) {
  return [{ broadcastId: null }, { leaseToken: { not: null } }, { nextAttemptAt: { lte: now } }];
}
