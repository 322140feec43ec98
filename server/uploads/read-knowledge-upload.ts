import { buffer } from "node:stream/consumers";
import { BlobChanged } from "../blobs/blob-store.ts";
import { blobs } from "../blobs/blobs.ts";
import { AppError } from "../errors.ts";
import { verb } from "../verb.ts";
import { blobKey, storedUploadOr404 } from "./access.ts";

/**
 * The whole file of a built-in assistant's knowledge, at most 16 MiB (uploadType).
 * @returns null if it does not exist.
 */
export const readKnowledgeUpload = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, fileName: string): Promise<{ bytes: Buffer; contentType: string; name: string | null } | null> => {
    try {
      const { upload, blob } = await storedUploadOr404(ctx, "knowledge", fileName);
      const bytes = await buffer(await (await blobs()).read(blobKey(upload), { version: blob.version }));
      return { bytes, contentType: upload.contentType, name: upload.name };
    } catch (error) {
      const isGone = error instanceof BlobChanged || (error instanceof AppError && error.code === "NOT_FOUND");
      if (isGone) return null;
      throw error;
    }
  },
);
