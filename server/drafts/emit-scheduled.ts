import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";

/**
 * Says that a scheduled message has come, changed or gone to all who see the conversation, where its time was chosen. One that only
 * waits for its undo time is its writer's own affair: their devices are told (notifyAgent) after the transaction.
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
