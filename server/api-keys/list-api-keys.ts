import type { ApiKey } from "../generated/prisma/client.ts";
import { containing } from "../text-rules.ts";
import { verb } from "../verb.ts";

/** The active keys, newest first. */
export const listApiKeys = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, input: { label?: string | null }): Promise<ApiKey[]> => {
    return ctx.db.apiKey.findMany({
      where: {
        workspaceId: ctx.workspaceId,
        deletedAt: null,
        ...(input.label ? { label: containing(input.label) } : {}),
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    });
  },
);
