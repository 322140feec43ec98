import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";

/**
 * Notifies everyone who sees the conversation that a message scheduled for a chosen time was added, changed or removed. A message that
 * only waits for its undo time is private: its writer's devices are notified (notifyAgent) after the transaction.
 * @param tx the transaction of the change.
 */
export async function emitScheduled(
  tx: Ctx,
  { convId, isUndoable }: Pick<ScheduledMessage, "convId" | "isUndoable">,
): Promise<void> {
  if (isUndoable) return;
  const conv = await tx.db.conversation.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: convId } },
    select: { clientId: true, assigneeId: true },
  });
  const { clientId, assigneeId } = conv;
  await emit(tx, { name: "CONV_CHANGED", convId, clientId, assigneeId, prevAssigneeId: assigneeId });
}
