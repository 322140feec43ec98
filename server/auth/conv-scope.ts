import { actorAgentId, type Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { may } from "./permissions.ts";

/**
 * Whether the actor comes across what the playground made, in whatever room they look: only the service itself does, which works
 * there as in any conversation. People and keys have the playground's own operations.
 */
export function seesPlayground(ctx: Ctx): boolean {
  return ctx.actor.kind === "system";
}

/**
 * Whose conversations the actor may know of, for rooms that only look through a conversation at their own rows: all with
 * MANAGE_CONVS, else those of their agent and those of nobody (contract.md, Authentication). Never the playground's.
 */
export function convScope(ctx: Ctx): Prisma.ConversationWhereInput {
  const real = seesPlayground(ctx) ? {} : { isPlayground: false };
  if (may(ctx, "MANAGE_CONVS")) return real;
  const agentId = actorAgentId(ctx.actor);
  return { ...real, OR: [{ assigneeId: null }, ...(agentId ? [{ assigneeId: agentId }] : [])] };
}
