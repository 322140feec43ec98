import { createHash } from "node:crypto";
import { extract } from "./extract.ts";
import { pageFacts } from "./page-facts.ts";
import type { PageFacts } from "./page-facts.ts";
import { passages } from "./passages.ts";
import type { Passage } from "./passages.ts";

/** A file, a text or a page, as it is to be read. */
export type Document = {
  bytes: Uint8Array;
  /** With its charset, where there is one. */
  contentType: string;
  /** Its title where it gives itself none. */
  fileName: string | null;
  /** Of a page of a site: what its links start from. */
  url: string | null;
};

/** What was read: ready to be stored, and small enough to be handed from one thread to another. */
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
export async function readWhole({ bytes, contentType, fileName, url }: Document): Promise<ReadDocument> {
  const page = url === null ? null : pageFacts(bytes, contentType, url);
  const { title, blocks } = await extract(bytes, contentType, fileName);
  const contentHash = new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([title, blocks]))
      .digest(),
  );
  return { title, passages: passages(blocks), contentHash, page };
}
