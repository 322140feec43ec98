import { can } from "../auth/permissions.ts";
import { needsInboxPlan } from "../auth/plan.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { enqueue } from "../jobs/queue.ts";
import { convForActor } from "./access.ts";

/**
 * Somebody has read the client's messages: the provider is told, in the background and once for each last message, where it shows
 * such a thing. Of ended conversations too.
 * @throws AppError NOT_FOUND
 */
export async function markConvRead(ctx: Ctx, input: { convId: string }): Promise<Conversation> {
  can(ctx, "USE_CONVS");
  needsInboxPlan(ctx, "The team inbox");
  const conv = await convForActor(ctx, input.convId);
  const { workspaceId } = ctx;
  const last = await ctx.db.message.findFirst({
    where: { workspaceId, convId: conv.id, isAgent: false },
    orderBy: { seq: "desc" },
    select: { id: true, seq: true, externalMessageId: true, integration: { select: { type: true } } },
  });
  if (!last || last.seq <= conv.readToldSeq) return conv;
  return inTransaction(ctx, async (tx) => {
    // Of two who read at once one tells.
    const [told] = await tx.db.conversation.updateManyAndReturn({
      where: { workspaceId, id: conv.id, readToldSeq: { lt: last.seq } },
      data: { readToldSeq: last.seq },
    });
    if (!told) return conv;
    // A web chat's visitor hears of it from the log.
    const { clientId, assigneeId } = told;
    await emit(tx, { name: "CONV_CHANGED", convId: told.id, clientId, assigneeId, prevAssigneeId: assigneeId });
    if (last.externalMessageId !== null && channelOf(last.integration.type).gestures.includes("read")) {
      await enqueue(tx, "send-gesture", { workspaceId, messageId: last.id, kind: "read" });
    }
    return told;
  });
}
