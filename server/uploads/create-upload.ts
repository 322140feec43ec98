import { randomBytes } from "node:crypto";
import { can } from "../auth/permissions.ts";
import { blobs } from "../blobs/blobs.ts";
import { actorId } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import { optionalLine } from "../text-rules.ts";
import { blobKey } from "./access.ts";
import { uploadType } from "./media-types.ts";
import type { UploadPurpose } from "./media-types.ts";
import { signedUrl, uploadUrl } from "./upload-link.ts";

export type UploadCreateInput = {
  contentType: string;
  purpose: UploadPurpose;
  /** What its owner calls the file; shown where it is downloaded. */
  name?: string | null;
};

/** Where the file goes, and under which name it is asked for afterwards. */
export type UploadAddress = {
  fileName: string;
  /** Takes one PUT of the bytes, until `expiresAt`. */
  uploadUrl: string;
  expiresAt: Date;
  /** The `content` of a media message; null for an import. */
  url: string | null;
};

const OPEN_SECONDS = 60 * 60;

/**
 * Makes an address for one file. An import goes to the object storage directly where one is set; media always come through
 * the service, which looks at the bytes before anybody else can.
 * @throws AppError BAD_INPUT for a type of file that is not taken.
 */
export async function createUpload(ctx: Ctx, input: UploadCreateInput): Promise<UploadAddress> {
  const { purpose } = input;
  can(ctx, purpose === "import" ? "MANAGE_WORKSPACE" : "USE_CONVS");
  const type = uploadType(purpose, input.contentType);
  const name = optionalLine("name", input.name) ?? null;
  const { workspaceId } = ctx;
  const fileName = `${randomBytes(16).toString("hex")}.${type.extension}`;
  const expiresAt = new Date(ctx.now.getTime() + OPEN_SECONDS * 1000);
  const direct =
    purpose === "import" ? await (await blobs()).putAddress(blobKey({ workspaceId, fileName }), OPEN_SECONDS) : null;
  await ctx.db.upload.create({
    data: { workspaceId, fileName, name, contentType: type.contentType, purpose, createdBy: actorId(ctx.actor) },
  });
  return {
    fileName,
    uploadUrl: direct ?? signedUrl("PUT", workspaceId, fileName, expiresAt),
    expiresAt,
    url: purpose === "media" ? uploadUrl(workspaceId, fileName) : null,
  };
}
