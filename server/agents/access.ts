import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Agent } from "../generated/prisma/client.ts";

export async function agentOr404(ctx: Ctx, id: string): Promise<Agent> {
  const agent = await findAgent(ctx, id);
  if (!agent) throw notFound("agent");
  return agent;
}

/** The agent, or null for callers that have their own error. */
export async function findAgent(ctx: Ctx, id: string): Promise<Agent | null> {
  return ctx.db.agent.findFirst({ where: { workspaceId: ctx.workspaceId, id, deletedAt: null } });
}
