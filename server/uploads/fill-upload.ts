import { blobs } from "../blobs/blobs.ts";
import type { Ctx } from "../ctx.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { blobKey } from "./access.ts";
import { foundType, type FoundType } from "./found-type.ts";
import type { MediaType } from "./media-types.ts";

/** Bytes that lie in the storage and are still nobody's. */
export type KeptBytes = FoundType & { sizeBytes: number };

/**
 * Looks at the bytes of a reserved upload and puts them into the storage, where they stay unseen until `fillUpload`.
 * @param spooled the file with them; it is gone afterwards, or to be deleted by the caller.
 */
export async function keepBytes(
  upload: Upload,
  spooled: { path: string; sizeBytes: number },
  kind: MediaType["kind"],
): Promise<KeptBytes> {
  const { path, sizeBytes } = spooled;
  const type = await foundType(upload.workspaceId, path, sizeBytes, { contentType: upload.contentType, kind });
  const store = await blobs();
  const key = blobKey(upload);
  // Whoever was here first stored the same file whole, and died before it could say so.
  if (!(await store.keep(key, path, type.contentType))) {
    const stored = await store.stat(key);
    if (stored) return { ...type, sizeBytes: stored.sizeBytes };
  }
  return { ...type, sizeBytes };
}

/**
 * Opens a reserved upload to its readers.
 * @param tx the transaction that ends the copying.
 * @param name for a file to which its sender gave none, without an ending.
 */
export async function fillUpload(tx: Ctx, upload: Upload, kept: KeptBytes, name: string): Promise<void> {
  const { contentType, sizeBytes, extension } = kept;
  await tx.db.upload.updateMany({
    where: { workspaceId: tx.workspaceId, id: upload.id, storedAt: null },
    data: {
      contentType,
      sizeBytes,
      storedAt: tx.now,
      ...(upload.name === null ? { name: `${name}.${extension}` } : {}),
    },
  });
}

/** Deletes the bytes of an upload that was discarded while they were fetched: whoever prunes may have been there before them. */
export async function dropBytes(upload: Upload): Promise<void> {
  await (await blobs()).delete(blobKey(upload));
}
