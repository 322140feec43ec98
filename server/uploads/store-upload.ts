import { rm } from "node:fs/promises";
import { blobs } from "../blobs/blobs.ts";
import { spool } from "../blobs/spool.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import { say } from "../say.ts";
import { blobKey, findUpload, linkOpens, noteStored, storedUploadOr404 } from "./access.ts";
import { contentProblem, knowledgeProblem } from "./check-content.ts";
import { uploadType, type UploadPurpose } from "./media-types.ts";
import { mustHaveRoom } from "./storage.ts";
import type { UploadLink } from "./upload-link.ts";

const CONTENT_PROBLEM: Record<UploadPurpose, typeof contentProblem> = {
  media: contentProblem,
  knowledge: knowledgeProblem,
  // An import's problems are reported row by row (validateBulkImportContacts).
  import: () => Promise.resolve(null),
};

/**
 * Accepts the bytes for an address of createUpload: once, and only if they match the announcement. An incomplete file is never
 * visible.
 * @param ctx of the link's workspace. The signature stands for the person or key that requested the address.
 * @param open returns the bytes up to the limit, and throws if there are more.
 * @throws AppError FORBIDDEN_WORKSPACE (forged, expired, or of a deleted workspace), NOT_FOUND, CONFLICT (a second time; the storage is full),
 *   BAD_INPUT (not as announced)
 */
export async function storeUpload(
  ctx: Ctx,
  link: UploadLink,
  open: (limitBytes: number) => AsyncIterable<Uint8Array>,
): Promise<{ fileName: string; sizeBytes: number }> {
  if (!(await linkOpens(ctx, "PUT", link))) {
    throw new AppError("FORBIDDEN_WORKSPACE", say("clients.upload.addressWrong"));
  }
  const upload = await findUpload(ctx, link.fileName);
  if (!upload) throw notFound("upload");
  if (upload.storedAt !== null) throw storedAlready();
  // Again: many addresses may have been asked for before the storage was full. Only a guest's upload has a size limit.
  if (upload.sizeBytes === null) await mustHaveRoom(ctx);
  const purpose = upload.purpose as UploadPurpose;
  const type = uploadType(purpose, upload.contentType);

  const { path, sizeBytes } = await spool(open(Math.min(type.limitBytes, upload.sizeBytes ?? Infinity)));
  try {
    const problem =
      sizeBytes === 0 ? say("clients.upload.empty") : await CONTENT_PROBLEM[purpose](ctx.workspaceId, path, type);
    if (problem) throw new AppError("BAD_INPUT", problem);
    if (!(await (await blobs()).keep(blobKey(upload), path, type.contentType))) {
      // Another request stored the file first, or an earlier one died before it recorded the stored file.
      await storedUploadOr404(ctx, purpose, upload.fileName);
      throw storedAlready();
    }
  } finally {
    await rm(path, { force: true });
  }
  await noteStored(ctx, upload, sizeBytes);
  return { fileName: upload.fileName, sizeBytes };
}

function storedAlready(): AppError {
  return new AppError("CONFLICT", say("clients.upload.already"));
}
