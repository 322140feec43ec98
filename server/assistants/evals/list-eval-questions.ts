import { createdKey, keyset, readPage, toPage, type PageInput } from "../../page.ts";
import { containing } from "../../text-rules.ts";
import { verb } from "../../verb.ts";
import { assistantOr404 } from "../access.ts";

/** The golden questions of an assistant, newest first. */
export const listEvalQuestions = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: PageInput & { aiId: string; search?: string | null }) => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const { id: aiId } = await assistantOr404(ctx, input.aiId);
    const search = input.search?.trim();
    const where = {
      workspaceId: ctx.workspaceId,
      aiId,
      deletedAt: null,
      ...(search ? { question: containing(search) } : {}),
    };
    const rows = await ctx.db.evalQuestion.findMany({ where: { AND: [where, after] }, orderBy, take });
    return toPage(rows, size, createdKey, () => ctx.db.evalQuestion.count({ where }));
  },
);
