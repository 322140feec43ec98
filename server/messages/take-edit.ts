import type { InboundChange } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { Prisma, type Integration, type Message } from "../generated/prisma/client.ts";
import { beginMediaCopy } from "../media/begin-media-copy.ts";
import { changedMessage, emitMessageChanged } from "./changed-message.ts";
import type { Arrival } from "./not-yet.ts";
import { placeMedia } from "../media/place-media.ts";

type Edit = Extract<InboundChange, { kind: "edit" }>;

/**
 * Applies a sender's edit of a message and keeps the earlier content as a version. It ignores repetitions and edits older than the
 * current one. A deleted message stays deleted.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeEdit(
  ctx: Ctx,
  integration: Pick<Integration, "id">,
  edit: Edit,
  arrival: Arrival,
): Promise<void> {
  const editedAt = edit.at ?? arrival.receivedAt;
  await inTransaction(ctx, async (tx) => {
    const message = await changedMessage(tx, integration, edit.externalMessageId, arrival);
    if (!message || message.removedAt || (message.editedAt && editedAt < message.editedAt)) return;
    if (edit.at && edit.at.getTime() === message.editedAt?.getTime()) return;
    const placed = edit.media && isAnotherFile(message, edit) ? await placeMedia(tx, edit.media) : null;
    const next = placed ?? nextOf(message, edit);
    if (next.content === message.content && next.caption === message.caption && next.type === message.type) return;
    await keepVersion(tx, message, editedAt);
    await tx.db.message.update({
      where: { workspaceId_id: { workspaceId: tx.workspaceId, id: message.id } },
      data: {
        type: next.type,
        content: next.content,
        caption: next.caption,
        editedAt,
        raw: edit.raw === undefined ? Prisma.DbNull : (edit.raw as Prisma.InputJsonValue),
      },
    });
    if (placed && edit.media) {
      await beginMediaCopy(tx, integration, placed.uploadId, edit.media, { messageId: message.id });
    }
    await emitMessageChanged(tx, message, { isShownInLists: true });
  });
}

function nextOf(message: Message, { media, type, content }: Edit): Pick<Message, "type" | "content" | "caption"> {
  // The file stays. Only its caption changes.
  if (media) return { type: message.type, content: message.content, caption: media.caption };
  return { type, content, caption: null };
}

/** Providers send the file again with every new caption. A file of the same type counts as the existing one. */
function isAnotherFile(message: Message, { media }: Edit): boolean {
  return media !== undefined && media.type !== message.type;
}

async function keepVersion(tx: Ctx, { id: messageId, content, caption }: Message, replacedAt: Date): Promise<void> {
  const { workspaceId } = tx;
  // The message's row is locked, so no other version can be added in between.
  const before = await tx.db.messageVersion.count({ where: { workspaceId, messageId } });
  await tx.db.messageVersion.create({
    data: { workspaceId, messageId, versionNo: before + 1, content, caption, replacedAt },
  });
}
