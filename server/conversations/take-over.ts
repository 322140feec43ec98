import { actorAgentId, type Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { noteAssignment } from "./note-assignment.ts";
import { addSystemNote } from "../messages/system-note.ts";
import { wakeDormant } from "./wake-dormant.ts";

/**
 * Assigns a conversation that an assistant holds, or that is dormant, to the person who writes in it. An assistant's unfinished answer is
 * dropped. A message sent with a workspace key comes from a program and changes nothing.
 * @param tx the open transaction, with the conversation's row locked. Call it before the message is stored.
 * @returns the conversation as it is now.
 */
export async function takeOverByWriting(tx: Ctx, conv: Conversation): Promise<Conversation> {
  const isPerson = tx.actor.kind === "user" || tx.actor.kind === "agentKey";
  return isPerson ? takeOver(tx, conv, actorAgentId(tx.actor), "line.tookOver") : conv;
}

/**
 * The business answered outside of the service: unassigns the conversation, so that no assistant answers too.
 * @param tx the open transaction, with the conversation's row locked.
 */
export async function takeOverFromOutside(tx: Ctx, conv: Conversation): Promise<Conversation> {
  return takeOver(tx, conv, null, "line.answeredOutside");
}

async function takeOver(
  tx: Ctx,
  conv: Conversation,
  agentId: string | null,
  line: "line.tookOver" | "line.answeredOutside",
): Promise<Conversation> {
  if (conv.ended) return conv;
  if (conv.dormant) return wakeDormant(tx, conv, { assigneeId: agentId, aiId: null });
  if (conv.aiId === null) return conv;
  const { workspaceId } = tx;
  const inWorkspace = (id: string) => ({ workspaceId_id: { workspaceId, id } });
  const { name } = await tx.db.assistant.findUniqueOrThrow({
    where: inWorkspace(conv.aiId),
    select: { name: true },
  });
  const owner = { assigneeId: agentId, aiId: null };
  const note = await addSystemNote(tx, conv, say(line, { name }));
  const taken = await tx.db.conversation.update({
    where: inWorkspace(conv.id),
    data: { ...owner, ownerVersion: { increment: 1 } },
  });
  await noteAssignment(tx, conv.id, owner);
  await emit(tx, {
    name: "CONV_CHANGED",
    convId: conv.id,
    clientId: conv.clientId,
    messageId: note.id,
    assigneeId: agentId,
    prevAssigneeId: conv.assigneeId,
  });
  return taken;
}
