import { actorAgentId, type Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { may } from "./permissions.ts";

/**
 * Whether the actor sees playground data in ordinary operations. Only the service itself does, because it processes playground
 * conversations like any other. Users and keys have separate operations for the playground.
 */
export function seesPlayground(ctx: Ctx): boolean {
  return ctx.actor.kind === "system";
}

/**
 * Conversations that the actor may see, for modules that read their own rows through a conversation. With MANAGE_CONVS: all; otherwise
 * those assigned to the actor's agent and unassigned ones (contract.md, Authentication). Never playground conversations.
 */
export function convScope(ctx: Ctx): Prisma.ConversationWhereInput {
  const real = seesPlayground(ctx) ? {} : { isPlayground: false };
  if (may(ctx, "MANAGE_CONVS")) return real;
  const agentId = actorAgentId(ctx.actor);
  return { ...real, OR: [{ assigneeId: null }, ...(agentId ? [{ assigneeId: agentId }] : [])] };
}

/** The same rule as SQL, for a conversation under the alias `c`, with its workspace. */
export function visibleConvSql(ctx: Ctx): Prisma.Sql {
  const real = seesPlayground(ctx) ? Prisma.empty : Prisma.sql`and not c."isPlayground"`;
  const own = Prisma.sql`c."workspaceId" = ${ctx.workspaceId} ${real}`;
  if (may(ctx, "MANAGE_CONVS")) return own;
  const agentId = actorAgentId(ctx.actor);
  if (!agentId) return Prisma.sql`${own} and c."assigneeId" is null`;
  return Prisma.sql`${own} and (c."assigneeId" is null or c."assigneeId" = ${agentId}::uuid)`;
}
