import type { SavedView } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { personOf } from "../workspaces/person.ts";
import { viewsOf } from "./saved-view.ts";

/** The viewer's own saved views and the shared ones, in their order. */
export const listSavedViews = verb({ may: "USE_CONVS", plan: "inbox" }, async (ctx): Promise<SavedView[]> => {
  return ctx.db.savedView.findMany({
    where: { AND: [viewsOf(ctx, personOf(ctx).userId), { deletedAt: null }] },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
});
