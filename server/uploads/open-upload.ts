import type { Readable } from "node:stream";
import type { ByteRange } from "../blobs/blob-store.ts";
import { blobs } from "../blobs/blobs.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { blobKey, linkOpens, storedUploadOr404 } from "./access.ts";
import { isShownInline } from "./media-types.ts";
import type { UploadLink } from "./upload-link.ts";

/** A media file that can be downloaded. */
export type OpenUpload = {
  fileName: string;
  /** The owner's name for it; null: none. */
  name: string | null;
  contentType: string;
  sizeBytes: number;
  /** Whether a browser may display it. Otherwise it is a download. */
  isInline: boolean;
  read: (range: ByteRange | null) => Promise<Readable>;
};

/**
 * A media file for members of its workspace. Imports cannot be downloaded.
 * @param link a signature in place of the membership: for a customer's endpoint, which has neither a session nor an API key.
 * @throws AppError NOT_FOUND, FORBIDDEN_WORKSPACE (a link that is forged, expired, or of a deleted workspace)
 * @throws FileAway for a contact's file that is still being copied, or could not be copied
 */
export const openUpload = verb(
  { may: "USE_CONVS" },
  async (ctx, fileName: string, link: UploadLink | null = null): Promise<OpenUpload> => {
    if (link && !(await linkOpens(ctx, "GET", link))) {
      throw new AppError("FORBIDDEN_WORKSPACE", say("clients.upload.linkWrong"));
    }
    const { upload, blob } = await storedUploadOr404(ctx, "media", fileName);
    const store = await blobs();
    return {
      fileName,
      name: upload.name,
      contentType: upload.contentType,
      sizeBytes: blob.sizeBytes,
      isInline: isShownInline(upload.contentType),
      read: (range) => store.read(blobKey(upload), { version: blob.version, ...(range ? { range } : {}) }),
    };
  },
);
