import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { addSystemNote } from "../messages/system-note.ts";
import { say, type Said } from "../say.ts";
import type { Owner } from "./choose-assignee.ts";
import { noteAssignment } from "./note-assignment.ts";

/**
 * Another app answers the contact at the provider from now on, so nobody here needs to. A person keeps the conversation, an assistant
 * leaves it. Where another app answers already, nothing changes.
 * @param tx the open transaction, with the conversation's row locked.
 * @param at when the provider said so. If the contact has written to us since, or another app has stopped since, it came late and
 *   nothing changes.
 */
export async function giveToOtherApp(tx: Ctx, conv: Conversation, at: Date): Promise<Conversation> {
  if (conv.ended || conv.otherAppSince || isBefore(at, conv.lastClientMessageAt) || isBefore(at, conv.otherAppUntil)) {
    return conv;
  }
  const note = await addSystemNote(tx, conv, say("line.otherApp"));
  const { assigneeId } = conv;
  const given = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: {
      otherAppSince: at,
      needsResponse: false,
      dormant: false,
      ...(conv.aiId === null ? {} : { aiId: null, ownerVersion: { increment: 1 } }),
    },
  });
  const about = { convId: conv.id, clientId: conv.clientId, messageId: note.id };
  await emit(tx, { name: "CONV_CHANGED", ...about, assigneeId, prevAssigneeId: assigneeId });
  return given;
}

function isBefore(at: Date, other: Date | null): boolean {
  return other !== null && at < other;
}

/**
 * No other app answers any more. The conversation needs an answer if the contact wrote last, and gets this owner if it has none.
 * @param tx the open transaction, with the conversation's row locked.
 * @param at when it ended, by the provider's clock.
 * @param line the thread's line about it.
 */
export async function takeFromOtherApp(
  tx: Ctx,
  conv: Conversation,
  { at, owner, line }: { at: Date; owner: Owner; line: Said },
): Promise<Conversation> {
  const note = await addSystemNote(tx, conv, line);
  const isOwned = conv.assigneeId !== null || conv.ended;
  const next = isOwned ? { assigneeId: conv.assigneeId, aiId: null } : owner;
  const last = await tx.db.message.findFirst({
    where: { workspaceId: tx.workspaceId, convId: conv.id, type: { not: "note" } },
    orderBy: { seq: "desc" },
    select: { isAgent: true },
  });
  const taken = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: {
      otherAppSince: null,
      otherAppUntil: at,
      needsResponse: !conv.ended && last?.isAgent === false,
      ...(isOwned ? {} : { ...next, ownerVersion: { increment: 1 } }),
    },
  });
  if (!isOwned) await noteAssignment(tx, conv.id, next);
  if (next.aiId) tx.wakes?.add("turns");
  const about = { convId: conv.id, clientId: conv.clientId, messageId: note.id };
  await emit(tx, {
    name: "CONV_CHANGED",
    ...about,
    assigneeId: next.assigneeId,
    prevAssigneeId: conv.assigneeId,
  });
  return taken;
}
