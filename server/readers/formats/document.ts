import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { say } from "../../say.ts";
import { extract } from "./extract.ts";
import { pageFacts, type PageFacts } from "./page-facts.ts";
import { passages, type Passage } from "../text/passages.ts";
import { Unreadable, GivenUp } from "../unreadable.ts";

const PASSAGES_MAX = 50_000;
/** In characters, with the headings. */
const PASSAGES_SIZE_MAX = 8_000_000;

/** A file, a text or a page, as it is to be read. */
export type Document = {
  bytes: Uint8Array;
  /** With its charset, where there is one. */
  contentType: string;
  /** Its title where it gives itself none. */
  fileName: string | null;
  /** Of a page of a site: what its links start from. */
  url: string | null;
  /** How its server packed it: gzip, deflate, br; identity: not at all. */
  encoding: string;
};

/** What was read: ready to be stored, and small enough to be sent from one process to another. */
export type ReadDocument = {
  title: string | null;
  passages: Passage[];
  /** SHA-256 of title and text: the same where nothing that people read has changed. */
  contentHash: Uint8Array<ArrayBuffer>;
  page: PageFacts | null;
};

/**
 * Reads a document and cuts it.
 * @throws Unreadable
 */
export async function readWhole({
  bytes: packed,
  encoding,
  contentType,
  fileName,
  url,
}: Document): Promise<ReadDocument> {
  const bytes = unpack(packed, encoding);
  const page = url === null ? null : pageFacts(bytes, contentType, url);
  const { title, blocks } = await extract(bytes, contentType, fileName);
  const contentHash = new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([title, blocks]))
      .digest(),
  );
  const cut = passages(blocks);
  // Headings are repeated in each passage below them. What is sent must stay near the size of the text.
  const size = cut.reduce((sum, { heading, content }) => sum + (heading?.length ?? 0) + content.length, 0);
  if (cut.length > PASSAGES_MAX || size > PASSAGES_SIZE_MAX) throw new Unreadable(say("source.tooLong"));
  return { title, passages: cut, contentHash, page };
}

const UNPACKED_MAX = 5 * 1024 * 1024;

/**
 * A page's bytes as they were before its server packed them.
 * @throws GivenUp
 */
function unpack(bytes: Uint8Array, encoding: string): Uint8Array {
  const unpackWith = { identity: null, gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[encoding];
  if (unpackWith === null) return bytes;
  if (!unpackWith) throw new GivenUp(say("source.packed"));
  try {
    return unpackWith(bytes, { maxOutputLength: UNPACKED_MAX });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new GivenUp(isTooLarge ? say("source.unpacksTo", { size: "5 MiB" }) : say("source.packed"));
  }
}
