import { say, type Said } from "../../say.ts";
import { decodeText } from "./decode-text.ts";
import { FILE_MAX_BYTES, titleOf, type Extraction } from "./extraction.ts";
import { GivenUp, TOO_MUCH_MEMORY, Unreadable } from "../unreadable.ts";

export type KnowledgeFormat = "pdf" | "docx" | "html" | "md" | "csv" | "txt";

/**
 * What a document of any of the six formats says.
 * @param contentType with its charset, where there is one: for text.
 * @param fileName its title where it gives itself none; null: it has none then.
 * @throws Unreadable with a clause for people
 */
export async function extract(
  bytes: Uint8Array,
  contentType: string,
  fileName: string | null,
): Promise<Extraction & { title: string | null }> {
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
