import { audit, type AuditFacts } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { badInput, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Tag } from "../generated/prisma/client.ts";
import type { TagColor } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { LONG_LINE_MAX, optionalLine } from "../text-rules.ts";
import { verb } from "../verb.ts";

type TagPatch = { id: string; order?: number | null; description?: string | null; color?: TagColor | null };

export type TagBulkPatchInput = { patches: TagPatch[] };

const PATCHES_MAX = 500;

/**
 * Changes order, description and color of many tags, all or none. Fields that are left out stay; null empties them.
 * @throws AppError NOT_FOUND when any of them is missing; then nothing is changed.
 */
export const bulkPatchTags = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: TagBulkPatchInput) => {
    if (input.patches.length > PATCHES_MAX) throw badInput("patches", say("inbox.patchesMost", { count: PATCHES_MAX }));
    const patches = input.patches.map(({ id, order, description, color }, index) => ({
      id,
      data: {
        ...(order !== undefined ? { order } : {}),
        ...(color !== undefined ? { color } : {}),
        ...(description !== undefined
          ? { description: optionalLine(`patches.${index}.description`, description, LONG_LINE_MAX) ?? null }
          : {}),
      },
    }));
    // One order in every call. Otherwise two calls could deadlock.
    patches.sort((a, b) => (a.id < b.id ? -1 : 1));
    return inTransaction(ctx, async (tx) => {
      const where = { workspaceId: tx.workspaceId, id: { in: patches.map(({ id }) => id) }, deletedAt: null };
      const before = await tx.db.tag.findMany({ where, orderBy: { id: "asc" } });
      for (const { id, data } of patches) {
        const changed = await tx.db.tag.updateMany({
          where: { workspaceId: tx.workspaceId, id, deletedAt: null },
          data,
        });
        if (changed.count === 0) throw notFound("tag");
      }
      if (patches.length > 0) {
        const after = await tx.db.tag.findMany({ where, orderBy: { id: "asc" } });
        await audit(tx, "bulkPatchTags", null, { before: facts(before), after: facts(after) });
        await emit(tx, { name: "WORKSPACE_CHANGED" });
      }
      return true;
    });
  },
);

function facts(tags: Tag[]): AuditFacts {
  return { tags: tags.map(({ id, tag, order, description, color }) => ({ id, tag, order, description, color })) };
}
