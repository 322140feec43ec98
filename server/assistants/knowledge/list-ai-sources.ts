import { verb } from "../../verb.ts";
import { assistantOr404 } from "../access.ts";

/**
 * What an assistant answers from: the sources that its live version or its draft names, oldest first, with what came of reading them.
 */
export const listAiSources = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: { aiId: string }) => {
    const { id: aiId } = await assistantOr404(ctx, input.aiId);
    return ctx.db.knowledgeSource.findMany({
      where: { workspaceId: ctx.workspaceId, aiId, deletedAt: null },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
  },
);
