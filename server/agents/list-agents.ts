import { convScope } from "../auth/conv-scope.ts";
import type { Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { createdKey, keyset, readPage, toPage, type PageInput } from "../page.ts";
import { containing } from "../text-rules.ts";
import { verb } from "../verb.ts";

type AgentsInput = PageInput & {
  /** Only agents of this conversation: its assignee, and everyone who has written in it. */
  conversationId?: string | null;
  name?: string | null;
  surname?: string | null;
  email?: string | null;
};

/** The workspace's agents that match all filters, newest first. */
export const listAgents = verb(
  { may: "USE_CONVS" },
  async (ctx, input: AgentsInput, along: { include?: Prisma.AgentInclude } = {}) => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const where: Prisma.AgentWhereInput = {
      workspaceId: ctx.workspaceId,
      deletedAt: null,
      ...(input.name ? { name: containing(input.name) } : {}),
      ...(input.surname ? { surname: containing(input.surname) } : {}),
      ...(input.email ? { email: containing(input.email) } : {}),
      ...(input.conversationId != null ? { id: { in: await agentsOf(ctx, input.conversationId) } } : {}),
    };
    const rows = await ctx.db.agent.findMany({ where: { AND: [where, after] }, orderBy, take, ...along });
    return toPage(rows, size, createdKey, () => ctx.db.agent.count({ where }));
  },
);

/** The assignee and everyone who has written in the conversation. Empty if the actor may not see it. */
async function agentsOf(ctx: Ctx, id: string): Promise<string[]> {
  const { workspaceId } = ctx;
  const conv = await ctx.db.conversation.findFirst({ where: { AND: [{ workspaceId, id }, convScope(ctx)] } });
  if (!conv) return [];
  const wrote = await ctx.db.message.groupBy({ by: ["agentId"], where: { workspaceId, convId: id } });
  return [conv.assigneeId, ...wrote.map(({ agentId }) => agentId)].filter((agentId) => agentId !== null);
}
