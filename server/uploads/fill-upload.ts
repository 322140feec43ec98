import { blobs } from "../blobs/blobs.ts";
import type { Ctx } from "../ctx.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { blobKey } from "./access.ts";
import { type MediaType, knownMediaType, mediaTypes } from "./media-types.ts";
import type { FileFacts } from "../readers/formats/file-facts.ts";
import { factsOf, factsProblem } from "./check-content.ts";
import { UNKNOWN_TYPE } from "./reserve-upload.ts";

/** The detected type of a file, and its file extension. */
type FoundType = { contentType: string; extension: string };

const UNKNOWN: FoundType = { contentType: UNKNOWN_TYPE, extension: "bin" };
/** A picture is read into memory to be checked. A larger one is only stored. */
const LARGEST_IMAGE_BYTES = 25 * 1024 * 1024;
/** The container of the old Office formats does not show which format it holds. */
const AMBIGUOUS = "application/x-cfb";

/** Stored bytes that no one can access yet. */
export type KeptBytes = FoundType & { sizeBytes: number };

/**
 * Checks the bytes of a reserved upload and stores them. They stay inaccessible until `fillUpload`.
 * @param spooled the file with the bytes. It is moved, or the caller deletes it.
 */
export async function keepBytes(
  upload: Upload,
  spooled: { path: string; sizeBytes: number },
  kind: MediaType["kind"],
): Promise<KeptBytes> {
  const { path, sizeBytes } = spooled;
  const type = await foundType(upload.workspaceId, path, sizeBytes, { contentType: upload.contentType, kind });
  const store = await blobs();
  const key = blobKey(upload);
  // An earlier process stored the same file completely and died before it recorded that.
  if (!(await store.keep(key, path, type.contentType))) {
    const stored = await store.stat(key);
    if (stored) return { ...type, sizeBytes: stored.sizeBytes };
  }
  return { ...type, sizeBytes };
}

/**
 * Makes a reserved upload readable.
 * @param tx the transaction that ends the copying.
 * @param name without an extension, for a file that its sender gave no name.
 */
export async function fillUpload(tx: Ctx, upload: Upload, kept: KeptBytes, name: string): Promise<void> {
  const { contentType, sizeBytes, extension } = kept;
  await tx.db.upload.updateMany({
    where: { workspaceId: tx.workspaceId, id: upload.id, storedAt: null },
    data: {
      contentType,
      sizeBytes,
      storedAt: tx.now,
      ...(upload.name === null ? { name: `${name}.${extension}` } : {}),
    },
  });
}

/** Deletes the bytes of an upload that was discarded during its copying. The prune job may have run before the bytes arrived. */
export async function dropBytes(upload: Upload): Promise<void> {
  await (await blobs()).delete(blobKey(upload));
}

/**
 * The type of an external file, judged by its bytes and not by its declaration. Unknown types are download-only, whatever type
 * was declared. Audio and video of other formats keep their format's name, for players.
 * @param expected the sender's declared type and the message's kind. They decide between formats that share a container.
 */
async function foundType(
  workspaceId: number,
  path: string,
  sizeBytes: number,
  expected: { contentType: string; kind: MediaType["kind"] },
): Promise<FoundType> {
  const facts = await factsOf(workspaceId, path);
  if (!facts) return UNKNOWN;
  const { type: found } = facts;
  const announced = knownMediaType(expected.contentType);
  if (!found) return announced?.signatures === null ? checked(facts, path, sizeBytes, announced) : UNKNOWN;
  const fitting = mediaTypes().filter(({ signatures }) => signatures?.includes(found.mime));
  const type =
    fitting.find(({ contentType }) => contentType === announced?.contentType) ??
    (found.mime === AMBIGUOUS ? undefined : (fitting.find(({ kind }) => kind === expected.kind) ?? fitting[0]));
  if (type) return checked(facts, path, sizeBytes, type);
  const isPlayable = /^(?:audio|video)\/[\w.+-]+$/.test(found.mime);
  return isPlayable ? { contentType: found.mime, extension: found.ext } : { ...UNKNOWN, extension: found.ext };
}

async function checked(facts: FileFacts, path: string, sizeBytes: number, type: MediaType): Promise<FoundType> {
  if (type.kind === "image" && sizeBytes > LARGEST_IMAGE_BYTES) return { ...UNKNOWN, extension: type.extension };
  const { contentType, extension } = type;
  return (await factsProblem(facts, path, type)) === null ? { contentType, extension } : UNKNOWN;
}
