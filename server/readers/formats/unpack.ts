import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { GivenUp } from "../unreadable.ts";

const UNPACKED_MAX = 5 * 1024 * 1024;

/**
 * A page's bytes as they were before its server packed them.
 * @throws GivenUp
 */
export function unpack(bytes: Uint8Array, encoding: string): Uint8Array {
  const unpackWith = { identity: null, gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[encoding];
  if (unpackWith === null) return bytes;
  if (!unpackWith) throw new GivenUp("it is packed in a way that we do not know");
  try {
    return unpackWith(bytes, { maxOutputLength: UNPACKED_MAX });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new GivenUp(isTooLarge ? "it unpacks to more than 5 MiB" : "it is packed in a way that we do not know");
  }
}
