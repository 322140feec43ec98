import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import type { Ctx } from "../ctx.ts";
import type { SavedView } from "../generated/prisma/client.ts";
import { personOf } from "../workspaces/person.ts";
import { viewsOf } from "./saved-view.ts";

/** The viewer's saved views and everybody's, in their order. */
export async function listSavedViews(ctx: Ctx): Promise<SavedView[]> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  return ctx.db.savedView.findMany({
    where: { AND: [viewsOf(ctx, personOf(ctx).userId), { deletedAt: null }] },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
}
