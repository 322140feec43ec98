import { takeOnlineAgent } from "../agents/take-online-agent.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { routingOf } from "../integrations/routing.ts";
import { assigneeCandidates, AUTO } from "./assignee.ts";

/** The owner of a conversation: an agent, an assistant, or neither. */
export type Owner = { assigneeId: string | null; aiId: string | null };

export const NOBODY: Owner = { assigneeId: null, aiId: null };

type RoutedClient = { defaultAgentId: string | null; country: string | null };

/** Chooses the owner of a conversation that opens or wakes now. Skips deleted agents and assistants. */
export async function chooseAssignee(
  ctx: Ctx,
  integration: Pick<Integration, "properties">,
  client: RoutedClient,
): Promise<Owner> {
  const candidates = assigneeCandidates(routingOf(integration), client);
  const named = [...new Set(candidates)].filter((id) => id !== AUTO);
  const agents = await aliveAgents(ctx, named);
  const assistants = await holdAssistants(
    ctx,
    named.filter((id) => !agents.has(id)),
  );
  const chosen = candidates.find((id) => id === AUTO || agents.has(id) || assistants.has(id));
  if (chosen === undefined) return NOBODY;
  if (chosen === AUTO) return { assigneeId: await takeOnlineAgent(ctx), aiId: null };
  return agents.has(chosen) ? { assigneeId: chosen, aiId: null } : { assigneeId: null, aiId: chosen };
}

async function aliveAgents(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const alive = await ctx.db.agent.findMany({
    where: { workspaceId: ctx.workspaceId, id: { in: [...ids] }, deletedAt: null },
    select: { id: true },
  });
  return new Set(alive.map(({ id }) => id));
}

/**
 * Returns which of these assistants exist, and locks them until the transaction ends (deleteAi waits).
 * This prevents assigning a conversation to a deleted assistant.
 */
export async function holdAssistants(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const held = await ctx.db.$queryRaw<{ id: string }[]>`
    select id from "Assistant" where "workspaceId" = ${ctx.workspaceId} and id = any(${ids}::uuid[]) and "deletedAt" is null
    order by id for key share`;
  return new Set(held.map(({ id }) => id));
}
