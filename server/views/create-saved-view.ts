import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { SavedView } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { personOf } from "../workspaces/person.ts";
import { mayShare, viewIcon, viewName, viewsOf, viewSort } from "./saved-view.ts";
import { viewQuery } from "./view-query.ts";

export type SavedViewCreateInput = {
  name: string;
  /** In the syntax of the inbox's search field. */
  query: string;
  icon?: string | null;
  sort?: string | null;
  /** Shared with the team, which needs MANAGE_CONVS. */
  isShared?: boolean | null;
};

/** Limit of a person's own views and the shared views together. */
const VIEWS_MAX = 50;

/**
 * Saves a filter under a name, after the existing views.
 * @throws AppError BAD_INPUT, FORBIDDEN_ROLE, CONFLICT when there are too many
 */
export const createSavedView = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: SavedViewCreateInput): Promise<SavedView> => {
    const { userId } = personOf(ctx);
    if (input.isShared) mayShare(ctx);
    const data = {
      name: viewName(input.name),
      query: viewQuery(input.query),
      icon: viewIcon(input.icon) ?? null,
      sort: viewSort(input.sort) ?? null,
      ownerId: input.isShared ? null : userId,
      createdBy: userId,
    };
    return inTransaction(ctx, async (tx) => {
      const there = await tx.db.savedView.aggregate({
        where: { AND: [viewsOf(tx, userId), { deletedAt: null }] },
        _count: true,
        _max: { position: true },
      });
      if (there._count >= VIEWS_MAX) throw new AppError("CONFLICT", say("refusal.views", { count: VIEWS_MAX }));
      const position = (there._max.position ?? 0) + 1;
      const view = await tx.db.savedView.create({ data: { workspaceId: tx.workspaceId, ...data, position } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return view;
    });
  },
);
