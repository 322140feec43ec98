import type { InboundMedia } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";

/** What the file is of: a message, or a client whose picture it is. */
export type CopyTarget = { messageId: string } | { clientId: string };

/**
 * Has a placed file fetched from its provider as soon as the transaction has been committed (copy-media.ts).
 * @param tx the transaction of `placeMedia`, after what names the upload has been stored.
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
