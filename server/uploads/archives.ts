import { SYSTEM, type Ctx } from "../ctx.ts";
import { blobs } from "../blobs/blobs.ts";
import type { StoredBlob } from "../blobs/blob-store.ts";
import { notFound } from "../errors.ts";
import { blobKey, findUpload } from "./access.ts";
import { fileOfUrl } from "./upload-link.ts";

const TAR = "application/x-tar";

/** A stored file, with its key in the storage. */
export type StoredFile = { key: string; fileName: string; sizeBytes: number };

/** The stored media files of this workspace that the addresses name. Other addresses are skipped. */
export async function storedFiles(ctx: Ctx, addresses: readonly string[]): Promise<StoredFile[]> {
  const { workspaceId } = ctx;
  const names = addresses.flatMap((address) => {
    const file = fileOfUrl(address);
    return file?.workspaceId === workspaceId ? [file.fileName] : [];
  });
  const uploads = await ctx.db.upload.findMany({
    where: { workspaceId, fileName: { in: names }, purpose: "media", storedAt: { not: null } },
    select: { workspaceId: true, fileName: true },
  });
  const store = await blobs();
  const files: StoredFile[] = [];
  for (const upload of uploads) {
    const key = blobKey(upload);
    const blob = await store.stat(key);
    if (blob) files.push({ key, fileName: upload.fileName, sizeBytes: blob.sizeBytes });
  }
  return files;
}

/**
 * Stores an archive that can be downloaded for a limited time. Upload addresses do not open it, and it is deleted when its time
 * is over (prune-uploads.ts). An existing archive with this name stays.
 */
export async function keepArchive(
  ctx: Ctx,
  { fileName, path, sizeBytes }: { fileName: string; path: string; sizeBytes: number },
): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.db.upload.upsert({
    where: { workspaceId_fileName: { workspaceId, fileName } },
    create: { workspaceId, fileName, contentType: TAR, purpose: "export", sizeBytes, createdBy: SYSTEM },
    update: {},
  });
  await (await blobs()).keep(blobKey({ workspaceId, fileName }), path, TAR);
  await ctx.db.upload.update({
    where: { workspaceId_fileName: { workspaceId, fileName } },
    data: { storedAt: new Date() },
  });
}

/** An archive that still exists. @throws AppError NOT_FOUND */
export async function archiveOr404(ctx: Ctx, fileName: string): Promise<{ key: string; blob: StoredBlob }> {
  const upload = await findUpload(ctx, fileName);
  const key = upload?.purpose === "export" ? blobKey(upload) : null;
  const blob = key === null ? null : await (await blobs()).stat(key);
  if (key === null || !blob) throw notFound("file");
  return { key, blob };
}
