import { inTransaction } from "../db.ts";
import { badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { SavedView } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { listSavedViews } from "./list-saved-views.ts";
import { changeableView } from "./saved-view.ts";

const IDS_MAX = 100;

/**
 * Sets the order of saved views. Views that are not given stay in place, and so do shared ones without MANAGE_CONVS.
 * @throws AppError NOT_FOUND when a given view is not the viewer's to change
 */
export const orderSavedViews = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { ids: readonly string[] }): Promise<SavedView[]> => {
    if (input.ids.length > IDS_MAX) throw badInput("ids", say("inbox.idsMost", { count: IDS_MAX }));
    return inTransaction(ctx, async (tx) => {
      const views = await Promise.all([...new Set(input.ids)].map((id) => changeableView(tx, id)));
      for (const [index, { id }] of views.entries()) {
        const where = { workspaceId_id: { workspaceId: tx.workspaceId, id } };
        await tx.db.savedView.update({ where, data: { position: index + 1 } });
      }
      if (views.length > 0) await emit(tx, { name: "WORKSPACE_CHANGED" });
      return listSavedViews(tx);
    });
  },
);
