import type { Prisma } from "../generated/prisma/client.ts";
import type { AIType } from "../generated/prisma/enums.ts";
import { createdKey, keyset, readPage, toPage, type PageInput } from "../page.ts";
import { containing } from "../text-rules.ts";
import { verb } from "../verb.ts";

export type AIsInput = PageInput & { name?: string | null; type?: AIType | null };

/** The workspace's assistants that match all filters, newest first. */
export const listAis = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: AIsInput, along: { include?: Prisma.AssistantInclude } = {}) => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const where: Prisma.AssistantWhereInput = {
      workspaceId: ctx.workspaceId,
      deletedAt: null,
      ...(input.name ? { name: containing(input.name) } : {}),
      ...(input.type ? { type: input.type } : {}),
    };
    const rows = await ctx.db.assistant.findMany({ where: { AND: [where, after] }, orderBy, take, ...along });
    return toPage(rows, size, createdKey, () => ctx.db.assistant.count({ where }));
  },
);
