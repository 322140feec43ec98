import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { say, type Said } from "../../say.ts";
import { passages, type Passage } from "../text/passages.ts";
import { Unreadable, GivenUp, TOO_MUCH_MEMORY } from "../unreadable.ts";
import { FILE_MAX_BYTES, titleOf, type Extraction } from "./extraction.ts";
import { elementsOf, parseHtml } from "./html-nodes.ts";

const PASSAGES_MAX = 50_000;
/** In characters, headings included. */
const PASSAGES_SIZE_MAX = 8_000_000;

/** A file, a text or a page to read. */
export type Document = {
  bytes: Uint8Array;
  /** Includes the charset if there is one. */
  contentType: string;
  /** Its title if the document contains none. */
  fileName: string | null;
  /** For a page of a site: the base address of its links. */
  url: string | null;
  /** The server's content encoding: gzip, deflate or br; identity: none. */
  encoding: string;
};

/** A document's content, ready to be stored and small enough to be sent to another process. */
export type ReadDocument = {
  title: string | null;
  passages: Passage[];
  /** SHA-256 of title and text. It stays the same while nothing that people read changes. */
  contentHash: Uint8Array<ArrayBuffer>;
  page: PageFacts | null;
};

/**
 * Reads a document and cuts it into passages.
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
  // Headings are repeated in each passage below them. The result must stay close to the size of the text.
  const size = cut.reduce((sum, { heading, content }) => sum + (heading?.length ?? 0) + content.length, 0);
  if (cut.length > PASSAGES_MAX || size > PASSAGES_SIZE_MAX) throw new Unreadable(say("source.tooLong"));
  return { title, passages: cut, contentHash, page };
}

const UNPACKED_MAX = 5 * 1024 * 1024;

/** A page's bytes before its server compressed them. */
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
 * The text of a document in any of the six formats.
 * @param contentType with its charset if there is one, for text.
 * @param fileName its title if the document contains none; null: it has no title then.
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

/** Each parser is imported only when it is needed. */
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

/** The format by content type. A file named `.md` or `.csv` counts as such even if its type only says "text". */
function formatOf(contentType: string, fileName: string | null): KnowledgeFormat {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const ending = /\.(md|markdown|csv)$/i.exec(fileName ?? "")?.[1]?.toLowerCase();
  if (FORMATS[type]) return FORMATS[type];
  if (type !== "text/plain") throw new Unreadable(say("source.unreadable"));
  return ending === "csv" ? "csv" : ending === undefined ? "txt" : "md";
}

/** In bytes: the start of a page that is searched for its own encoding declaration. */
const LOOKED_AT = 1_024;

/**
 * Decodes bytes as text: by the byte order mark, the given charset, or the page's own declaration. Otherwise UTF-8 if the bytes
 * are valid UTF-8, else Windows-1252.
 * @param contentType with its charset if there is one.
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

/** A page's metadata for crawlers. */
type PageFacts = {
  /** Complete http and https addresses without fragments. Links that the page marks as nofollow are left out. */
  links: string[];
  /** The page's canonical address. */
  canonical: string | null;
  /** The page asks not to be indexed. */
  isNotToBeKept: boolean;
};

const LINKS_MAX = 2_000;
/** In characters. No page that people link to has a longer address. */
const ADDRESS_MAX = 2_000;
/** "none" is also a value for the size of pictures in results (max-image-preview: none). */
const NOT_TO_BE_KEPT = /\bnoindex\b|(?<!:\s*)\bnone\b/i;
const NOT_TO_BE_FOLLOWED = /\bnofollow\b|(?<!:\s*)\bnone\b/i;
const NO_FACTS: PageFacts = { links: [], canonical: null, isNotToBeKept: false };

/** Returns no facts for content other than HTML. */
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
