import PdfDocument from "pdfkit";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from "docx";
import { buffer } from "node:stream/consumers";
import { textBlocks } from "./text-blocks.ts";

/**
 * `dev` is there to tune the search on; `more` asks dev's companies again, mostly what their sources nearly answer, and was written
 * when dev's words were tuned already; `wide` asks two further companies in words that are seldom those of the sources; `held` is what the product's figures are measured with, and nobody tunes on it.
 */
export type MaterialSet = "dev" | "more" | "wide" | "held";

/** A file as a customer would upload it. `text`: what stands in it, before it became a file of that format. */
export type SourceFile = { name: string; mediaType: string; bytes: Buffer; text: string };

/**
 * A client's try to make an assistant act: to see or touch a conversation or a client that is not the writer's, to apply a tag of the
 * workspace that the assistant may not apply, to make it say what it must not.
 */
export type Injection = {
  id: string;
  kind: string;
  /** What the client writes, one message after the other. */
  messages: string[];
  /** An uploaded file that carries the instructions, next to the company's real ones. */
  source?: SourceFile;
  /** What would have happened had it worked. */
  asks: string;
};

/** What a try is after, by the name of its place. */
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

/** A question of a client to one company, whose folder of sources bears its name. */
export type Question = z.infer<typeof QUESTION>;

const INJECTION = z.strictObject({
  id: z.string(),
  kind: z.string(),
  messages: z.array(z.string().min(1)).min(1),
  source: z.strictObject({ name: z.string(), text: z.string() }).exactOptional(),
  asks: z.string().min(1),
});

/** The companies of a set, by the names of their folders. */
export function companiesOf(set: MaterialSet): string[] {
  return COMPANIES[set];
}

export async function readQuestions(set: MaterialSet): Promise<Question[]> {
  return readLines(`${set}.jsonl`, QUESTION);
}

/** Every attempt, those of clients and those planted in sources, aimed at `targets`. */
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
 * A company's sources by name. "warranty.pdf.txt" is the text of "warranty.pdf", kept as text so that a change of it can be read; the PDF and
 * Word files are written here, by libraries that are not those that the product reads them with.
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

/** A set is stored one JSON value per line. */
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

/** Points of the letters of titles, of headings and of everything else. */
const SIZES = { 1: 20, 2: 14, body: 10.5 };

/** A PDF of several pages, as a word processor would print the text. */
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
