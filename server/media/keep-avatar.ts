import type { ClientProfile, InboundMedia } from "../channels/inbound.ts";
import { setAvatar } from "../clients/set-avatar.ts";
import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { reserveUpload } from "../uploads/reserve-upload.ts";
import { beginMediaCopy } from "./begin-media-copy.ts";

/**
 * Sets a new contact's avatar to one of our URLs and queues its download. If the download fails, they have no avatar.
 * @param tx the transaction that creates the contact.
 * @returns the contact as they are now.
 */
export async function keepAvatar(
  tx: Ctx,
  integration: { id: string },
  client: Client,
  { avatar }: ClientProfile,
): Promise<Client> {
  if (!avatar) return client;
  const unknown = { id: null, url: null, mimeType: null, fileName: null, caption: null };
  const media: InboundMedia = { ...unknown, type: "image", ...avatar };
  const { uploadId, url } = await reserveUpload(tx, media);
  await setAvatar(tx, client.id, { from: client.avatarUrl, to: url });
  await beginMediaCopy(tx, integration, uploadId, media, { clientId: client.id });
  return { ...client, avatarUrl: url };
}
