import { createdKey, keyset, readPage, toPage, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";

/** The ledger, newest first; with `messageId`, only the entries of that message. */
export const listCreditEntries = verb(
  { may: "MANAGE_WORKSPACE", plan: "gateway" },
  async (ctx, input: PageInput & { messageId?: string | null }) => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const where = { workspaceId: ctx.workspaceId, ...(input.messageId ? { messageId: input.messageId } : {}) };
    const rows = await ctx.db.creditEntry.findMany({ where: { AND: [where, after] }, orderBy, take });
    return toPage(rows, size, createdKey, () => ctx.db.creditEntry.count({ where }));
  },
);
