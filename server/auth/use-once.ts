import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";

/**
 * Whether something that may be used once is used for the first time, by whichever process: the row that says so is written by one
 * statement, and kept for a day (`forgetIdempotencyKeys`), longer than anything of the kind holds.
 * @param use what it is and whose.
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
