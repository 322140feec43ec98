import { createBlockWriter, type Block } from "./extraction.ts";
import type { PdfLine } from "./pdf-lines.ts";
import { isHeaderRow, namedCells } from "./rows.ts";

const ITEM = /^(?:[•‣▪●○◦–-]|\d{1,3}[.)]|[a-z][.)])\s+/;
const BULLET = /^[•‣▪●○◦–-]\s+/;
/** Of the body's size. */
const HEADING_SIZE = 1.12;
const HEADING_WORDS = 20;
const BOLD_HEADING_WORDS = 12;
/** Of the usual distance between lines: more is a new paragraph. */
const PARAGRAPH_GAP = 1.35;

/**
 * The blocks of a document, from its lines: headings by the size of their letters or by a font of their own, paragraphs by the space
 * between them, lists by their marks, tables by what stands apart on a line. Words that were parted at a line's end are whole again.
 */
export function layOut(lines: readonly PdfLine[]): Block[] {
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

/** Of all distances between lines: one that is rarer is none that lines of a paragraph have. */
const GAP_SHARE = 0.1;

/** What most characters are set in, and how far the lines of a paragraph are apart: no further than any others. */
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

/** What most of the characters have. */
function mostFrequent<Key>(lines: readonly PdfLine[], keyOf: (line: PdfLine) => Key): Key | null {
  const counts = new Map<Key, number>();
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + line.cells.join(" ").length);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

/** Lines that belong together: a paragraph, an item, a heading, the rows of a table. */
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
  // Bold letters at a line's begin are a heading above, unless the sentence goes on in them.
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

/** A table's rows, with the names of its columns where the first has them. */
function rowsOf(lines: readonly PdfLine[]): string[] {
  const [head, ...rest] = lines.map(({ cells }) => cells);
  if (!head) return [];
  if (isHeaderRow(head, rest)) return rest.map((cells) => namedCells(head, cells));
  return [head, ...rest].map(([name = "", ...cells]) =>
    cells.length === 1 ? `${name.replace(/:$/, "")}: ${cells[0] ?? ""}` : [name, ...cells].join("; "),
  );
}

/** Words that stand with a hyphen inside of a line: there it is theirs. */
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
