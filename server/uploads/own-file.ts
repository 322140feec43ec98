import { openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { blobs } from "../blobs/blobs.ts";
import { spool } from "../blobs/spool.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { OutgoingFile, OutgoingMessage } from "../channels/channel.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { blobKey, findUpload } from "./access.ts";
import { extensionOf, mediaTypeOfName } from "./media-types.ts";
import { fileOfUrl } from "./upload-link.ts";

/** The upload that a document's content names; null if it is elsewhere, or gone. Other kinds of files have no name to show. */
export async function ownFile(
  workspaceId: number,
  { type, content }: Pick<OutgoingMessage, "type" | "content">,
): Promise<OutgoingFile | null> {
  const file = type === "document" ? fileOfUrl(content) : null;
  if (file?.workspaceId !== workspaceId) return null;
  const upload = await findUpload(systemCtx(workspaceId, "send-messages"), file.fileName);
  if (upload?.purpose !== "media" || upload.storedAt === null) return null;
  const sizeBytes = upload.sizeBytes ?? 0;
  return { name: shownName(upload), sizeBytes, withBytes: (signal, use) => withBytes(upload, signal, use) };
}

/** Its owner's name for it, with the ending by which a device knows how to open it. */
function shownName({ name, fileName, contentType }: Upload): string {
  if (name === null) return fileName;
  return mediaTypeOfName(name)?.contentType === contentType ? name : `${name}.${extensionOf(contentType) ?? "bin"}`;
}

/** From a file on disk, because several large files may be on their way at once. */
async function withBytes<T>(upload: Upload, signal: AbortSignal, use: (bytes: Blob) => Promise<T>): Promise<T> {
  const stored = await (await blobs()).read(blobKey(upload), { signal });
  const { path } = await spool(addAbortSignal(signal, stored));
  try {
    return await use(await openAsBlob(path, { type: upload.contentType }));
  } finally {
    await rm(path, { force: true });
  }
}
