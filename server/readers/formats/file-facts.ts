import { fileTypeFromFile } from "file-type";
import { readFile, stat } from "node:fs/promises";

export type FileFacts = {
  /** The type in file-type's terms; null: no signature, or an unknown one. */
  type: { mime: string; ext: string } | null;
  /** For a picture of the four displayed types; null also if its header is damaged. */
  imageSize: ImageSize | null;
};

/** A picture is read into memory to find its size. A larger picture gets no size. */
const LARGEST_IMAGE_BYTES = 25 * 1024 * 1024;

export async function fileFacts(path: string): Promise<FileFacts> {
  const type = (await fileTypeFromFile(path)) ?? null;
  const isImage = type?.mime.startsWith("image/") && (await stat(path)).size <= LARGEST_IMAGE_BYTES;
  return { type, imageSize: type && isImage ? imageSize(type.mime, await readFile(path)) : null };
}

type ImageSize = { width: number; height: number };

/** Width and height from an image's header, in pixels; null if it cannot be read. */
export function imageSize(contentType: string, bytes: Buffer): ImageSize | null {
  try {
    switch (contentType) {
      case "image/png":
      case "image/apng":
        return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
      case "image/gif":
        return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
      case "image/jpeg":
        return jpegSize(bytes);
      case "image/webp":
        return webpSize(bytes);
      default:
        return null;
    }
  } catch (error) {
    // The file ends inside its own header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** ITU T.81: segments of marker and length. The frame header (SOF) contains the size. */
function jpegSize(bytes: Buffer): ImageSize | null {
  let at = 2;
  while (at < bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    // Markers may be padded with more 0xff bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // The scan begins here. The frame header should have come before it.
    if (marker === 0xda) return null;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** RFC 9649: simple (lossy), lossless and extended files store the size in different places. */
function webpSize(bytes: Buffer): ImageSize | null {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
