import { forbiddenRole, may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Prisma, SavedView } from "../generated/prisma/client.ts";
import { optionalLine, requiredLine } from "../text-rules.ts";
import { personOf } from "../workspaces/person.ts";

const NAME_MAX = 60;
const WORD_MAX = 40;

/** A person's views: their own and the shared ones. */
export function viewsOf(ctx: Ctx, userId: string): Prisma.SavedViewWhereInput {
  return { workspaceId: ctx.workspaceId, OR: [{ ownerId: userId }, { ownerId: null }] };
}

/**
 * The view, if the person may change it: their own, or a shared one with MANAGE_CONVS. Without MANAGE_CONVS, the error is the same for
 * every view that is not their own, whether it exists or not.
 * @throws AppError NOT_FOUND, FORBIDDEN_ROLE
 */
export async function changeableView(ctx: Ctx, id: string): Promise<SavedView> {
  // A key has no views of its own, so it can only mean a shared one.
  if (ctx.actor.kind !== "user") mayShare(ctx);
  const { userId } = personOf(ctx);
  const view = await ctx.db.savedView.findFirst({ where: { AND: [viewsOf(ctx, userId), { id }] } });
  if (view?.ownerId !== userId) mayShare(ctx);
  if (!view) throw notFound("view");
  return view;
}

/** @throws AppError FORBIDDEN_ROLE */
export function mayShare(ctx: Ctx): void {
  if (!may(ctx, "MANAGE_CONVS")) throw forbiddenRole(ctx);
}

export const viewName = (name: string) => requiredLine("name", name, NAME_MAX);
export const viewIcon = (icon: string | null | undefined) => optionalLine("icon", icon, WORD_MAX);
export const viewSort = (sort: string | null | undefined) => optionalLine("sort", sort, WORD_MAX);
