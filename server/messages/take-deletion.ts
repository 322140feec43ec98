import type { InboundChange } from "../channels/inbound.ts";
import { nameOfPart } from "../channels/part-names.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { Prisma, type Integration, type Message } from "../generated/prisma/client.ts";
import { enqueue } from "../work/queue.ts";
import { changedMessage, emitMessageChanged } from "./changed-message.ts";
import type { Arrival } from "./not-yet.ts";
import { discardUploads } from "../uploads/discard-uploads.ts";

/**
 * Applies a sender's deletion of a message, with all its parts. The message keeps its place without its content, earlier versions, file,
 * and what assistants wrote down about it.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeDeletion(
  ctx: Ctx,
  integration: Pick<Integration, "id">,
  { externalMessageId, at }: Extract<InboundChange, { kind: "deletion" }>,
  { receivedAt, mayWait }: Arrival,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (let index = 0; ; index++) {
      const name = nameOfPart(externalMessageId, index);
      // Wait only for the first part. The number of parts is unknown.
      const message = await changedMessage(tx, integration, name, { receivedAt, mayWait: mayWait && index === 0 });
      if (!message) return;
      if (!message.removedAt) await empty(tx, message, at ?? receivedAt);
    }
  });
}

async function empty(tx: Ctx, message: Message, removedAt: Date): Promise<void> {
  const place = { workspaceId: tx.workspaceId, messageId: message.id };
  const versions = await tx.db.messageVersion.findMany({ where: place, select: { content: true } });
  await tx.db.messageVersion.deleteMany({ where: place });
  await tx.db.message.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: message.id } },
    data: { content: "", caption: null, raw: Prisma.DbNull, removedAt },
  });
  await forgetMedia(
    tx,
    message,
    versions.map(({ content }) => content),
  );
  await forgetAnswersAbout(tx, message);
  await emitMessageChanged(tx, message, { isShownInLists: true });
}

/** Deletes what an assistant was shown and wrote down, because it may contain the message's text. */
async function forgetAnswersAbout(tx: Ctx, { workspaceId, convId, id: messageId }: Message): Promise<void> {
  const held = await tx.db.conversation.count({ where: { workspaceId, id: convId, aiId: { not: null } } });
  const answered = held > 0 || (await tx.db.assistantAnswer.count({ where: { workspaceId, convId } })) > 0;
  if (answered) await enqueue(tx, "forget-answers", { workspaceId, messageId });
}

/**
 * Withdraws the copied files of a message that its sender deleted. From the commit on they cannot be read, and their bytes are deleted
 * within the hour (prune-uploads.ts). A copy in progress ends without storing anything.
 * @param tx the transaction that empties the message; `message` as it was before, with the contents of its earlier versions.
 */
export async function forgetMedia(
  tx: Ctx,
  message: Pick<Message, "id" | "content">,
  earlierContents: readonly string[] = [],
): Promise<void> {
  await tx.db.mediaCopy.deleteMany({ where: { workspaceId: tx.workspaceId, messageId: message.id } });
  await discardUploads(tx, [message.content, ...earlierContents]);
}
