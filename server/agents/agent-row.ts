import type { Ctx } from "../ctx.ts";
import type { Agent } from "../generated/prisma/client.ts";

/** An agent as the portal shows it. */
export type AgentRow = Agent & {
  /** The portal's live stream gave a sign of life within the last minute. */
  isOnline: boolean;
  /** Open conversations the agent has; counted only when asked, for all agents of a list at once. */
  openConversations: () => Promise<number>;
};

const ONLINE_MS = 60_000;

/** Adds what is worked out from other rows to agents of a list. */
export function withPresence(ctx: Ctx, agents: Agent[]): AgentRow[] {
  let counts: Promise<Map<string, number>> | null = null;
  return agents.map((agent) => ({
    ...agent,
    isOnline: agent.lastSeenAt !== null && ctx.now.getTime() - agent.lastSeenAt.getTime() < ONLINE_MS,
    openConversations: async () => {
      counts ??= countOpen(
        ctx,
        agents.map(({ id }) => id),
      );
      return (await counts).get(agent.id) ?? 0;
    },
  }));
}

export function withPresenceOfOne(ctx: Ctx, agent: Agent): AgentRow {
  const [row] = withPresence(ctx, [agent]);
  if (!row) throw new Error("one agent in, one out");
  return row;
}

async function countOpen(ctx: Ctx, agentIds: string[]): Promise<Map<string, number>> {
  const groups = await ctx.db.conversation.groupBy({
    by: ["assigneeId"],
    where: { workspaceId: ctx.workspaceId, ended: false, assigneeId: { in: agentIds } },
    _count: true,
  });
  return new Map(groups.flatMap((group) => (group.assigneeId ? [[group.assigneeId, group._count] as const] : [])));
}
