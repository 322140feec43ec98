import { isUtf8 } from "node:buffer";

/** Rows of a file, in batches. Each row is a list of cells. */
export type CsvBatches = AsyncIterable<string[][]> | Iterable<string[][]>;

/** What a spreadsheet would run as a formula. Such a cell gets an apostrophe, which makes it text. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell of a file that people may open in a spreadsheet. */
export function csvCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * The text of a CSV cell that is given as bytes, one character per byte (latin1). Most cells are ASCII and need no copy. null: the bytes
 * are not valid UTF-8.
 */
export function cellText(cell: string): string | null {
  if (!/[\x80-\xff]/.test(cell)) return cell;
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString() : null;
}
