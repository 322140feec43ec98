import { createdKey, keyset, readPage, toPage, type PageInput } from "../../page.ts";
import { verb } from "../../verb.ts";
import { assistantOr404 } from "../access.ts";

/** The runs of an assistant's evals, newest first. */
export const listEvalRuns = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: PageInput & { aiId: string }) => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const { id: aiId } = await assistantOr404(ctx, input.aiId);
    const where = { workspaceId: ctx.workspaceId, aiId };
    const rows = await ctx.db.evalRun.findMany({ where: { AND: [where, after] }, orderBy, take });
    return toPage(rows, size, createdKey, () => ctx.db.evalRun.count({ where }));
  },
);
