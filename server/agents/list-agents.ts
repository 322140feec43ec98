import { convScope } from "../auth/conv-scope.ts";
import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { createdKey, keyset, readPage, toPage } from "../page.ts";
import type { Page, PageInput } from "../page.ts";
import { containing } from "../text-rules.ts";
import { withPresence } from "./agent-row.ts";
import type { AgentRow } from "./agent-row.ts";

export type AgentsInput = PageInput & {
  /** The agents of this conversation: who has it, and who has written in it. */
  conversationId?: string | null;
  name?: string | null;
  surname?: string | null;
  email?: string | null;
};

/** The workspace's agents that match all filters, newest first. */
export async function listAgents(ctx: Ctx, input: AgentsInput): Promise<Page<AgentRow>> {
  can(ctx, "USE_CONVS");
  const { size, take, cursor } = readPage(input);
  const { orderBy, after } = keyset(cursor);
  const where: Prisma.AgentWhereInput = {
    workspaceId: ctx.workspaceId,
    deletedAt: null,
    ...(input.name ? { name: containing(input.name) } : {}),
    ...(input.surname ? { surname: containing(input.surname) } : {}),
    ...(input.email ? { email: containing(input.email) } : {}),
    ...(input.conversationId != null ? { AND: ofConversation(ctx, input.conversationId) } : {}),
  };
  const rows = await ctx.db.agent.findMany({ where: { AND: [where, after] }, orderBy, take });
  return toPage(withPresence(ctx, rows), size, createdKey, () => ctx.db.agent.count({ where }));
}

function ofConversation(ctx: Ctx, id: string): Prisma.AgentWhereInput {
  const visible = { AND: [{ id }, convScope(ctx)] };
  return { OR: [{ conversations: { some: visible } }, { messages: { some: { convId: id, conversation: visible } } }] };
}
