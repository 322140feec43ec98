import { forgetMessagesOfCredits } from "../credits/message-credit.ts";
import type { Ctx } from "../ctx.ts";
import { discardUploads } from "../uploads/discard-uploads.ts";

/** Messages deleted per transaction. Kept small so that locks are short and readers of the event log do not wait. */
const MESSAGES_AT_ONCE = 2_000;

/**
 * Deletes conversations with everything in them except their contacts. Each call deletes a batch of the oldest messages; the last batch
 * also deletes the conversations. References to these messages (replies, resends, drafts, credits) are removed.
 * @param tx the open transaction, in which the conversations are locked and the assistants' records of them are already deleted.
 * @returns true: the conversations are gone. false: there is more to delete in the next transaction.
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
