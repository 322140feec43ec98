import { takeOnlineAgent } from "../agents/take-online-agent.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { routingOf } from "../integrations/routing.ts";
import { assigneeCandidates, AUTO } from "./assignee.ts";

/** Whom a conversation belongs to: an agent, an assistant, or nobody yet. */
export type Owner = { assigneeId: string | null; aiId: string | null };

export const NOBODY: Owner = { assigneeId: null, aiId: null };

/** The owner of a conversation that opens now (decisions section 4). Agents and assistants that were deleted count as no rule. */
export async function chooseAssignee(
  ctx: Ctx,
  integration: Pick<Integration, "properties">,
  client: { defaultAgentId: string | null; country: string | null },
): Promise<Owner> {
  for (const id of assigneeCandidates(routingOf(integration), client)) {
    if (id === AUTO) return { assigneeId: await takeOnlineAgent(ctx), aiId: null };
    const alive = { where: { workspaceId: ctx.workspaceId, id, deletedAt: null }, select: { id: true } };
    if (await ctx.db.agent.findFirst(alive)) return { assigneeId: id, aiId: null };
    if (await holdAssistant(ctx, id)) return { assigneeId: null, aiId: id };
  }
  return NOBODY;
}

/**
 * Whether the assistant is there to be given a conversation; if so it stays there until the transaction ends (deleteAi waits),
 * so that none is given to one that is gone.
 */
export async function holdAssistant(ctx: Ctx, id: string): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    select id from "Assistant" where "workspaceId" = ${ctx.workspaceId} and id = ${id}::uuid and "deletedAt" is null
    for key share`;
  return rows.length > 0;
}
