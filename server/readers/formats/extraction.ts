import { say } from "../../say.ts";
import { Unreadable } from "../unreadable.ts";

/** A paragraph, list item or table row, in reading order. Lines in it are apart by "\n". */
export type Block = {
  /** The headings above it, outermost first: "Returns › Costs"; null: none. */
  heading: string | null;
  text: string;
  /** A row of a table: kept whole, and only put beside other rows. */
  isRow: boolean;
};

export type Extraction = {
  /** What it calls itself; null: it does not. */
  title: string | null;
  blocks: Block[];
};

/** Bytes of a file. */
export const FILE_MAX_BYTES = 16 * 1024 * 1024;
/** Characters of what was read out of it. */
const TEXT_MAX = 2_000_000;
const HEADING_MAX = 300;
const TITLE_MAX = 200;

/** Between the headings of a path. */
const BELOW = " › ";

/** Collects blocks under their headings, and refuses more text than a source may have. */
export type BlockWriter = {
  /** A heading of this level, 1 the outermost: it ends those of its level and below. */
  heading: (level: number, text: string) => void;
  /** Text that says nothing is left out. */
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
 * Text as people see it: no characters that only programs see (they are a place for hidden instructions), single spaces, no
 * empty lines. What joins letters in Persian or Hindi, and people in an emoji, stays.
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

/** A title as it is shown; null where it says nothing. */
export function titleOf(text: string | null | undefined): string | null {
  return (
    oneLine(text ?? "")
      .slice(0, TITLE_MAX)
      .toWellFormed()
      .trim() || null
  );
}

/** A table's row as text that is read without the table: "Tariff: Basic; Price: € 20". Empty cells say nothing. */
export function namedCells(names: readonly string[], cells: readonly string[]): string {
  return cells
    .flatMap((cell, at) => {
      const text = inOneLine(cell);
      if (/^[-–—]?$/.test(text)) return [];
      const name = inOneLine(names[at] ?? "").replace(/:$/, "");
      // A cell that spans several columns stands in each, and is said once.
      if (at > 0 && text === inOneLine(cells[at - 1] ?? "") && name === inOneLine(names[at - 1] ?? "")) return [];
      return [name === "" ? text : `${name}: ${text}`];
    })
    .join("; ");
}

/**
 * Whether a table's first row names its columns, where nothing says so: it has no number, and what is below it is no list of names
 * and what they stand for (which has two columns, and mostly words in both).
 */
export function isHeaderRow(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  const hasNumber = (cell = "") => /\d/.test(cell);
  if (rest.length === 0 || first.some(hasNumber) || first.slice(1).some((cell) => cell.trim() === "")) return false;
  if (!rest.every((cells) => cells.length === first.length)) return false;
  if (first.length === 2) return rest.length > 1 && rest.every(([, cell]) => hasNumber(cell));
  return first.length > 2 && (rest.length > 1 || rest.flat().some(hasNumber));
}

/** A cell's lines as one. */
export function inOneLine(cell: string): string {
  return cell.replace(/\s*\n\s*/g, ", ").trim();
}
