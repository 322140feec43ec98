import type { Ctx } from "../ctx.ts";
import type { Whose } from "../messages/forget-words.ts";

/**
 * Deletes what identifies the contact from conversations: addresses, thread and order number, drafts, scheduled messages and the undo
 * data of bulk actions. Queued downloads of these contacts' pictures are dropped. `forgetWords` handles the messages.
 * @param tx the open transaction, in which the conversations have ended.
 */
export async function forgetConvFacts(tx: Ctx, { clientIds, convIds }: Whose): Promise<void> {
  const { workspaceId } = tx;
  await tx.db.mediaCopy.deleteMany({ where: { workspaceId, clientId: { in: [...clientIds] } } });
  const inConvs = { workspaceId, convId: { in: [...convIds] } };
  await tx.db.draft.deleteMany({ where: inConvs });
  await tx.db.scheduledMessage.deleteMany({ where: inConvs });
  await tx.db.$executeRaw`
    update "BulkActionItem" set "before" = null, error = null, "errorSaid" = null
    where "workspaceId" = ${workspaceId} and "convId" = any (${[...convIds]}::uuid[]) and "doneAt" is not null`;
  await tx.db.conversation.updateMany({
    where: { workspaceId, id: inConvs.convId },
    data: {
      externalConversationId: null,
      clientAddress: null,
      orderNo: null,
      ratingComment: null,
      aiId: null,
      // Drops an answer that an assistant is writing at this moment.
      ownerVersion: { increment: 1 },
    },
  });
}

/** Deletes the filters of finished bulk actions that contain one of these words. */
export async function forgetBulkFilters(ctx: Ctx, words: readonly string[]): Promise<void> {
  await ctx.db.$executeRaw`
    update "BulkAction" a set filter = null
    where a."workspaceId" = ${ctx.workspaceId} and a."completedAt" is not null and a.filter is not null
      and exists (select from unnest(${[...words]}::text[]) w where position(lower(w) in lower(a.filter::text)) > 0)`;
}
