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

/** For which the end of a conversation can be taken back. */
const UNDO_MS = 10 * 60_000;

/**
 * Takes the end of a conversation back, as an undo and no more: by who ended it, within ten minutes, and while no newer one is open in
 * its place. Stage and tags never left it, and neither did its owner, unless they have left the workspace since. The portal follows; subscribers, who were told ENDING_CONV, hear of it with the next
 * message. One that is open stays as it is.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export const reopenConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string }): Promise<Conversation> => {
    try {
      return await inTransaction(ctx, (tx) => reopenEnded(tx, input.convId, new Date(tx.now.getTime() - UNDO_MS)));
    } catch (error) {
      // Somebody opened one between our look and our writing.
      if (isUniqueViolation(error)) throw placeTaken();
      throw error;
    }
  },
);

/**
 * The same in a transaction that is open.
 * @param since what was ended before is over.
 */
export async function reopenEnded(tx: Ctx, convId: string, since: Date): Promise<Conversation> {
  const { clientId } = await convForActor(tx, convId);
  // The client's row before the conversation's, as everywhere: a merge would move the one that it takes for ended.
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
      "needsResponse" = coalesce((select not m."isAgent" from "Message" m
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
