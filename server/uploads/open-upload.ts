import type { Readable } from "node:stream";
import type { ByteRange } from "../blobs/blob-store.ts";
import { blobs } from "../blobs/blobs.ts";
import { AppError } from "../errors.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { blobKey, linkOpens, storedUploadOr404 } from "./access.ts";
import { isShownInline } from "./media-types.ts";
import type { UploadLink } from "./upload-link.ts";

/** A media file as it may be given out. */
export type OpenUpload = {
  fileName: string;
  /** What its owner called it; null where they did not say. */
  name: string | null;
  contentType: string;
  sizeBytes: number;
  /** Whether a browser may show it; else it is a download. */
  isInline: boolean;
  read: (range: ByteRange | null) => Promise<Readable>;
};

/**
 * A media file for whoever has a seat in its workspace. Imports are not given out again.
 * @param link a signature that stands for the seat: for a customer's endpoint, which has neither session nor key.
 * @throws AppError NOT_FOUND, FORBIDDEN_WORKSPACE (a link that is forged, expired, or of a deleted workspace)
 * @throws FileAway for a client's file that is still being copied, or could not be
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
