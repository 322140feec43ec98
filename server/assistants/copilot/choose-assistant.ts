import type { Ctx } from "../../ctx.ts";
import { AppError } from "../../errors.ts";
import type { Assistant, Conversation } from "../../generated/prisma/client.ts";
import { routingOf } from "../../integrations/routing.ts";
import { say } from "../../say.ts";
import { assistantOr404 } from "../access.ts";

const FIRST_MADE = [{ createdAt: "asc" }, { id: "asc" }] as const;

/**
 * Whom an agent's copilot asks in a conversation: the assistant that was chosen; else the one that has the conversation; else the one
 * that its channel begins with; else the workspace's first built-in one, then its first one. Null: the workspace has none.
 * @throws AppError NOT_FOUND for a chosen one that there is not.
 */
export async function findCopilot(ctx: Ctx, conv: Conversation, aiId: string | null): Promise<Assistant | null> {
  if (aiId !== null) return assistantOr404(ctx, aiId);
  const { workspaceId } = ctx;
  const channel = await ctx.db.integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: conv.integrationId } },
    select: { properties: true },
  });
  const { assigneeId = null } = routingOf(channel);
  const ids = [conv.aiId, assigneeId].filter((id) => id !== null);
  const named = await ctx.db.assistant.findMany({ where: { workspaceId, id: { in: ids }, deletedAt: null } });
  const inOrder = ids.flatMap((id) => named.find((assistant) => assistant.id === id) ?? []);
  if (inOrder[0]) return inOrder[0];
  const live = { workspaceId, deletedAt: null };
  const orderBy = [...FIRST_MADE];
  return (
    (await ctx.db.assistant.findFirst({ where: { ...live, type: "builtIn" }, orderBy })) ??
    (await ctx.db.assistant.findFirst({ where: live, orderBy }))
  );
}

/**
 * The same, where there must be one.
 * @throws AppError NOT_FOUND, CONFLICT when the workspace has no assistant.
 */
export async function copilotOf(ctx: Ctx, conv: Conversation, aiId: string | null): Promise<Assistant> {
  const ai = await findCopilot(ctx, conv, aiId);
  if (!ai) throw new AppError("CONFLICT", say("refusal.noAssistant"));
  return ai;
}
