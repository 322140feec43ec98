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
    if (await ctx.db.assistant.findFirst(alive)) return { assigneeId: null, aiId: id };
  }
  return NOBODY;
}
