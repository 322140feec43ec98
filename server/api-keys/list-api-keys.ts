import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { containing } from "../text-rules.ts";
import { maskedKey } from "./key-record.ts";
import type { KeyRecord } from "./key-record.ts";

/** The keys that hold, newest first, masked. */
export async function listApiKeys(ctx: Ctx, input: { label?: string | null }): Promise<KeyRecord[]> {
  can(ctx, "MANAGE_WORKSPACE");
  const rows = await ctx.db.apiKey.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      deletedAt: null,
      ...(input.label ? { label: containing(input.label) } : {}),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map(maskedKey);
}
