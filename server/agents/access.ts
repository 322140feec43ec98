import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Agent } from "../generated/prisma/client.ts";

/**
 * The agent of this id, if it is there to be named.
 * @throws AppError NOT_FOUND, for a deleted one and one of another workspace too.
 */
export async function agentOr404(ctx: Ctx, id: string): Promise<Agent> {
  const agent = await findAgent(ctx, id);
  if (!agent) throw notFound("agent");
  return agent;
}

/** The same for callers with an answer of their own. */
export async function findAgent(ctx: Ctx, id: string): Promise<Agent | null> {
  return ctx.db.agent.findFirst({ where: { workspaceId: ctx.workspaceId, id, deletedAt: null } });
}
