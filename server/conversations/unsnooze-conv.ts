import { actorAgentId, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { lockConvForActor } from "./access.ts";
import { addSystemNote } from "../messages/system-note.ts";

/**
 * Ends a conversation's snooze early, both the team's and the caller's own. It returns to its place in the lists. A conversation that is
 * not snoozed stays as it is.
 * @throws AppError NOT_FOUND
 */
export const unsnoozeConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string }): Promise<Conversation> => {
    return inTransaction(ctx, async (tx) => unsnoozeHeldConv(tx, await lockConvForActor(tx, input.convId)));
  },
);

/** Like unsnoozeConv, for a locked conversation. */
export async function unsnoozeHeldConv(tx: Ctx, conv: Conversation): Promise<Conversation> {
  const { workspaceId } = tx;
  const { id: convId, clientId, assigneeId } = conv;
  const agentId = actorAgentId(tx.actor);
  const own = agentId === null ? null : await tx.db.convSnooze.deleteMany({ where: { workspaceId, convId, agentId } });
  const changed = { name: "CONV_CHANGED", convId, clientId, assigneeId, prevAssigneeId: assigneeId } as const;
  if (conv.snoozedAt === null) {
    if (own && own.count > 0) await emit(tx, changed);
    return conv;
  }
  const note = await addSystemNote(tx, conv, say("line.snoozeEnded"));
  const awake = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId, id: convId } },
    data: { snoozedAt: null, snoozedUntil: null, snoozedBy: null },
  });
  await emit(tx, { ...changed, messageId: note.id });
  return awake;
}
