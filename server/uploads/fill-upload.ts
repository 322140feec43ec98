import { blobs } from "../blobs/blobs.ts";
import type { Ctx } from "../ctx.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { blobKey } from "./access.ts";
import { type MediaType, knownMediaType, mediaTypes } from "./media-types.ts";
import type { FileFacts } from "../readers/formats/file-facts.ts";
import { factsOf, factsProblem } from "./check-content.ts";
import { UNKNOWN_TYPE } from "./reserve-upload.ts";

/** What a file turned out to be, and the ending that a name of it has. */
type FoundType = { contentType: string; extension: string };

const UNKNOWN: FoundType = { contentType: UNKNOWN_TYPE, extension: "bin" };
/** A picture is read into memory to be looked at; one that is larger is only kept. */
const LARGEST_IMAGE_BYTES = 25 * 1024 * 1024;
/** The container of the old Office formats does not say which of them it holds. */
const AMBIGUOUS = "application/x-cfb";

/** Bytes that lie in the storage and are still nobody's. */
export type KeptBytes = FoundType & { sizeBytes: number };

/**
 * Looks at the bytes of a reserved upload and puts them into the storage, where they stay unseen until `fillUpload`.
 * @param spooled the file with them; it is gone afterwards, or to be deleted by the caller.
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
  // Whoever was here first stored the same file whole, and died before it could say so.
  if (!(await store.keep(key, path, type.contentType))) {
    const stored = await store.stat(key);
    if (stored) return { ...type, sizeBytes: stored.sizeBytes };
  }
  return { ...type, sizeBytes };
}

/**
 * Opens a reserved upload to its readers.
 * @param tx the transaction that ends the copying.
 * @param name for a file to which its sender gave none, without an ending.
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

/** Deletes the bytes of an upload that was discarded while they were fetched: whoever prunes may have been there before them. */
export async function dropBytes(upload: Upload): Promise<void> {
  await (await blobs()).delete(blobKey(upload));
}

/**
 * What a file from outside is, by its bytes: nobody's word for it is taken. What is none of the types that are known is for
 * download only, whatever it was announced as; sounds and films of other formats keep the name of their format, for players.
 * @param expected what its sender says that it is, and the kind of message that it came as: the judge between formats that share a
 *   container.
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
