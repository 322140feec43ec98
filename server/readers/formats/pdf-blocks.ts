import { getDocumentProxy } from "unpdf";
import { say } from "../../say.ts";
import { titleOf, type Extraction, createBlockWriter, type Block, isHeaderRow, namedCells } from "./extraction.ts";
import { Unreadable } from "../unreadable.ts";

const PAGES_MAX = 2_000;
/** Titles that programs write by default. */
const NO_TITLE = /^(?:untitled|microsoft word|document\d*|.*\.(?:docx?|pdf|odt|indd|pptx?))/i;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * The text of a PDF.
 * @throws Unreadable
 */
export async function pdfBlocks(bytes: Uint8Array): Promise<Extraction> {
  const pdf = await open(bytes);
  try {
    if (pdf.numPages > PAGES_MAX) throw new Unreadable(say("source.pages", { count: PAGES_MAX }));
    const lines: PdfLine[] = [];
    for (let page = 1; page <= pdf.numPages; page++) lines.push(...(await readPage(pdf, page)));
    if (lines.length === 0) throw new Unreadable(say("source.scan"));
    const blocks = layOut(withoutMargins(lines, pdf.numPages));
    return { title: await readTitle(pdf, lines), blocks };
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The library takes ownership of the bytes, and transfers them to its own thread if it has one.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, disableFontFace: true });
  } catch (error) {
    if (error instanceof Error && error.name === "PasswordException") throw new Unreadable(say("source.encrypted"));
    if (error instanceof Error && error.name === "InvalidPDFException") throw new Unreadable(say("source.noPdf"));
    throw error;
  }
}

async function readPage(pdf: Pdf, number: number): Promise<PdfLine[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const [, bottom = 0, , top = 0] = page.view;
  const pieces = items.flatMap((item): PdfPiece[] => {
    if (!("str" in item)) return [];
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[];
    const { str: text, width, fontName: font, hasEOL: endsLine } = item;
    return [{ text, x, y: y - bottom, width, size: Math.hypot(a, b), font, endsLine }];
  });
  page.cleanup();
  return linesOf(pieces, number, top - bottom);
}

/** The title in the file's metadata, otherwise the largest text on its first page. */
async function readTitle(pdf: Pdf, lines: readonly PdfLine[]): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const named = "Title" in info && typeof info.Title === "string" ? titleOf(info.Title) : null;
  if (named !== null && !NO_TITLE.test(named)) return named;
  const first = lines.filter(({ page }) => page === 1);
  const largest = Math.max(0, ...first.map(({ size }) => size));
  const usual = first.map(({ size }) => size).sort((a, b) => a - b)[Math.floor(first.length / 2)] ?? 0;
  if (largest < usual * 1.2) return null;
  const title = first.filter(({ size }) => size === largest).slice(0, 2);
  return titleOf(title.map(({ cells }) => cells.join(" ")).join(" "));
}

const ITEM = /^(?:[•‣▪●○◦–-]|\d{1,3}[.)]|[a-z][.)])\s+/;
const BULLET = /^[•‣▪●○◦–-]\s+/;
/** Relative to the size of body text. */
const HEADING_SIZE = 1.12;
const HEADING_WORDS = 20;
const BOLD_HEADING_WORDS = 12;
/** Relative to the usual line distance. A larger gap starts a new paragraph. */
const PARAGRAPH_GAP = 1.35;

/**
 * The blocks of a document, from its lines. Headings are found by letter size or their own font, paragraphs by spacing, lists by
 * markers, and tables by gaps within a line. Words hyphenated at a line's end are joined.
 */
function layOut(lines: readonly PdfLine[]): Block[] {
  const body = usualLine(lines);
  const sizes = [...new Set(lines.map((line) => rounded(line.size)))].filter((size) => size > body.size * HEADING_SIZE);
  sizes.sort((a, b) => b - a);
  const spelled = wordsWithin(lines);
  const writer = createBlockWriter();
  for (const group of groupsOf(lines, body)) {
    const [first] = group;
    if (!first) continue;
    const text = () => group.reduce((joined, line) => joinLine(joined, line.cells.join(" "), spelled), "");
    const level = headingLevel(group, body, sizes);
    if (level !== null) writer.heading(level, text());
    else if (first.cells.length > 1) for (const row of rowsOf(group)) writer.block(row, true);
    else writer.block(text().replace(BULLET, "• "));
  }
  return writer.blocks;
}

type Body = { size: number; font: string; gap: number };

/** Minimum share of all line distances. A rarer distance does not occur between the lines of a paragraph. */
const GAP_SHARE = 0.1;

/** The format of most characters, and the distance between the lines of a paragraph, which is the smallest common one. */
function usualLine(lines: readonly PdfLine[]): Body {
  const size = mostFrequent(lines, (line) => rounded(line.size)) ?? 10;
  const body = lines.filter((line) => rounded(line.size) === size);
  const gaps = body
    .flatMap((line, at) => {
      const before = body[at - 1];
      const down = before?.page === line.page ? rounded(before.y - line.y) : 0;
      return down >= size * 0.8 && down < size * 2.5 ? [down] : [];
    })
    .sort((one, other) => one - other);
  const gap = gaps.find((down) => gaps.filter((other) => other === down).length >= gaps.length * GAP_SHARE);
  return { size, font: mostFrequent(body, ({ font }) => font) ?? "", gap: gap ?? size * 1.2 };
}

function mostFrequent<Key>(lines: readonly PdfLine[], keyOf: (line: PdfLine) => Key): Key | null {
  const counts = new Map<Key, number>();
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + line.cells.join(" ").length);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/** Groups of lines that belong together: a paragraph, a list item, a heading or the rows of a table. */
function groupsOf(lines: readonly PdfLine[], body: Body): PdfLine[][] {
  const groups: PdfLine[][] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const group = groups.at(-1);
    if (before && group && isContinued(before, line, body)) group.push(line);
    else groups.push([line]);
  });
  return groups;
}

function isContinued(before: PdfLine, line: PdfLine, body: Body): boolean {
  const isRow = line.cells.length > 1;
  if (isRow !== before.cells.length > 1) return false;
  const down = before.y - line.y;
  if (isRow) return before.page === line.page ? down > 0 && down < body.gap * 3 : true;
  const text = line.cells[0] ?? "";
  if (rounded(before.size) !== rounded(line.size) || ITEM.test(text)) return false;
  // Bold letters at the start of a line are a heading, unless the sentence continues in them.
  const isSentence = !/[.!?:]$/.test(before.cells.at(-1) ?? "");
  if (before.font !== line.font && !(isSentence && /^\p{Ll}/u.test(text))) return false;
  if (before.page !== line.page || down <= 0) return isSentence && /^[\p{Ll}\d(]/u.test(text);
  return down <= Math.max(body.gap, line.size * 1.2) * PARAGRAPH_GAP;
}

function headingLevel(group: readonly PdfLine[], body: Body, sizes: readonly number[]): number | null {
  const [first] = group;
  if (!first || first.cells.length > 1) return null;
  const text = group.map(({ cells }) => cells.join(" ")).join(" ");
  const words = text.split(/\s+/).length;
  const size = rounded(first.size);
  if (size > body.size * HEADING_SIZE && words <= HEADING_WORDS) return 1 + Math.min(4, sizes.indexOf(size));
  const isOwnFont = group.every(({ font }) => font !== body.font) && size >= body.size;
  if (isOwnFont && group.length <= 2 && words <= BOLD_HEADING_WORDS && !/[.;,]$/.test(text) && /\p{L}/u.test(text))
    return 6;
  return null;
}

/** A table's rows, with column names if the first row contains them. */
function rowsOf(lines: readonly PdfLine[]): string[] {
  const [head, ...rest] = lines.map(({ cells }) => cells);
  if (!head) return [];
  if (isHeaderRow(head, rest)) return rest.map((cells) => namedCells(head, cells));
  return [head, ...rest].map(([name = "", ...cells]) =>
    cells.length === 1 ? `${name.replace(/:$/, "")}: ${cells[0] ?? ""}` : [name, ...cells].join("; "),
  );
}

/** Words written with a hyphen inside a line. In these words the hyphen is part of the spelling. */
function wordsWithin(lines: readonly PdfLine[]): ReadonlySet<string> {
  const words = lines.flatMap(({ cells }) => cells.join(" ").match(/\p{L}+-\p{L}+/gu) ?? []);
  return new Set(words.map((word) => word.toLowerCase()));
}

function joinLine(text: string, line: string, spelled: ReadonlySet<string>): string {
  if (text === "") return line;
  const begun = /(\p{L}{2,})[-\u2010\u00AD]$/u.exec(text)?.[1];
  const rest = /^\p{Ll}+/u.exec(line)?.[0];
  if (begun === undefined || rest === undefined) return `${text} ${line}`;
  const isOwn = spelled.has(`${begun}-${rest}`.toLowerCase());
  return `${isOwn ? text : text.slice(0, -1)}${line}`;
}

function rounded(points: number): number {
  return Math.round(points * 2) / 2;
}

/** A piece of text and its position on the page, in points. `y` grows upwards. */
type PdfPiece = {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  font: string;
  endsLine: boolean;
};

type PdfLine = {
  /** The separate parts of the line, left to right. A table row has several. */
  cells: string[];
  x: number;
  y: number;
  size: number;
  /** The font of most of its characters. */
  font: string;
  page: number;
  /** From 0 at the top of its page to 1 at the bottom. */
  depth: number;
};

/** In points. People cannot read smaller text. */
const SIZE_MIN = 2;
/** Relative to the letter size: a gap wider than a space between words, and a gap between table columns. */
const SPACE = 0.12;
const COLUMN_GAP = 2;

/** The lines of a page in the order in which the file contains its pieces: column by column if the page has columns. */
function linesOf(pieces: readonly PdfPiece[], page: number, height: number): PdfLine[] {
  const lines: PdfLine[] = [];
  let open: PdfPiece[] = [];
  const end = () => {
    const line = lineOf(open, page, height);
    if (line) lines.push(line);
    open = [];
  };
  for (const piece of pieces) {
    const last = open.findLast(({ text }) => text.trim() !== "");
    const isNew =
      last && piece.text.trim() !== "" && Math.abs(piece.y - last.y) > 0.6 * Math.max(piece.size, last.size);
    if (isNew) end();
    if (piece.size >= SIZE_MIN) open.push(piece);
    if (piece.endsLine) end();
  }
  end();
  return lines;
}

function lineOf(pieces: readonly PdfPiece[], page: number, height: number): PdfLine | null {
  const written = pieces.filter(({ text }) => text.trim() !== "");
  const [first] = written;
  if (!first) return null;
  const cells: string[] = [];
  let cell = "";
  let right = first.x;
  for (const piece of written) {
    const gap = piece.x - right;
    if (gap > COLUMN_GAP * piece.size && cell.trim() !== "") {
      cells.push(cell.trim());
      cell = "";
    } else if (gap > SPACE * piece.size) cell += " ";
    cell += piece.text;
    right = piece.x + piece.width;
  }
  cells.push(cell.trim());
  // Some programs separate table columns with spaces.
  const apart = cells.flatMap((text) => text.split(/\s{3,}/)).filter(Boolean);
  const main = written.reduce((longest, piece) => (piece.text.length > longest.text.length ? piece : longest));
  return {
    cells: apart,
    x: first.x,
    y: main.y,
    size: main.size,
    font: main.font,
    page,
    depth: height > 0 ? 1 - main.y / height : 0,
  };
}

/** The share of a page's height, at its edges, where headers and footers are. */
const MARGIN = 0.12;
/** The minimum share of pages that repeat the line. */
const REPEATED = 0.6;

/** Removes lines that most pages repeat at their edges: headers, footers, page numbers. */
function withoutMargins(lines: readonly PdfLine[], pages: number): PdfLine[] {
  if (pages < 2) return [...lines];
  const seen = new Map<string, Set<number>>();
  const keyOf = ({ cells, depth }: PdfLine) =>
    depth > MARGIN && depth < 1 - MARGIN
      ? null
      : `${depth <= MARGIN ? "top" : "bottom"} ${cells.join(" ").replace(/\d+/g, "#").toLowerCase()}`;
  for (const line of lines) {
    const key = keyOf(line);
    if (key !== null) seen.set(key, (seen.get(key) ?? new Set()).add(line.page));
  }
  const least = Math.max(2, Math.ceil(pages * REPEATED));
  return lines.filter((line) => {
    const key = keyOf(line);
    return key === null || (seen.get(key)?.size ?? 0) < least;
  });
}
