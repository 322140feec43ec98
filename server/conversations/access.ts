import { convScope, seesPlayground, visibleConvSql } from "../auth/conv-scope.ts";
import { may } from "../auth/permissions.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";

/**
 * Which conversations the actor may see and act on (contract.md, Workspace key against agent-linked key).
 * With MANAGE_CONVS: all. Without: those of the actor's own agent and unassigned ones.
 * The inbox never shows the playground's. Every read and mutation of the inbox must use this rule.
 */
export function convsVisibleTo(ctx: Ctx): Prisma.ConversationWhereInput {
  return { workspaceId: ctx.workspaceId, ...convScope(ctx) };
}

/** The same rule as disjoint parts. For each part, an index holds the conversations in list order. */
export function visibleConvParts(ctx: Ctx): Prisma.Sql[] {
  if (may(ctx, "MANAGE_CONVS")) return [visibleConvSql(ctx)];
  const real = seesPlayground(ctx) ? Prisma.empty : Prisma.sql`and not c."isPlayground"`;
  const agentId = actorAgentId(ctx.actor);
  return [
    Prisma.sql`c."workspaceId" = ${ctx.workspaceId} ${real} and c."assigneeId" is null`,
    ...(agentId
      ? [Prisma.sql`c."workspaceId" = ${ctx.workspaceId} ${real} and c."assigneeId" = ${agentId}::uuid`]
      : []),
  ];
}

/**
 * The conversation if the actor may act on it.
 * @param integrationId if the operation also names the channel, it must be the conversation's channel.
 * @throws AppError NOT_FOUND. The wording does not reveal whether the conversation is missing or hidden.
 */
export async function convForActor(ctx: Ctx, convId: string, integrationId?: string): Promise<Conversation> {
  const conv = await ctx.db.conversation.findFirst({
    where: { AND: [convsVisibleTo(ctx), { id: convId, ...(integrationId ? { integrationId } : {}) }] },
  });
  if (!conv) throw notFound("conversation");
  return conv;
}

/**
 * Refuses an action that puts a conversation away while the contact has written what the caller has not seen.
 * @param conv locked, so that nothing arrives meanwhile.
 * @param seenSeq the newest message that the caller has seen. Left out: the caller does not ask for the check.
 * @throws AppError CONFLICT
 */
export async function checkSeen(tx: Ctx, conv: Conversation, seenSeq: number | null | undefined): Promise<void> {
  if (seenSeq == null || seenSeq >= conv.lastSeq || conv.ended) return;
  const unseen = await tx.db.message.findFirst({
    where: {
      workspaceId: tx.workspaceId,
      convId: conv.id,
      seq: { gt: seenSeq },
      isAgent: false,
      type: { not: "note" },
    },
    select: { id: true },
  });
  if (unseen) throw new AppError("CONFLICT", say("refusal.writtenMeanwhile"));
}

/**
 * Like convForActor, and locks the row until the transaction ends, so that what the caller checks still holds when it writes.
 * @throws AppError NOT_FOUND
 */
export async function lockConvForActor(ctx: Ctx, convId: string, integrationId?: string): Promise<Conversation> {
  const rows = await ctx.db.$queryRaw<Conversation[]>`
    select c.* from "Conversation" c
    where ${visibleConvSql(ctx)} and c.id = ${convId}::uuid
      ${integrationId ? Prisma.sql`and c."integrationId" = ${integrationId}::uuid` : Prisma.empty}
    for no key update`;
  const [conv] = rows;
  if (!conv) throw notFound("conversation");
  return conv;
}
