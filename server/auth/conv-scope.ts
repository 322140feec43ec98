import { actorAgentId } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { may } from "./permissions.ts";

/**
 * Whose conversations the actor may know of, for rooms that only look through a conversation at their own rows: all with
 * MANAGE_CONVS, else those of their agent and those of nobody (contract.md, Authentication).
 */
export function convScope(ctx: Ctx): Prisma.ConversationWhereInput {
  if (may(ctx, "MANAGE_CONVS")) return {};
  const agentId = actorAgentId(ctx.actor);
  return { OR: [{ assigneeId: null }, ...(agentId ? [{ assigneeId: agentId }] : [])] };
}
