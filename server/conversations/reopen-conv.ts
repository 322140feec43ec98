import { holdUnmerged } from "../clients/current-client.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { verb } from "../verb.ts";
import { convForActor, lockConvForActor } from "./access.ts";
import { addSystemNote } from "../messages/system-note.ts";

/** How long the end of a conversation can be undone. */
const UNDO_MS = 10 * 60_000;

/**
 * Undoes the end of a conversation. Only the person who ended it can do so, within ten minutes, and only while no newer conversation is
 * open in its place. It keeps its stage, its tags and its owner, unless the owner has left the workspace since. The portal updates at
 * once. Webhook subscribers, who have received ENDING_CONV, learn of it with the next message. An open conversation stays as it is.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export const reopenConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string }): Promise<Conversation> => {
    try {
      return await inTransaction(ctx, (tx) => reopenEnded(tx, input.convId, new Date(tx.now.getTime() - UNDO_MS)));
    } catch (error) {
      // Another call has opened one between the check and the write.
      if (isUniqueViolation(error)) throw placeTaken();
      throw error;
    }
  },
);

/**
 * Like reopenConv, in an open transaction.
 * @param since a conversation that ended before this time cannot be reopened.
 */
export async function reopenEnded(tx: Ctx, convId: string, since: Date): Promise<Conversation> {
  const { clientId } = await convForActor(tx, convId);
  // Lock the contact before the conversation, as everywhere. Otherwise a concurrent merge would move the conversation as an ended one.
  await holdUnmerged(tx, clientId);
  const conv = await lockConvForActor(tx, convId);
  if (!conv.ended) return conv;
  if (conv.endedBy !== actorId(tx.actor)) throw conflict(say("refusal.reopenOther"));
  if (conv.endedAt === null || conv.endedAt < since) throw conflict(say("refusal.reopenLate"));
  const [reopened] = await tx.db.$queryRaw<Conversation[]>`
    update "Conversation" c set ended = false, "endedAt" = null, "endedBy" = null,
      "assigneeId" = (select a.id from "Agent" a
        where a."workspaceId" = c."workspaceId" and a.id = c."assigneeId" and a."deletedAt" is null),
      "aiId" = (select a.id from "Assistant" a where a."workspaceId" = c."workspaceId" and a.id = c."aiId" and a."deletedAt" is null),
      "needsResponse" = c."otherAppSince" is null and coalesce((select not m."isAgent" from "Message" m
        where m."workspaceId" = c."workspaceId" and m."convId" = c.id and m.type <> 'note' order by m.seq desc limit 1), false)
    where c."workspaceId" = ${tx.workspaceId} and c.id = ${conv.id}::uuid and not exists (
      select 1 from "Conversation" o
      where o."workspaceId" = c."workspaceId" and o."clientId" = c."clientId" and o."integrationId" = c."integrationId"
        and coalesce(o."externalConversationId", '') = coalesce(c."externalConversationId", '') and not o.ended)
    returning c.*`;
  if (!reopened) throw placeTaken();
  if (reopened.aiId !== null) tx.wakes?.add("turns");
  const { assigneeId } = reopened;
  const hasLeft = assigneeId !== conv.assigneeId || reopened.aiId !== conv.aiId;
  const line = hasLeft ? say("line.reopenedUnowned") : say("line.reopened");
  const note = await addSystemNote(tx, conv, line);
  await emit(tx, {
    name: "CONV_CHANGED",
    convId,
    clientId,
    messageId: note.id,
    assigneeId,
    prevAssigneeId: conv.assigneeId,
  });
  return reopened;
}

function conflict(why: Said): AppError {
  return new AppError("CONFLICT", say("refusal.reopen", { why }));
}

function placeTaken(): AppError {
  return conflict(say("refusal.reopenNewer"));
}
