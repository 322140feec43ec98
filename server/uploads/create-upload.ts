import { randomBytes } from "node:crypto";
import { can } from "../auth/permissions.ts";
import { needsPlan } from "../auth/plan.ts";
import { blobs } from "../blobs/blobs.ts";
import { actorId } from "../ctx.ts";
import { optionalLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { blobKey } from "./access.ts";
import { uploadType, type UploadPurpose } from "./media-types.ts";
import { mustHaveRoom } from "./storage.ts";
import { signedUrl, uploadUrl } from "./upload-link.ts";

export type UploadCreateInput = {
  contentType: string;
  purpose: UploadPurpose;
  /** The owner's name for the file, shown when it is downloaded. */
  name?: string | null;
};

/** A person without a seat for whom the service requests an address: their id, and how many bytes they may upload. */
export type UploadGuest = { createdBy: string; sizeBytes: number };

/** The upload address of a file, and the file's name for later requests. */
export type UploadAddress = {
  fileName: string;
  /** Accepts one PUT of the bytes, until `expiresAt`. */
  uploadUrl: string;
  expiresAt: Date;
  /** The `content` of a media message; null for files that cannot be downloaded. */
  url: string | null;
};

const OPEN_SECONDS = 60 * 60;

/**
 * Creates an upload address for one file. An import goes directly to the object storage if one is configured. Media always pass
 * through the service, which checks the bytes before anyone can see them.
 * @throws AppError BAD_INPUT for an unsupported file type, CONFLICT when the workspace's storage is full.
 */
export const createUpload = verb(
  { may: "USE_CONVS", audit: "everyday" },
  async (ctx, input: UploadCreateInput, guest: UploadGuest | null = null): Promise<UploadAddress> => {
    const { purpose } = input;
    can(ctx, purpose === "media" ? "USE_CONVS" : "MANAGE_WORKSPACE");
    if (purpose === "knowledge") needsPlan(ctx, "assistants");
    const type = uploadType(purpose, input.contentType);
    const name = optionalLine("name", input.name) ?? null;
    if (!guest) await mustHaveRoom(ctx);
    const { workspaceId } = ctx;
    const fileName = `${randomBytes(16).toString("hex")}.${type.extension}`;
    const expiresAt = new Date(ctx.now.getTime() + OPEN_SECONDS * 1000);
    const direct =
      purpose === "import" ? await (await blobs()).putAddress(blobKey({ workspaceId, fileName }), OPEN_SECONDS) : null;
    await ctx.db.upload.create({
      data: {
        workspaceId,
        fileName,
        name,
        contentType: type.contentType,
        purpose,
        createdBy: guest?.createdBy ?? actorId(ctx.actor),
        // Until the bytes are stored, this is the upload's size limit (storeUpload).
        sizeBytes: guest?.sizeBytes ?? null,
      },
    });
    return {
      fileName,
      uploadUrl: direct ?? signedUrl("PUT", workspaceId, fileName, expiresAt),
      expiresAt,
      url: purpose === "media" ? uploadUrl(workspaceId, fileName) : null,
    };
  },
);
