import { buffer } from "node:stream/consumers";
import { can } from "../auth/permissions.ts";
import { BlobChanged } from "../blobs/blob-store.ts";
import { blobs } from "../blobs/blobs.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { blobKey, storedUploadOr404 } from "./access.ts";

/**
 * A file that a built-in assistant answers from, whole: it has 16 MiB at most (uploadType).
 * @returns null for one that is not there.
 */
export async function readKnowledgeUpload(
  ctx: Ctx,
  fileName: string,
): Promise<{ bytes: Buffer; contentType: string; name: string | null } | null> {
  can(ctx, "MANAGE_WORKSPACE");
  try {
    const { upload, blob } = await storedUploadOr404(ctx, "knowledge", fileName);
    const bytes = await buffer(await (await blobs()).read(blobKey(upload), { version: blob.version }));
    return { bytes, contentType: upload.contentType, name: upload.name };
  } catch (error) {
    const isGone = error instanceof BlobChanged || (error instanceof AppError && error.code === "NOT_FOUND");
    if (isGone) return null;
    throw error;
  }
}
