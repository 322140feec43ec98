import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { stageOr404 } from "../tags/access.ts";
import { optionalLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { lockConvForActor } from "./access.ts";
import { addSystemNote } from "../messages/system-note.ts";

/** A missing field keeps its value; null empties it. */
export type PatchConvInput = {
  convId: string;
  integrationId: string;
  stageId?: string | null;
  orderNo?: string | null;
};

/**
 * Sets stage and order number, also on ended conversations.
 * @throws AppError NOT_FOUND (conversation, or a stageId that is no tag of type convStage), BAD_INPUT
 */
export const patchConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: PatchConvInput): Promise<Conversation> => {
    const orderNo = optionalLine("orderNo", input.orderNo);
    return inTransaction(ctx, async (tx) => {
      const conv = await lockConvForActor(tx, input.convId, input.integrationId);
      return patchHeldConv(tx, conv, { stageId: input.stageId, orderNo });
    });
  },
);

/** Like patchConv, for a locked conversation. An undefined field keeps its value. */
export async function patchHeldConv(
  tx: Ctx,
  conv: Conversation,
  { stageId, orderNo }: { stageId?: string | null | undefined; orderNo?: string | null | undefined },
): Promise<Conversation> {
  const isNewStage = stageId !== undefined && stageId !== conv.stageId;
  const isNewOrderNo = orderNo !== undefined && orderNo !== conv.orderNo;
  if (!isNewStage && !isNewOrderNo) return conv;
  let noteId: string | undefined;
  if (isNewStage) {
    const stage = stageId ? (await stageOr404(tx, "convStage", { id: stageId })).tag : null;
    noteId = (await addSystemNote(tx, conv, stage === null ? say("line.stageRemoved") : say("line.stage", { stage })))
      .id;
  }
  const patched = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: { ...(isNewStage ? { stageId } : {}), ...(isNewOrderNo ? { orderNo } : {}) },
  });
  await emit(tx, {
    name: "CONV_CHANGED",
    convId: conv.id,
    clientId: conv.clientId,
    ...(noteId ? { messageId: noteId } : {}),
    // The same agent before and after: otherwise an agent who cannot see the conversation would be notified that it was just taken away.
    assigneeId: conv.assigneeId,
    prevAssigneeId: conv.assigneeId,
  });
  return patched;
}
