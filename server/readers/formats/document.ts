import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { say, type Said } from "../../say.ts";
import { passages, type Passage } from "../text/passages.ts";
import { Unreadable, GivenUp, TOO_MUCH_MEMORY } from "../unreadable.ts";
import { FILE_MAX_BYTES, titleOf, type Extraction } from "./extraction.ts";
import { elementsOf, parseHtml } from "./html-nodes.ts";

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
export async function readWhole({ contentType, fileName, url, ...packed }: Document): Promise<ReadDocument> {
  const bytes = unpack(packed);
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

/** A page's bytes as they were before its server packed them. */
function unpack({ bytes, encoding }: Pick<Document, "bytes" | "encoding">): Uint8Array {
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

type KnowledgeFormat = "pdf" | "docx" | "html" | "md" | "csv" | "txt";

/**
 * What a document of any of the six formats says.
 * @param contentType with its charset, where there is one: for text.
 * @param fileName its title where it gives itself none; null: it has none then.
 * @throws Unreadable with a clause for people
 */
export async function extract(bytes: Uint8Array, contentType: string, fileName: string | null) {
  if (bytes.byteLength > FILE_MAX_BYTES) throw new Unreadable(say("source.tooLarge"));
  const format = formatOf(contentType, fileName);
  const { title, blocks } = await read(format, bytes, contentType).catch((error: unknown) => {
    if (error instanceof RangeError)
      throw /call stack/.test(error.message) ? new Unreadable(say("source.nested")) : new GivenUp(TOO_MUCH_MEMORY);
    throw error;
  });
  if (blocks.length === 0) throw new Unreadable(NOTHING[format] ?? say("source.noText"));
  return { title: title ?? titleOf(fileName?.replace(/\.[a-z0-9]{1,5}$/i, "")), blocks };
}

const NOTHING: Partial<Record<KnowledgeFormat, Said>> = {
  pdf: say("source.scan"),
  csv: say("source.noRows"),
};

/** A process loads the parsers that it needs. */
async function read(format: KnowledgeFormat, bytes: Uint8Array, contentType: string): Promise<Extraction> {
  switch (format) {
    case "pdf":
      return (await import("./pdf-blocks.ts")).pdfBlocks(bytes);
    case "docx":
      return (await import("./docx-blocks.ts")).docxBlocks(bytes);
    case "html":
      return (await import("./html-blocks.ts")).htmlBlocks(decodeText(bytes, contentType));
    case "md":
      return (await import("./markdown-blocks.ts")).markdownBlocks(decodeText(bytes, contentType));
    case "csv":
      return (await import("./csv-blocks.ts")).csvBlocks(decodeText(bytes, contentType));
    case "txt":
      return (await import("./text-blocks.ts")).textBlocks(decodeText(bytes, contentType));
  }
}

const FORMATS: Record<string, KnowledgeFormat> = {
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/markdown": "md",
  "text/x-markdown": "md",
  "text/csv": "csv",
};

/** By its type; a file called `.md` or `.csv` is one also where its type only says "text". */
function formatOf(contentType: string, fileName: string | null): KnowledgeFormat {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const ending = /\.(md|markdown|csv)$/i.exec(fileName ?? "")?.[1]?.toLowerCase();
  if (FORMATS[type]) return FORMATS[type];
  if (type !== "text/plain") throw new Unreadable(say("source.unreadable"));
  return ending === "csv" ? "csv" : ending === undefined ? "txt" : "md";
}

/** In what is read before a page's own word on its encoding is believed. */
const LOOKED_AT = 1_024;

/**
 * Bytes as text: by their byte order mark, by what came with them, by what the page says of itself; else UTF-8 where they are, and
 * Windows-1252 where they are not.
 * @param contentType with its charset, where there is one.
 */
function decodeText(bytes: Uint8Array, contentType: string): string {
  const mark = [
    { label: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
    { label: "utf-16le", bytes: [0xff, 0xfe] },
    { label: "utf-16be", bytes: [0xfe, 0xff] },
  ].find((known) => known.bytes.every((byte, at) => bytes[at] === byte));
  if (mark) return new TextDecoder(mark.label).decode(bytes);
  const begin = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString("latin1");
  const said =
    /charset=["']?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(begin)?.[1] ??
    "utf-8";
  return decodeAs(said, bytes) ?? decodeAs("utf-8", bytes) ?? new TextDecoder("windows-1252").decode(bytes);
}

function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** What a page says to programs that visit it. */
type PageFacts = {
  /** Whole addresses of http and https, without fragments; none that the page asks not to be followed. */
  links: string[];
  /** The address that it calls its own. */
  canonical: string | null;
  /** It asks not to be taken up. */
  isNotToBeKept: boolean;
};

const LINKS_MAX = 2_000;
/** In characters; a longer address is no page that people link to. */
const ADDRESS_MAX = 2_000;
/** "none" is also what a page may say of the size of its pictures in results (max-image-preview: none). */
const NOT_TO_BE_KEPT = /\bnoindex\b|(?<!:\s*)\bnone\b/i;
const NOT_TO_BE_FOLLOWED = /\bnofollow\b|(?<!:\s*)\bnone\b/i;
const NO_FACTS: PageFacts = { links: [], canonical: null, isNotToBeKept: false };

/** Of a page of HTML; nothing of anything else. */
function pageFacts(bytes: Uint8Array, contentType: string, url: string): PageFacts {
  if (!/html/i.test(contentType)) return NO_FACTS;
  const page = parseHtml(decodeText(bytes, contentType));
  const base = addressOf(elementsOf("base", page)[0]?.attribs.href, url) ?? url;
  const wishes = elementsOf("meta", page)
    .filter(({ attribs }) => attribs.name?.toLowerCase() === "robots")
    .map(({ attribs }) => attribs.content?.toLowerCase() ?? "")
    .join(",");
  const canonical = elementsOf("link", page).find(({ attribs }) => relOf(attribs.rel).includes("canonical"));
  const links = NOT_TO_BE_FOLLOWED.test(wishes)
    ? []
    : elementsOf("a", page)
        .filter(({ attribs }) => !relOf(attribs.rel).includes("nofollow"))
        .slice(0, LINKS_MAX)
        .flatMap(({ attribs }) => addressOf(attribs.href, base) ?? []);
  return {
    links: [...new Set(links)],
    canonical: addressOf(canonical?.attribs.href, base),
    isNotToBeKept: NOT_TO_BE_KEPT.test(wishes),
  };
}

function relOf(rel: string | undefined): string[] {
  return (rel ?? "").toLowerCase().split(/\s+/);
}

function addressOf(href: string | undefined, base: string): string | null {
  const url = href === undefined ? null : URL.parse(href.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.hash = "";
  return url.href.length > ADDRESS_MAX ? null : url.href;
}
