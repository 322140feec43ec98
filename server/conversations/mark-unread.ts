import type { Ctx } from "../ctx.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor } from "./access.ts";
import { personOf } from "./person.ts";
import { notifyAgent } from "./notify-agent.ts";

/**
 * From a message on, the conversation is unread for the viewer again; left out: from the client's last message.
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
 * The same of a conversation that the agent may see; their other devices are told once it is committed.
 * @returns false when the client has written nothing from there on: nothing can be unread.
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
