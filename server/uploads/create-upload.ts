import { randomBytes } from "node:crypto";
import { can } from "../auth/permissions.ts";
import { needsPlan } from "../auth/plan.ts";
import { blobs } from "../blobs/blobs.ts";
import { actorId } from "../ctx.ts";
import { optionalLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { blobKey } from "./access.ts";
import { uploadType, type UploadPurpose } from "./media-types.ts";
import { signedUrl, uploadUrl } from "./upload-link.ts";

export type UploadCreateInput = {
  contentType: string;
  purpose: UploadPurpose;
  /** What its owner calls the file; shown where it is downloaded. */
  name?: string | null;
};

/** Somebody without a seat, on whose behalf the service asks for an address: who they are, and how many bytes they may bring. */
export type UploadGuest = { createdBy: string; sizeBytes: number };

/** Where the file goes, and under which name it is asked for afterwards. */
export type UploadAddress = {
  fileName: string;
  /** Takes one PUT of the bytes, until `expiresAt`. */
  uploadUrl: string;
  expiresAt: Date;
  /** The `content` of a media message; null for files that are not given out again. */
  url: string | null;
};

const OPEN_SECONDS = 60 * 60;

/**
 * Makes an address for one file. An import goes to the object storage directly where one is set; media always come through
 * the service, which looks at the bytes before anybody else can.
 * @throws AppError BAD_INPUT for a type of file that is not taken.
 */
export const createUpload = verb(
  { may: "USE_CONVS", audit: "everyday" },
  async (ctx, input: UploadCreateInput, guest: UploadGuest | null = null): Promise<UploadAddress> => {
    const { purpose } = input;
    can(ctx, purpose === "media" ? "USE_CONVS" : "MANAGE_WORKSPACE");
    if (purpose === "knowledge") needsPlan(ctx, "assistants");
    const type = uploadType(purpose, input.contentType);
    const name = optionalLine("name", input.name) ?? null;
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
        // Until the bytes are there, the most that may come (storeUpload).
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
