import type { Ctx } from "../ctx.ts";
import { badInput, notFound } from "../errors.ts";
import type { Message } from "../generated/prisma/client.ts";
import type { MessageType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";

/** Limit of agents mentioned in one note. */
const MOST = 20;

/**
 * The agents mentioned in a message, without duplicates.
 * @throws AppError BAD_INPUT unless it is a note; NOT_FOUND for an unknown agent
 */
export async function readMentions(
  ctx: Ctx,
  { type, mentions }: { type: MessageType; mentions?: readonly string[] | null },
): Promise<string[]> {
  const named = [...new Set(mentions ?? [])];
  if (named.length === 0) return named;
  if (type !== "note") throw badInput("mentions", say("inbox.mentionsNote"));
  if (named.length > MOST) throw badInput("mentions", say("inbox.mentionsMost", { count: MOST }));
  const agents = await ctx.db.agent.count({
    where: { workspaceId: ctx.workspaceId, id: { in: named }, deletedAt: null },
  });
  if (agents < named.length) throw notFound("agent");
  return named;
}

/**
 * Stores a note's mentions. The agents are notified after the commit. An agent who may not see the conversation can be mentioned too,
 * and sees the mention once they get access.
 * @param tx the transaction in which the note was stored.
 */
export async function keepMentions(tx: Ctx, note: Message, agentIds: readonly string[]): Promise<void> {
  if (agentIds.length === 0) return;
  const { workspaceId } = tx;
  await tx.db.noteMention.createMany({
    data: agentIds.map((agentId) => ({ workspaceId, messageId: note.id, convId: note.convId, agentId })),
  });
}
