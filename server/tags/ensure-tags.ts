import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { spellings } from "./access.ts";

/**
 * Adds the values that the tag list does not have yet (decisions section 3), as part of the change that uses them; no
 * permission of its own.
 * @param tx the open transaction.
 */
export async function ensureTags(
  tx: Ctx,
  type: "client" | "message" | "conversation",
  values: string[],
): Promise<void> {
  if (values.length === 0) return;
  const { workspaceId } = tx;
  const known = await tx.db.tag.findMany({
    where: { workspaceId, deletedAt: null, type: { in: spellings(type) }, tag: { in: values } },
    select: { tag: true },
  });
  const missing = values.filter((value) => !known.some(({ tag }) => tag === value));
  if (missing.length === 0) return;
  // Somebody may add the same value at the same time: theirs is as good.
  const added = await tx.db.tag.createMany({
    data: missing.map((tag) => ({ workspaceId, type, tag })),
    skipDuplicates: true,
  });
  if (added.count > 0) await emit(tx, { name: "WORKSPACE_CHANGED" });
}
