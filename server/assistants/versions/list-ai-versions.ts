import { createdKey, keyset, readPage, toPage, type PageInput } from "../../page.ts";
import { verb } from "../../verb.ts";
import { assistantOr404 } from "../access.ts";

/** The versions of an assistant, newest first: the draft, the live version and past ones. */
export const listAiVersions = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: PageInput & { aiId: string }) => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const { id: aiId } = await assistantOr404(ctx, input.aiId);
    const where = { workspaceId: ctx.workspaceId, aiId };
    const rows = await ctx.db.assistantVersion.findMany({ where: { AND: [where, after] }, orderBy, take });
    return toPage(rows, size, createdKey, () => ctx.db.assistantVersion.count({ where }));
  },
);
