import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack, type Pack } from "tar-stream";
import { systemCtx } from "../auth/system-ctx.ts";
import { blobs } from "../blobs/blobs.ts";
import { spool } from "../blobs/spool.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { ClientDataRequest } from "../generated/prisma/client.ts";
import { countMessagesOf } from "../inbox/forget-words.ts";
import { keepArchive, storedFiles, type StoredFile } from "../uploads/archives.ts";
import { discardUploads } from "../uploads/discard-uploads.ts";
import { uploadUrl } from "../uploads/upload-link.ts";
import { archiveNameOf, beginRequest, noteProgress } from "./data-request.ts";
import { personOf } from "./person-of.ts";
import { writeRecord } from "./write-record.ts";

/**
 * Puts everything that is kept of a contact into one archive (tar): `contact.json`, and its files under `files/` by the names that their
 * addresses end with. A run that was cut short is begun again.
 */
export async function runExport(workspaceId: number, requestId: string): Promise<void> {
  const ctx = systemCtx(workspaceId, "export-client-data");
  const request = await beginRequest(ctx, requestId, "export");
  if (!request) return;
  const person = await personOf(ctx, request.clientId);
  const messages = await countMessagesOf(ctx, person);
  await noteProgress(ctx, request, { totalCount: messages });

  let doneCount = 0;
  const tell = async (count: number) => {
    if (count === 0) return;
    doneCount += count;
    await noteProgress(ctx, request, { doneCount });
  };
  const record = await writeRecord(workspaceId, person, (part, count) => tell(part === "messages" ? count : 0));
  try {
    const files = await storedFiles(ctx, record.addresses);
    await noteProgress(ctx, request, { totalCount: messages + files.length });
    const archive = await spool(packed(record, files, () => tell(1)));
    try {
      await keep(ctx, request, archive.path, archive.sizeBytes);
    } finally {
      await rm(archive.path, { force: true });
    }
  } finally {
    await rm(record.path, { force: true });
  }
}

async function keep(ctx: Ctx, request: ClientDataRequest, path: string, sizeBytes: number): Promise<void> {
  const fileName = archiveNameOf(request);
  // Its row first: bytes without one would never be found and deleted.
  await keepArchive(ctx, { fileName, path, sizeBytes });
  const completedAt = new Date();
  if (await noteProgress(ctx, request, { state: "completed", fileName, completedAt })) return;
  // The contact was erased meanwhile.
  await inTransaction(ctx, (tx) => discardUploads(tx, [uploadUrl(ctx.workspaceId, fileName)]));
}

/** The archive as a stream, which reads each file when its turn comes. */
function packed(
  record: { path: string; sizeBytes: number },
  files: readonly StoredFile[],
  onFile: () => Promise<void>,
): AsyncIterable<Uint8Array> {
  const tar = pack();
  fill(tar, record, files, onFile).then(
    () => tar.finalize(),
    (error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  // What is packed are bytes; the library's types do not say it.
  return tar as AsyncIterable<Uint8Array>;
}

async function fill(
  tar: Pack,
  record: { path: string; sizeBytes: number },
  files: readonly StoredFile[],
  onFile: () => Promise<void>,
): Promise<void> {
  await add(tar, "contact.json", record.sizeBytes, createReadStream(record.path));
  const store = await blobs();
  for (const { key, fileName, sizeBytes } of files) {
    await add(tar, `files/${fileName}`, sizeBytes, await store.read(key));
    await onFile();
  }
}

function add(tar: Pack, name: string, size: number, bytes: Readable): Promise<void> {
  return pipeline(bytes, tar.entry({ name, size }));
}
