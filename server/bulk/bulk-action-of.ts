import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { BulkAction } from "../generated/prisma/client.ts";
import { personOf } from "../conversations/person.ts";

/**
 * A bulk action of the signed-in person.
 * @throws AppError NOT_FOUND, also for a colleague's.
 */
export async function bulkActionOf(ctx: Ctx, id: string): Promise<BulkAction> {
  const { userId } = personOf(ctx);
  const bulk = await ctx.db.bulkAction.findFirst({ where: { workspaceId: ctx.workspaceId, id, userId } });
  if (!bulk) throw notFound("bulkAction");
  return bulk;
}
