import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import type { Owner } from "./choose-assignee.ts";
import { noteAssignment } from "./note-assignment.ts";

/**
 * Makes a dormant conversation an ordinary one, because the contact answered or a person wrote in it by hand. Sets the new owner in the
 * same statement, so that no list shows the conversation without one.
 * @param tx the open transaction, with the conversation's row locked.
 */
export async function wakeDormant(tx: Ctx, conv: Conversation, owner: Owner): Promise<Conversation> {
  const woken = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: { dormant: false, ...owner, ownerVersion: { increment: 1 } },
  });
  if (owner.aiId) tx.wakes?.add("turns");
  await noteAssignment(tx, conv.id, owner);
  await emit(tx, {
    name: "CONV_CHANGED",
    convId: conv.id,
    clientId: conv.clientId,
    assigneeId: owner.assigneeId,
    prevAssigneeId: conv.assigneeId,
  });
  return woken;
}
