import { fileTypeFromFile } from "file-type";
import { readFile, stat } from "node:fs/promises";
import { imageSize, type ImageSize } from "./image-size.ts";

export type FileFacts = {
  /** In file-type's words; null: it has no signature, or none that is known. */
  type: { mime: string; ext: string } | null;
  /** Of a picture of the four types that are shown; null also where its header is damaged. */
  imageSize: ImageSize | null;
};

/** A picture is read into memory to find its size; a larger one has none. */
const LARGEST_IMAGE_BYTES = 25 * 1024 * 1024;

export async function fileFacts(path: string): Promise<FileFacts> {
  const type = (await fileTypeFromFile(path)) ?? null;
  const isImage = type?.mime.startsWith("image/") && (await stat(path)).size <= LARGEST_IMAGE_BYTES;
  return { type, imageSize: type && isImage ? imageSize(type.mime, await readFile(path)) : null };
}
