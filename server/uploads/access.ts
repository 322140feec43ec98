import type { StoredBlob } from "../blobs/blob-store.ts";
import { blobs } from "../blobs/blobs.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { linkHolds, looksLikeFileName, type UploadLink } from "./upload-link.ts";
import type { UploadPurpose } from "./media-types.ts";

/** An upload's key in the storage. */
export function blobKey({ workspaceId, fileName }: Pick<Upload, "workspaceId" | "fileName">): string {
  return `${workspaceId}/${fileName}`;
}

/** The upload with this name, whether or not its bytes are stored. null also for one of another workspace. */
export async function findUpload(ctx: Ctx, fileName: string): Promise<Upload | null> {
  if (!looksLikeFileName(fileName)) return null;
  const { workspaceId } = ctx;
  return ctx.db.upload.findUnique({ where: { workspaceId_fileName: { workspaceId, fileName } } });
}

/**
 * Whether a link is valid: signed by us, not expired, and its workspace not deleted. A link has neither a session nor an API key
 * that would end with the workspace.
 */
export async function linkOpens(ctx: Ctx, method: "GET" | "PUT", link: UploadLink): Promise<boolean> {
  if (!linkHolds(method, link, ctx.now)) return false;
  return (await ctx.db.workspace.count({ where: { id: ctx.workspaceId, deletedAt: null } })) > 0;
}

/** A file that is still being copied from a provider, or that could not be copied. `words` are for people. */
export class FileAway extends Error {
  readonly state: "copying" | "lost";
  constructor(state: FileAway["state"], words: string) {
    super(words);
    this.name = "FileAway";
    this.state = state;
  }
}

/**
 * An upload whose bytes are stored, with the storage's current data about it.
 * @throws AppError NOT_FOUND, with the same text for a name that is missing, malformed, foreign, of another purpose, or not
 *   uploaded yet.
 * @throws FileAway while it is copied from a provider: the bytes are checked before anyone can see them.
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
 * Records that the bytes have arrived. They can arrive without notice: through an address of the object storage, or in a process
 * that died before it recorded them.
 */
export async function noteStored(ctx: Ctx, { id }: Pick<Upload, "id">, sizeBytes: number): Promise<void> {
  await ctx.db.upload.updateMany({
    where: { workspaceId: ctx.workspaceId, id, storedAt: null },
    data: { storedAt: ctx.now, sizeBytes },
  });
}
