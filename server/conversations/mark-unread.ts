import type { Ctx } from "../ctx.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor } from "./access.ts";
import { personOf } from "./person.ts";
import { notifyAgent } from "./notify-agent.ts";

/**
 * Marks the conversation unread for the viewer from a message on. Without a message: from the contact's last message.
 * @throws AppError NOT_FOUND
 */
export const markUnread = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string; fromSeq?: number | null }): Promise<Conversation> => {
    const { agentId } = personOf(ctx);
    const conv = await convForActor(ctx, input.convId);
    if (await unreadFrom(ctx, { conv, agentId, fromSeq: input.fromSeq ?? null }))
      notifyAgent(ctx, agentId, "read", conv.id);
    return conv;
  },
);

/**
 * Like markUnread, for a conversation that the agent may see. Notifies the agent's other devices after the commit.
 * @returns false: the contact has written nothing from that message on, so nothing can be unread.
 */
export async function unreadFrom(
  ctx: Ctx,
  { conv, agentId, fromSeq }: { conv: Conversation; agentId: string; fromSeq: number | null },
): Promise<boolean> {
  const { workspaceId } = ctx;
  const from = await ctx.db.message.findFirst({
    where: { workspaceId, convId: conv.id, isAgent: false, ...(fromSeq ? { seq: { gte: fromSeq } } : {}) },
    orderBy: { seq: fromSeq ? "asc" : "desc" },
    select: { seq: true },
  });
  if (!from) return false;
  const lastReadSeq = from.seq - 1;
  await ctx.db.convRead.upsert({
    where: { workspaceId_convId_agentId: { workspaceId, convId: conv.id, agentId } },
    create: { workspaceId, convId: conv.id, agentId, lastReadSeq },
    update: { lastReadSeq, readAt: ctx.now },
  });
  return true;
}
