import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { say } from "../say.ts";
import { raiseStatus } from "./update-message-status.ts";

/** Messages stopped per transaction. Kept small so that readers of the event log do not wait long. */
const BATCH = 50;

/**
 * Removes a broadcast's messages from their channel's queue. They fail, with the reason that they were stopped. An attempt that is
 * running now finishes; if it leads to a retry, the next call stops it.
 */
export async function stopBroadcastSends(ctx: Ctx, broadcast: { id: string }): Promise<void> {
  let stopped: number;
  do {
    stopped = await inTransaction(ctx, (tx) => stopBatch(tx, broadcast));
  } while (stopped === BATCH);
}

// Materialized: as a plain subquery, the planner could run it, and lock its rows, once per row of the queue.
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
  // The next messages of their conversations may be sent.
  if (sends.length > 0) tx.wakes?.add("sends");
  return sends.length;
}
