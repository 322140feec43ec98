import type { InboundMedia } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";

/** The file's owner: a message, or the contact whose avatar it is. */
export type CopyTarget = { messageId: string } | { clientId: string };

/**
 * Queues the download of a placed file from its provider. It starts as soon as the transaction is committed (copy-media.ts).
 * @param tx the transaction of `placeMedia`, after the row that names the upload has been stored.
 */
export async function beginMediaCopy(
  tx: Ctx,
  integration: { id: string },
  uploadId: string,
  media: InboundMedia,
  target: CopyTarget,
): Promise<void> {
  const { workspaceId } = tx;
  if (!tx.wakes) throw new Error("beginMediaCopy() needs the transaction of placeMedia()");
  const source = media satisfies Prisma.InputJsonObject;
  await tx.db.mediaCopy.create({ data: { workspaceId, uploadId, integrationId: integration.id, source, ...target } });
  tx.wakes.add("media");
}
