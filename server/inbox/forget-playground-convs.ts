import { forgetPlaygroundClients } from "../clients/forget-playground-clients.ts";
import type { Ctx } from "../ctx.ts";
import { discardUploads } from "../uploads/discard-uploads.ts";

/**
 * Deletes conversations of the playground with everything in them, their clients too. No other conversation is touched, whatever ids
 * are given.
 * @param tx the open transaction, in which what assistants did there is gone already.
 */
export async function forgetPlaygroundConvs(tx: Ctx, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx;
  const convs = await tx.db.conversation.findMany({
    where: { workspaceId, id: { in: [...ids] }, isPlayground: true },
    select: { id: true, clientId: true },
  });
  const inConvs = { workspaceId, convId: { in: convs.map(({ id }) => id) } };
  const files = await tx.db.message.findMany({
    where: { ...inConvs, type: { in: ["image", "audio", "video", "document"] } },
    select: { content: true },
  });
  const contents = files.map(({ content }) => content);
  await discardUploads(tx, contents);
  await tx.db.noteMention.deleteMany({ where: inConvs });
  await tx.db.scheduledMessage.deleteMany({ where: inConvs });
  await tx.db.draft.deleteMany({ where: inConvs });
  await tx.db.message.deleteMany({ where: inConvs });
  await tx.db.convRead.deleteMany({ where: inConvs });
  await tx.db.convSnooze.deleteMany({ where: inConvs });
  await tx.db.bulkActionItem.deleteMany({ where: inConvs });
  await tx.db.convAssignment.deleteMany({ where: inConvs });
  await tx.db.conversation.deleteMany({ where: { workspaceId, id: inConvs.convId } });
  await forgetPlaygroundClients(
    tx,
    convs.map(({ clientId }) => clientId),
  );
}
