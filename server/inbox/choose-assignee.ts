import { takeOnlineAgent } from "../agents/take-online-agent.ts";
import { takeOnlineAgents } from "../agents/take-online-agents.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { routingOf } from "../integrations/routing.ts";
import { assigneeCandidates, AUTO } from "./assignee.ts";

/** Whom a conversation belongs to: an agent, an assistant, or nobody yet. */
export type Owner = { assigneeId: string | null; aiId: string | null };

export const NOBODY: Owner = { assigneeId: null, aiId: null };

type RoutedClient = { defaultAgentId: string | null; country: string | null };

/** The owner of a conversation that opens now (decisions section 4). Agents and assistants that were deleted count as no rule. */
export async function chooseAssignee(
  ctx: Ctx,
  integration: Pick<Integration, "properties">,
  client: RoutedClient,
): Promise<Owner> {
  const [owner = NOBODY] = await chooseAssignees(ctx, integration, [client]);
  return owner;
}

/** The owners of one conversation for each of these clients, which open together, in the same order. */
export async function chooseAssignees(
  ctx: Ctx,
  integration: Pick<Integration, "properties">,
  clients: readonly RoutedClient[],
): Promise<Owner[]> {
  const routing = routingOf(integration);
  const candidates = clients.map((client) => assigneeCandidates(routing, client));
  const named = [...new Set(candidates.flat())].filter((id) => id !== AUTO);
  const agents = await aliveAgents(ctx, named);
  const assistants = await holdAssistants(
    ctx,
    named.filter((id) => !agents.has(id)),
  );
  const chosen = candidates.map((ids) => ids.find((id) => id === AUTO || agents.has(id) || assistants.has(id)));
  const turns = await takeTurns(ctx, chosen.filter((id) => id === AUTO).length);
  return chosen.map((id) => {
    if (id === undefined) return NOBODY;
    if (id === AUTO) return { assigneeId: turns.shift() ?? null, aiId: null };
    return agents.has(id) ? { assigneeId: id, aiId: null } : { assigneeId: null, aiId: id };
  });
}

/** A single turn waits for nobody; many are shared out exactly. */
async function takeTurns(ctx: Ctx, count: number): Promise<(string | null)[]> {
  return count === 1 ? [await takeOnlineAgent(ctx)] : takeOnlineAgents(ctx, count);
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
 * Those of the assistants that are there to be given a conversation; they stay there until the transaction ends (deleteAi
 * waits), so that none is given to one that is gone.
 */
export async function holdAssistants(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const held = await ctx.db.$queryRaw<{ id: string }[]>`
    select id from "Assistant" where "workspaceId" = ${ctx.workspaceId} and id = any(${ids}::uuid[]) and "deletedAt" is null
    order by id for key share`;
  return new Set(held.map(({ id }) => id));
}
