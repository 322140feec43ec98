import type { Readable } from "node:stream";
import { blobs } from "../blobs/blobs.ts";
import { badInput } from "../errors.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { blobKey, storedUploadOr404 } from "./access.ts";
import { uploadType } from "./media-types.ts";

/**
 * The bytes of an uploaded CSV of contacts, and their version.
 * @param version the required version of the bytes, if another one would be wrong.
 * @throws AppError NOT_FOUND, BAD_INPUT (`fileName`: too large); BlobChanged
 */
export const openImportUpload = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, fileName: string, version?: string): Promise<{ bytes: Readable; version: string }> => {
    const { upload, blob } = await storedUploadOr404(ctx, "import", fileName);
    const { limitBytes } = uploadType("import", upload.contentType);
    // An object storage accepts any size through its own address.
    if (blob.sizeBytes > limitBytes)
      throw badInput("fileName", say("clients.import.tooLarge", { count: limitBytes / 1024 / 1024 }));
    const wanted = version ?? blob.version;
    return { bytes: await (await blobs()).read(blobKey(upload), { version: wanted }), version: wanted };
  },
);
