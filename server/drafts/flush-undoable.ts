import type { Ctx } from "../ctx.ts";
import { errorColumns } from "../error-columns.ts";
import { AppError } from "../errors.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { sendHeld } from "./send-scheduled.ts";
import { emitScheduled } from "./emit-scheduled.ts";

/**
 * Sends an agent's undoable messages of a conversation, in order. The agent writes on, so these must come before their next message.
 * It locks these rows before the conversation's row, as the worker does.
 * @param tx the open transaction of the next message.
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
      // Roll back everything, also the Idempotency-Key, so that the message can be retried. The thread shows the error.
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
 * Sends the actor's undoable messages before they end or reassign the conversation. Afterwards the messages would be refused.
 * @param tx the open transaction, before the conversation's row is locked in it.
 */
export async function flushOwn(tx: Ctx, convId: string): Promise<number> {
  const { actor } = tx;
  if (actor.kind !== "user" || actor.agentId === null) return 0;
  return flushUndoable(tx, { convId, agentId: actor.agentId });
}
