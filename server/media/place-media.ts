import type { InboundMedia } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { reserveUpload } from "../uploads/reserve-upload.ts";
import type { NewMessage } from "../messages/write-messages.ts";

/** The stored fields of a message with a file, and the upload that its content names. */
export type PlacedMedia = Pick<NewMessage, "type" | "content"> & { caption: string | null; uploadId: string };

/**
 * Reserves one of our URLs for a file that is still at its provider. The message has it as `content` from the start, so its events name
 * the final URL. Call `beginMediaCopy` after the message is stored.
 * @param tx the transaction that stores the message.
 */
export async function placeMedia(tx: Ctx, media: InboundMedia): Promise<PlacedMedia> {
  const { uploadId, url } = await reserveUpload(tx, media);
  return { type: media.type, content: url, caption: media.caption, uploadId };
}
