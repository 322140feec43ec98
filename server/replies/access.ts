import { forbiddenRole, may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { CannedReply, Prisma } from "../generated/prisma/client.ts";

/** The replies that the actor may use: the team's, and a person's own. */
export function repliesOf(ctx: Ctx): Prisma.CannedReplyWhereInput {
  const { actor, workspaceId } = ctx;
  const own = actor.kind === "user" ? [{ ownerId: actor.userId }] : [];
  return { workspaceId, deletedAt: null, OR: [{ ownerId: null }, ...own] };
}

/** @throws AppError NOT_FOUND, for a colleague's own too. */
export async function replyForActor(ctx: Ctx, id: string): Promise<CannedReply> {
  const reply = await ctx.db.cannedReply.findFirst({ where: { AND: [repliesOf(ctx), { id }] } });
  if (!reply) throw notFound("reply");
  return reply;
}

/**
 * One's own replies are everybody's to make and change; the team's are for those who look after its contacts and tags.
 */
export function mayWrite(ctx: Ctx, isTeam: boolean): void {
  if (isTeam && !may(ctx, "MANAGE_CLIENTS")) throw forbiddenRole(ctx);
}
