import { rulesOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Conversation, Integration } from "../generated/prisma/client.ts";
import type { ReadReceipts } from "../integrations/read-receipts.ts";
import { enqueue } from "../work/queue.ts";

type Place = { conv: Conversation; integration: Pick<Integration, "type" | "readReceipts"> };

/**
 * Shows the contact that all their messages were read, if the channel's setting asks for it at this moment and its provider
 * supports it, unless another app answers them. A job does this in the background, once per last message. Of two concurrent calls, only one notifies.
 */
export async function notifyRead(ctx: Ctx, { conv, integration }: Place, when: ReadReceipts): Promise<Conversation> {
  if (integration.readReceipts !== when || conv.otherAppSince) return conv;
  const { workspaceId } = ctx;
  const last = await ctx.db.message.findFirst({
    where: { workspaceId, convId: conv.id, isAgent: false },
    orderBy: { seq: "desc" },
    select: { id: true, seq: true, externalMessageId: true },
  });
  if (!last || last.seq <= conv.readToldSeq) return conv;
  return inTransaction(ctx, async (tx) => {
    const [told] = await tx.db.conversation.updateManyAndReturn({
      where: { workspaceId, id: conv.id, readToldSeq: { lt: last.seq } },
      data: { readToldSeq: last.seq },
    });
    if (!told) return conv;
    // A web chat's visitor receives this through the event log.
    const { clientId, assigneeId } = told;
    await emit(tx, { name: "CONV_CHANGED", convId: told.id, clientId, assigneeId, prevAssigneeId: assigneeId });
    if (
      last.externalMessageId !== null &&
      rulesOf(integration.type, conv.externalConversationId).gestures.includes("read")
    ) {
      await enqueue(tx, "send-gesture", { workspaceId, messageId: last.id, kind: "read" });
    }
    return told;
  });
}
