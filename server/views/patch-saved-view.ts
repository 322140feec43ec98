import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { SavedView } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { notEmptied } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { personOf } from "../workspaces/person.ts";
import { changeableView, mayShare, viewIcon, viewName, viewSort } from "./saved-view.ts";
import { viewQuery } from "./view-query.ts";

export type SavedViewPatchInput = {
  id: string;
  name?: string | null;
  query?: string | null;
  icon?: string | null;
  sort?: string | null;
  isShared?: boolean | null;
  isCounted?: boolean | null;
  /** false restores a deleted view. */
  isDeleted?: boolean | null;
};

/**
 * Changes a saved view. Fields that are left out stay. A deletion can be undone.
 * @throws AppError NOT_FOUND, FORBIDDEN_ROLE for a shared view without MANAGE_CONVS, BAD_INPUT, CONFLICT when a view that someone
 * else created is to be unshared
 */
export const patchSavedView = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: SavedViewPatchInput): Promise<SavedView> => {
    const view = await changeableView(ctx, input.id);
    const name = notEmptied("name", input.name);
    const query = notEmptied("query", input.query);
    const isShared = notEmptied("isShared", input.isShared);
    const isCounted = notEmptied("isCounted", input.isCounted);
    const isDeleted = notEmptied("isDeleted", input.isDeleted);
    const icon = viewIcon(input.icon);
    const sort = viewSort(input.sort);
    if (isShared) mayShare(ctx);
    const { userId } = personOf(ctx);
    // The view would become its creator's own and disappear for the person who unshared it.
    if (isShared === false && view.ownerId === null && view.createdBy !== userId)
      throw new AppError("CONFLICT", say("refusal.viewMaker"));
    return inTransaction(ctx, async (tx) => {
      const patched = await tx.db.savedView.update({
        where: { workspaceId_id: { workspaceId: tx.workspaceId, id: view.id } },
        data: {
          ...(name !== undefined ? { name: viewName(name) } : {}),
          ...(query !== undefined ? { query: viewQuery(query) } : {}),
          ...(icon !== undefined ? { icon } : {}),
          ...(sort !== undefined ? { sort } : {}),
          ...(isShared !== undefined ? { ownerId: isShared ? null : userId } : {}),
          ...(isCounted !== undefined ? { isCounted } : {}),
          ...(isDeleted !== undefined ? { deletedAt: isDeleted ? (view.deletedAt ?? tx.now) : null } : {}),
        },
      });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return patched;
    });
  },
);
