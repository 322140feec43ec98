import { forbiddenRole, may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { CannedReply, Prisma } from "../generated/prisma/client.ts";

/** The replies that the actor may use: the team's and their own. */
export function repliesOf(ctx: Ctx): Prisma.CannedReplyWhereInput {
  const { actor, workspaceId } = ctx;
  const own = actor.kind === "user" ? [{ ownerId: actor.userId }] : [];
  return { workspaceId, deletedAt: null, OR: [{ ownerId: null }, ...own] };
}

/** @throws AppError NOT_FOUND, also for a colleague's own reply. */
export async function replyForActor(ctx: Ctx, id: string): Promise<CannedReply> {
  const reply = await ctx.db.cannedReply.findFirst({ where: { AND: [repliesOf(ctx), { id }] } });
  if (!reply) throw notFound("reply");
  return reply;
}

/** Everyone may create and change their own replies. The team's need MANAGE_CLIENTS. */
export function mayWrite(ctx: Ctx, isTeam: boolean): void {
  if (isTeam && !may(ctx, "MANAGE_CLIENTS")) throw forbiddenRole(ctx);
}
