import type { InboundMedia } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { reserveUpload } from "../uploads/reserve-upload.ts";
import type { NewMessage } from "../messages/write-messages.ts";

/** What a message with a file is stored as, and the upload that its content names. */
export type PlacedMedia = Pick<NewMessage, "type" | "content"> & { caption: string | null; uploadId: string };

/**
 * Gives a file that is still at its provider an address of ours, which its message has as `content` from the start: what is told of
 * the message names the final address (decisions section 5). To be followed by `beginMediaCopy` when the message is stored.
 * @param tx the transaction that stores the message.
 */
export async function placeMedia(tx: Ctx, media: InboundMedia): Promise<PlacedMedia> {
  const { uploadId, url } = await reserveUpload(tx, media);
  return { type: media.type, content: url, caption: media.caption, uploadId };
}
