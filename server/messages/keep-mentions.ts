import type { Ctx } from "../ctx.ts";
import { badInput, notFound } from "../errors.ts";
import type { Message } from "../generated/prisma/client.ts";
import type { MessageType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";

/** Agents that one note may name. */
const MOST = 20;

/**
 * Who is named in a message, each once.
 * @throws AppError BAD_INPUT unless it is a note; NOT_FOUND for an agent that there is not
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
 * Keeps who is named in a note; they are told once it is committed. Whoever may not see the conversation is named all the same: it
 * shows to them once they may.
 * @param tx the transaction in which the note was stored.
 */
export async function keepMentions(tx: Ctx, note: Message, agentIds: readonly string[]): Promise<void> {
  if (agentIds.length === 0) return;
  const { workspaceId } = tx;
  await tx.db.noteMention.createMany({
    data: agentIds.map((agentId) => ({ workspaceId, messageId: note.id, convId: note.convId, agentId })),
  });
}
