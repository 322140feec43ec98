import { can } from "../../auth/permissions.ts";
import { needsInboxPlan } from "../../auth/plan.ts";
import type { Ctx } from "../../ctx.ts";
import { assistantOr404 } from "../access.ts";
import { viewSources } from "./source-view.ts";
import type { SourceView } from "./source-view.ts";

/**
 * What an assistant answers from: the sources that its live version or its draft names, oldest first, with what came of reading them.
 * @throws AppError NOT_FOUND
 */
export async function listAiSources(ctx: Ctx, input: { aiId: string }): Promise<SourceView[]> {
  can(ctx, "MANAGE_WORKSPACE");
  needsInboxPlan(ctx, "AI assistants");
  const { id: aiId } = await assistantOr404(ctx, input.aiId);
  const sources = await ctx.db.knowledgeSource.findMany({
    where: { workspaceId: ctx.workspaceId, aiId, deletedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return viewSources(ctx, aiId, sources);
}
