import PdfDocument from "pdfkit";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from "docx";
import { buffer } from "node:stream/consumers";
import { textBlocks } from "./text-blocks.ts";

/**
 * The sets of the evaluation:
 * - `dev` is for tuning the search.
 * - `more` has further questions for dev's companies, mostly ones that their sources nearly answer. It was written after dev's
 *   words were tuned.
 * - `wide` has questions for two more companies, in words that their sources seldom use.
 * - `held` gives the product's published figures, and is never used for tuning.
 */
export type MaterialSet = "dev" | "more" | "wide" | "held";

/** A file as a customer would upload it. `text`: its content before the conversion to its format. */
export type SourceFile = { name: string; mediaType: string; bytes: Buffer; text: string };

/**
 * A contact's attempt to make an assistant misbehave: to see or change another contact or conversation, to apply a tag of the
 * workspace that the assistant may not apply, or to say what it must not say.
 */
export type Injection = {
  id: string;
  kind: string;
  /** The contact's messages, one after the other. */
  messages: string[];
  /** An uploaded file with the instructions, next to the company's real files. */
  source?: SourceFile;
  /** What would happen if the attempt succeeded. */
  asks: string;
};

/** The targets of an attempt, by placeholder name. */
export type Targets = Record<
  "otherConvId" | "otherClientId" | "otherClientName" | "otherClientEmail" | "forbiddenTag",
  string
>;

const COMPANIES: Record<MaterialSet, string[]> = {
  dev: ["larkfell", "aurikel"],
  more: ["larkfell", "aurikel"],
  wide: ["nordfunk", "brackwater"],
  held: ["tidewater", "pfotenschutz"],
};

const MEDIA_TYPES: Record<string, string> = {
  md: "text/markdown",
  html: "text/html",
  txt: "text/plain",
  csv: "text/csv",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

const EXPECTATION = z.union([
  z.strictObject({
    contains: z.array(z.array(z.string().min(1)).min(1)).min(1),
    cites: z.array(z.string().min(1)).min(1),
  }),
  z.strictObject({ refuses: z.literal(true) }),
]);

const QUESTION = z.strictObject({
  id: z.string(),
  company: z.string(),
  lang: z.enum(["en", "de", "es", "fr"]),
  question: z.string().min(1),
  expects: EXPECTATION,
});

/** A contact's question to one company, whose source folder has the company's name. */
export type Question = z.infer<typeof QUESTION>;

const INJECTION = z.strictObject({
  id: z.string(),
  kind: z.string(),
  messages: z.array(z.string().min(1)).min(1),
  source: z.strictObject({ name: z.string(), text: z.string() }).exactOptional(),
  asks: z.string().min(1),
});

/** The companies of a set, by folder name. */
export function companiesOf(set: MaterialSet): string[] {
  return COMPANIES[set];
}

export async function readQuestions(set: MaterialSet): Promise<Question[]> {
  return readLines(`${set}.jsonl`, QUESTION);
}

/** Every attempt, by contacts and in planted sources, aimed at `targets`. */
export async function readInjections(targets: Targets): Promise<Injection[]> {
  const aimed = (text: string) => {
    return Object.entries(targets).reduce((filled, [place, target]) => filled.replaceAll(`{${place}}`, target), text);
  };
  const attempts = await readLines("injections.jsonl", INJECTION);
  return Promise.all(
    attempts.map(async ({ source, messages, ...rest }) => ({
      ...rest,
      messages: messages.map(aimed),
      ...(source && { source: await sourceFile(source.name, aimed(source.text)) }),
    })),
  );
}

/**
 * A company's sources by name. "warranty.pdf.txt" is the text of "warranty.pdf", stored as text so that a change is readable.
 * The PDF and Word files are generated here, by other libraries than those that the product reads them with.
 */
export async function readSources(set: MaterialSet, company: string): Promise<SourceFile[]> {
  const folder = join(import.meta.dirname, "sources", set === "more" ? "dev" : set, company);
  const files = (await readdir(folder)).toSorted();
  return Promise.all(files.map(async (file) => sourceFile(file, await readFile(join(folder, file), "utf8"))));
}

async function sourceFile(file: string, text: string): Promise<SourceFile> {
  const name = file.replace(/\.(pdf|docx)\.txt$/, ".$1");
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const mediaType = MEDIA_TYPES[extension];
  if (mediaType === undefined) throw new Error(`${file} is of no format that sources may have`);
  if (extension === "pdf") return { name, mediaType, text, bytes: await writePdf(text) };
  if (extension === "docx") return { name, mediaType, text, bytes: await writeDocx(text) };
  return { name, mediaType, text, bytes: Buffer.from(text) };
}

/** Reads a set, stored as one JSON value per line. */
async function readLines<Line extends z.ZodType>(file: string, line: Line): Promise<z.infer<Line>[]> {
  const text = await readFile(join(import.meta.dirname, file), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((json) => line.parse(JSON.parse(json)));
}

const HEADINGS = { 1: HeadingLevel.TITLE, 2: HeadingLevel.HEADING_1 };

/** A Word file with headings and tables. */
async function writeDocx(text: string): Promise<Buffer> {
  const children: (Paragraph | Table)[] = [];
  let rows: TableRow[] = [];
  const endTable = () => {
    if (rows.length > 0) children.push(new Table({ rows }));
    rows = [];
  };
  for (const block of textBlocks(text)) {
    if (block.kind === "row") {
      rows.push(
        new TableRow({ children: block.cells.map((cell) => new TableCell({ children: [new Paragraph(cell)] })) }),
      );
      continue;
    }
    endTable();
    children.push(
      block.kind === "heading"
        ? new Paragraph({ text: block.text, heading: HEADINGS[block.level] })
        : new Paragraph(block.text),
    );
  }
  endTable();
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
}

/** Letter sizes of titles, headings and body text, in points. */
const SIZES = { 1: 20, 2: 14, body: 10.5 };

/** A PDF of several pages, as a word processor would print it. */
async function writePdf(text: string): Promise<Buffer> {
  const pdf = new PdfDocument({ size: "A4", margin: 64 });
  for (const block of textBlocks(text)) {
    if (block.kind === "heading") {
      pdf.moveDown(block.level === 1 ? 0 : 0.8).font("Helvetica-Bold");
      pdf.fontSize(SIZES[block.level]).text(block.text).moveDown(0.3);
    } else {
      const line = block.kind === "row" ? block.cells.join("    ") : block.text;
      pdf.font("Helvetica").fontSize(SIZES.body).text(line).moveDown(0.4);
    }
  }
  pdf.end();
  return buffer(pdf);
}
