import { say } from "../../say.ts";
import { Unreadable } from "../unreadable.ts";

/** A paragraph, list item or table row, in reading order. Its lines are separated by "\n". */
export type Block = {
  /** The headings above it, outermost first: "Returns › Costs"; null: no headings. */
  heading: string | null;
  text: string;
  /** A table row. It is kept whole and combined only with other rows. */
  isRow: boolean;
};

export type Extraction = {
  /** The document's own title; null: none. */
  title: string | null;
  blocks: Block[];
};

/** In bytes. */
export const FILE_MAX_BYTES = 16 * 1024 * 1024;
/** Limit of the extracted text, in characters. */
const TEXT_MAX = 2_000_000;
const HEADING_MAX = 300;
const TITLE_MAX = 200;

/** Separates the headings of a path. */
const BELOW = " › ";

/** Collects blocks under their headings, and rejects more text than a source may have. */
export type BlockWriter = {
  /** Starts a heading of this level, where 1 is the outermost. It ends the headings of its level and below. */
  heading: (level: number, text: string) => void;
  /** Blocks without text are left out. */
  block: (text: string, isRow?: boolean) => void;
  blocks: Block[];
};

export function createBlockWriter(): BlockWriter {
  const blocks: Block[] = [];
  let path: { level: number; text: string }[] = [];
  let size = 0;
  return {
    blocks,
    heading(level, text) {
      path = path.filter((above) => above.level < level);
      const line = oneLine(text).slice(0, HEADING_MAX).toWellFormed();
      if (/[\p{L}\p{N}]/u.test(line)) path.push({ level, text: line });
    },
    block(text, isRow = false) {
      const clean = cleanText(text);
      if (!/[\p{L}\p{N}]/u.test(clean)) return;
      size += clean.length;
      if (size > TEXT_MAX) throw new Unreadable(say("source.tooLong"));
      blocks.push({ heading: path.map(({ text: name }) => name).join(BELOW) || null, text: clean, isRow });
    },
  };
}

/**
 * Text as people see it: single spaces, no empty lines, and no characters that only programs see, because those can hide
 * instructions. Characters that join letters in Persian or Hindi, or parts of an emoji, stay.
 */
export function cleanText(text: string): string {
  return text
    .normalize("NFC")
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/(?![\u200c\u200d])\p{Cf}|(?!\n|\t)\p{Cc}|\p{Co}|\p{Cn}/gu, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
}

export function oneLine(text: string): string {
  return cleanText(text).replaceAll("\n", " ");
}

/** A title for display; null if it has no text. */
export function titleOf(text: string | null | undefined): string | null {
  return (
    oneLine(text ?? "")
      .slice(0, TITLE_MAX)
      .toWellFormed()
      .trim() || null
  );
}

/** A table row as text that is clear without the table: "Tariff: Basic; Price: € 20". Empty cells are left out. */
export function namedCells(names: readonly string[], cells: readonly string[]): string {
  return cells
    .flatMap((cell, at) => {
      const text = inOneLine(cell);
      if (/^[-–—]?$/.test(text)) return [];
      const name = inOneLine(names[at] ?? "").replace(/:$/, "");
      // A cell that spans several columns is in each of them, but is written once.
      if (at > 0 && text === inOneLine(cells[at - 1] ?? "") && name === inOneLine(names[at - 1] ?? "")) return [];
      return [name === "" ? text : `${name}: ${text}`];
    })
    .join("; ");
}

/**
 * Guesses whether a table's first row names its columns. It must contain no number, and the rows below must not be a list of
 * terms and meanings (two columns, mostly words in both).
 */
export function isHeaderRow(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  const hasNumber = (cell = "") => /\d/.test(cell);
  if (rest.length === 0 || first.some(hasNumber) || first.slice(1).some((cell) => cell.trim() === "")) return false;
  if (!rest.every((cells) => cells.length === first.length)) return false;
  if (first.length === 2) return rest.length > 1 && rest.every(([, cell]) => hasNumber(cell));
  return first.length > 2 && (rest.length > 1 || rest.flat().some(hasNumber));
}

/** A cell's lines joined into one. */
export function inOneLine(cell: string): string {
  return cell.replace(/\s*\n\s*/g, ", ").trim();
}
