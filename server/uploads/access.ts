import type { StoredBlob } from "../blobs/blob-store.ts";
import { blobs } from "../blobs/blobs.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { linkHolds, looksLikeFileName, type UploadLink } from "./upload-link.ts";
import type { UploadPurpose } from "./media-types.ts";

/** The storage's key of an upload. */
export function blobKey({ workspaceId, fileName }: Pick<Upload, "workspaceId" | "fileName">): string {
  return `${workspaceId}/${fileName}`;
}

/** The upload of this name, with its bytes or still without; null for one of another workspace too. */
export async function findUpload(ctx: Ctx, fileName: string): Promise<Upload | null> {
  if (!looksLikeFileName(fileName)) return null;
  const { workspaceId } = ctx;
  return ctx.db.upload.findUnique({ where: { workspaceId_fileName: { workspaceId, fileName } } });
}

/**
 * Whether a link opens anything at all: it is ours and has not expired, and its workspace was not deleted meanwhile, for a link
 * has neither session nor key that would end with it.
 */
export async function linkOpens(ctx: Ctx, method: "GET" | "PUT", link: UploadLink): Promise<boolean> {
  if (!linkHolds(method, link, ctx.now)) return false;
  return (await ctx.db.workspace.count({ where: { id: ctx.workspaceId, deletedAt: null } })) > 0;
}

/** A file that is on its way from a provider, or that could not be had; `words` are for people. */
export class FileAway extends Error {
  readonly state: "copying" | "lost";
  constructor(state: FileAway["state"], words: string) {
    super(words);
    this.name = "FileAway";
    this.state = state;
  }
}

/**
 * An upload whose bytes are there, and what the storage says of them now.
 * @throws AppError NOT_FOUND, in the same words for a name that is missing, malformed, foreign, of another purpose, or not
 *   uploaded yet.
 * @throws FileAway while it is copied from a provider: its bytes are looked at before anybody else sees them.
 */
export async function storedUploadOr404(
  ctx: Ctx,
  purpose: UploadPurpose,
  fileName: string,
): Promise<{ upload: Upload; blob: StoredBlob }> {
  const upload = await findUpload(ctx, fileName);
  if (upload?.purpose === purpose && upload.storedAt === null) await mustNotBeAway(ctx, upload);
  const blob = upload?.purpose === purpose ? await (await blobs()).stat(blobKey(upload)) : null;
  if (!upload || !blob) throw notFound("file");
  if (upload.storedAt === null) await noteStored(ctx, upload, blob.sizeBytes);
  return { upload, blob };
}

async function mustNotBeAway(ctx: Ctx, { id }: Upload): Promise<void> {
  const copy = await ctx.db.mediaCopy.findUnique({
    where: { workspaceId_uploadId: { workspaceId: ctx.workspaceId, uploadId: id } },
    select: { lostAt: true, error: true },
  });
  if (copy?.lostAt)
    throw new FileAway("lost", copy.error ?? "The file could not be copied from the channel's provider");
  if (copy)
    throw new FileAway("copying", "The file is being copied from the channel's provider; ask again in a moment");
}

/**
 * Writes down that the bytes have arrived. Here because they may do so without our hearing of it: by an address of the
 * object storage, or in a process that died before it could say so.
 */
export async function noteStored(ctx: Ctx, { id }: Pick<Upload, "id">, sizeBytes: number): Promise<void> {
  await ctx.db.upload.updateMany({
    where: { workspaceId: ctx.workspaceId, id, storedAt: null },
    data: { storedAt: ctx.now, sizeBytes },
  });
}
