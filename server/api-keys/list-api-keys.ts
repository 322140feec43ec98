import { containing } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { maskedKey } from "./key-record.ts";
import type { KeyRecord } from "./key-record.ts";

/** The keys that hold, newest first, masked. */
export const listApiKeys = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, input: { label?: string | null }): Promise<KeyRecord[]> => {
    const rows = await ctx.db.apiKey.findMany({
      where: {
        workspaceId: ctx.workspaceId,
        deletedAt: null,
        ...(input.label ? { label: containing(input.label) } : {}),
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    });
    return rows.map(maskedKey);
  },
);
