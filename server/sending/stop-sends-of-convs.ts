import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Said } from "../say.ts";
import { raiseStatus } from "./update-message-status.ts";

/** Messages stopped per transaction. */
const BATCH = 50;

/**
 * Removes the queued messages of these conversations from their queue. They fail with `error`. An attempt that is running now finishes.
 * @param ctx outside a transaction.
 * @returns whether no message is queued any more.
 */
export async function stopSendsOfConvs(ctx: Ctx, convIds: readonly string[], error: Said): Promise<boolean> {
  let stopped: number;
  do {
    stopped = await inTransaction(ctx, (tx) => stopBatch(tx, convIds, error));
  } while (stopped === BATCH);
  const inConvs = { workspaceId: ctx.workspaceId, convId: { in: [...convIds] } };
  return (await ctx.db.sendQueue.count({ where: inConvs })) === 0;
}

// Materialized: as a plain subquery, the planner could run it, and lock its rows, once per row of the queue.
async function stopBatch(tx: Ctx, convIds: readonly string[], error: Said): Promise<number> {
  const sends = await tx.db.$queryRaw<{ messageId: string }[]>`
    with idle as materialized (
      select s."messageId" from "SendQueue" s
      where s."workspaceId" = ${tx.workspaceId} and s."convId" = any (${[...convIds]}::uuid[])
        and (s."leaseUntil" is null or s."leaseUntil" < now())
      limit ${BATCH} for update of s skip locked
    )
    delete from "SendQueue" q using idle
    where q."workspaceId" = ${tx.workspaceId} and q."messageId" = idle."messageId"
    returning q."messageId"`;
  for (const { messageId } of sends) await raiseStatus(tx, { messageId, status: "failed", at: null, error });
  return sends.length;
}
