import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { discardUploads } from "../uploads/discard-uploads.ts";

/**
 * Takes back the files that were copied for a message whose sender took it back: from the commit on nobody reads them, and their
 * bytes are deleted within the hour (prune-uploads.ts). A copy that is under way ends without a trace.
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
