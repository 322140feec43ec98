import { forgetMessagesOfCredits } from "../credits/message-credit.ts";
import type { Ctx } from "../ctx.ts";
import { discardUploads } from "../uploads/discard-uploads.ts";

/** Messages of one transaction: nobody waits long for its locks, and no reader of the event log for its end. */
const MESSAGES_AT_ONCE = 2_000;

/**
 * Deletes conversations with everything in them but their clients: the oldest messages first, so many at once, and the conversations
 * themselves with the last of them. What others say of these messages (replies, resends, drafts, credits) forgets them.
 * @param tx the open transaction, in which the conversations are locked and what assistants did there is gone already.
 * @returns whether they are gone; else there is more to delete, in the next transaction.
 */
export async function forgetConvs(tx: Ctx, convIds: readonly string[]): Promise<boolean> {
  const { workspaceId } = tx;
  const inConvs = { workspaceId, convId: { in: [...convIds] } };
  const messages = await tx.db.message.findMany({
    where: inConvs,
    select: { id: true, type: true, content: true },
    orderBy: [{ convId: "asc" }, { seq: "asc" }],
    take: MESSAGES_AT_ONCE,
  });
  await forgetMessages(tx, messages);
  if (messages.length === MESSAGES_AT_ONCE) return false;
  await tx.db.convRead.deleteMany({ where: inConvs });
  await tx.db.convSnooze.deleteMany({ where: inConvs });
  await tx.db.scheduledMessage.deleteMany({ where: inConvs });
  await tx.db.draft.deleteMany({ where: inConvs });
  await tx.db.bulkActionItem.deleteMany({ where: inConvs });
  await tx.db.convAssignment.deleteMany({ where: inConvs });
  await tx.db.conversation.deleteMany({ where: { workspaceId, id: inConvs.convId } });
  return true;
}

const FILES: readonly string[] = ["image", "audio", "video", "document"];

async function forgetMessages(
  tx: Ctx,
  messages: readonly { id: string; type: string; content: string }[],
): Promise<void> {
  const { workspaceId } = tx;
  const ids = messages.map(({ id }) => id);
  const ofMessages = { where: { workspaceId, messageId: { in: ids } } };
  const files = messages.filter(({ type }) => FILES.includes(type)).map(({ content }) => content);
  await tx.db.mediaCopy.deleteMany(ofMessages);
  await discardUploads(tx, files);
  await tx.db.noteMention.deleteMany(ofMessages);
  await tx.db.messageReaction.deleteMany(ofMessages);
  await tx.db.messageVersion.deleteMany(ofMessages);
  await tx.db.sendAttempt.deleteMany(ofMessages);
  await forgetMessagesOfCredits(tx, ids);
  const forgotten = { in: ids };
  await tx.db.message.updateMany({
    where: { workspaceId, replyToMessageId: forgotten },
    data: { replyToMessageId: null },
  });
  await tx.db.message.updateMany({ where: { workspaceId, resendOfId: forgotten }, data: { resendOfId: null } });
  await tx.db.draft.updateMany({
    where: { workspaceId, replyToMessageId: forgotten },
    data: { replyToMessageId: null },
  });
  await tx.db.scheduledMessage.updateMany({
    where: { workspaceId, sentMessageId: forgotten },
    data: { sentMessageId: null },
  });
  await tx.db.message.deleteMany({ where: { workspaceId, id: forgotten } });
}
