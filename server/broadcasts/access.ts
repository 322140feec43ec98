import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Broadcast } from "../generated/prisma/client.ts";

/** @throws AppError NOT_FOUND, also when the broadcast belongs to another workspace. */
export async function broadcastOr404(ctx: Ctx, id: string): Promise<Broadcast> {
  const broadcast = await ctx.db.broadcast.findUnique({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } },
  });
  if (!broadcast) throw notFound("broadcast");
  return broadcast;
}
