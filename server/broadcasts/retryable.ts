import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import { say } from "../say.ts";

/**
 * Refuses a broadcast that cannot be retried.
 * @returns how many recipients failed, counted up to `most`.
 * @throws AppError CONFLICT: it is not over, has no failures, or was already retried (the error names the retry)
 */
export async function mustBeRetryable(ctx: Ctx, { id, state }: Broadcast, most = 1): Promise<number> {
  if (state !== "completed" && state !== "failed") {
    throw new AppError("CONFLICT", say("broadcasts.notOver", { state }));
  }
  const retry = await ctx.db.broadcast.findFirst({
    where: { workspaceId: ctx.workspaceId, retryOfId: id },
    select: { id: true, name: true },
  });
  if (retry) {
    throw new AppError("CONFLICT", say("broadcasts.retriedAlready", retry));
  }
  const failed = await countFailed(ctx, id, most);
  if (failed === 0) throw new AppError("CONFLICT", say("broadcasts.nobodyFailed"));
  return failed;
}

/** The limit keeps the transaction of a retry short when very many recipients failed. */
async function countFailed({ db, workspaceId }: Ctx, id: string, most: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (
      select from "BroadcastRecipient" where "workspaceId" = ${workspaceId} and "broadcastId" = ${id}::uuid and error is not null
      union all
      select from "Message" where "workspaceId" = ${workspaceId} and "broadcastId" = ${id}::uuid and status = 'failed'
      limit ${most}) failed`;
  return row?.count ?? 0;
}
