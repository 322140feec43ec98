import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { SendAttempt } from "../generated/prisma/client.ts";
import { convsVisibleTo } from "./access.ts";

/** The tries to hand a message to its provider, first to last, and when the next one is due (null: none is). */
export type MessageAttempts = { nodes: SendAttempt[]; nextAttemptAt: Date | null };

/**
 * What became of a message's sending.
 * @throws AppError NOT_FOUND
 */
export async function listMessageAttempts(ctx: Ctx, input: { messageId: string }): Promise<MessageAttempts> {
  can(ctx, "USE_CONVS");
  const { workspaceId } = ctx;
  const message = await ctx.db.message.findFirst({
    where: { workspaceId, id: input.messageId, conversation: convsVisibleTo(ctx) },
    select: { queued: { select: { nextAttemptAt: true } } },
  });
  if (!message) throw notFound("Message");
  const nodes = await ctx.db.sendAttempt.findMany({
    where: { workspaceId, messageId: input.messageId },
    orderBy: { attemptNo: "asc" },
  });
  return { nodes, nextAttemptAt: message.queued?.nextAttemptAt ?? null };
}
