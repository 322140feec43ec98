import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { say } from "../say.ts";
import { raiseStatus } from "./update-message-status.ts";

/** Messages stopped in one transaction: few enough that no reader of the event log waits long for it. */
const BATCH = 50;

/**
 * Takes a broadcast's messages out of their channel's queue: they become failed, and say that they were stopped. What is being
 * asked of the provider at this moment is left to its outcome; should that be another try, the next call stops it.
 */
export async function stopBroadcastSends(ctx: Ctx, broadcast: { id: string }): Promise<void> {
  let stopped: number;
  do {
    stopped = await inTransaction(ctx, (tx) => stopBatch(tx, broadcast));
  } while (stopped === BATCH);
}

// Materialized: as a subquery it could be run, and its rows locked, once for every row of the queue.
async function stopBatch(tx: Ctx, { id }: { id: string }): Promise<number> {
  const sends = await tx.db.$queryRaw<{ messageId: string; attemptNo: number }[]>`
    with idle as materialized (
      select s."messageId" from "SendQueue" s
      where s."workspaceId" = ${tx.workspaceId} and s."broadcastId" = ${id}::uuid and (s."leaseUntil" is null or s."leaseUntil" < now())
      limit ${BATCH} for update of s skip locked
    )
    delete from "SendQueue" q using idle
    where q."workspaceId" = ${tx.workspaceId} and q."messageId" = idle."messageId"
    returning q."messageId", q."attemptNo"`;
  for (const { messageId, attemptNo } of sends) {
    const error = attemptNo === 0 ? say("sending.cancelledBefore") : say("sending.cancelledDuring");
    await raiseStatus(tx, { messageId, status: "failed", at: null, error });
  }
  // What waits behind them in their conversations may go.
  if (sends.length > 0) tx.wakes?.add("sends");
  return sends.length;
}
