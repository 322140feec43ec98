import type { Ctx } from "../ctx.ts";
import { errorColumns } from "../error-columns.ts";
import { AppError } from "../errors.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { sendHeld } from "./send-scheduled.ts";
import { emitScheduled } from "./emit-scheduled.ts";

/**
 * Sends what an agent wrote in a conversation and can still undo, in its order: they write on, so what comes next must come after it.
 * The rows are locked before the conversation is, as the worker does it.
 * @param tx the open transaction of the message that comes next.
 * @returns how many there were.
 */
export async function flushUndoable(
  tx: Ctx,
  { convId, agentId }: { convId: string; agentId: string },
): Promise<number> {
  const rows = await tx.db.$queryRaw<ScheduledMessage[]>`
    select * from "ScheduledMessage"
    where "workspaceId" = ${tx.workspaceId} and "convId" = ${convId}::uuid and state = 'waiting' and "agentId" = ${agentId}::uuid
      and "isUndoable"
    order by "sendAt", "createdAt", id
    for update`;
  for (const row of rows) {
    await tx.db.$executeRaw`savepoint undoable`;
    try {
      await sendHeld(tx, row);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Nothing of it stays, its Idempotency-Key neither: it can be tried again. Why is to be read in the thread.
      await tx.db.$executeRaw`rollback to savepoint undoable`;
      await tx.db.scheduledMessage.updateMany({
        where: { workspaceId: row.workspaceId, id: row.id },
        data: { state: "failed", ...errorColumns(error.said), leaseToken: null, leaseUntil: null },
      });
      await emitScheduled(tx, row);
    }
  }
  return rows.length;
}

/**
 * The same for the person who acts, before they end the conversation or give it away: what they sent would be refused afterwards.
 * @param tx the open transaction, before the conversation's row is locked in it.
 */
export async function flushOwn(tx: Ctx, convId: string): Promise<number> {
  const { actor } = tx;
  if (actor.kind !== "user" || actor.agentId === null) return 0;
  return flushUndoable(tx, { convId, agentId: actor.agentId });
}
