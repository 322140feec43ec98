import { verb } from "../../verb.ts";
import { assistantOr404 } from "../access.ts";

/**
 * The sources of an assistant's live version and its draft, oldest first, with the results of reading them.
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
