import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";

/**
 * Whether a single-use item is used for the first time, across all processes. One statement writes the row that marks it. The row is kept
 * for a day (`forgetIdempotencyKeys`), longer than any such item is valid.
 * @param use the kind of item and its owner.
 */
export async function useOnce(ctx: Ctx, use: string, id: string): Promise<boolean> {
  const { count } = await ctx.db.idempotencyKey.createMany({
    data: [
      {
        workspaceId: ctx.workspaceId,
        callerId: use,
        key: id,
        requestHash: new Uint8Array(),
        response: Prisma.JsonNull,
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}
