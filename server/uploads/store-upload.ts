import { rm } from "node:fs/promises";
import { blobs } from "../blobs/blobs.ts";
import { spool } from "../blobs/spool.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import { say } from "../say.ts";
import { blobKey, findUpload, linkOpens, noteStored, storedUploadOr404 } from "./access.ts";
import { contentProblem, knowledgeProblem } from "./check-content.ts";
import { uploadType, type UploadPurpose } from "./media-types.ts";
import type { UploadLink } from "./upload-link.ts";

const CONTENT_PROBLEM: Record<UploadPurpose, typeof contentProblem> = {
  media: contentProblem,
  knowledge: knowledgeProblem,
  // What is wrong with an import is told row by row (validateBulkImportContacts).
  import: () => Promise.resolve(null),
};

/**
 * Takes the bytes that come to an address of createUpload: once, and only if they are what was announced. Nothing is seen of
 * a file that was not taken whole.
 * @param ctx of the link's workspace; the signature stands for the person or key who asked for the address.
 * @param open gives the bytes, at most so many: it throws where they go on.
 * @throws AppError FORBIDDEN_WORKSPACE (forged, expired, or of a deleted workspace), NOT_FOUND, CONFLICT (a second time), BAD_INPUT (not as announced)
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
  const purpose = upload.purpose as UploadPurpose;
  const type = uploadType(purpose, upload.contentType);

  const { path, sizeBytes } = await spool(open(Math.min(type.limitBytes, upload.sizeBytes ?? Infinity)));
  try {
    const problem =
      sizeBytes === 0 ? say("clients.upload.empty") : await CONTENT_PROBLEM[purpose](ctx.workspaceId, path, type);
    if (problem) throw new AppError("BAD_INPUT", problem);
    if (!(await (await blobs()).keep(blobKey(upload), path, type.contentType))) {
      // Another request was first, or the one that was died before it could write down that it had stored the file.
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
