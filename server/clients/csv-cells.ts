import { isUtf8 } from "node:buffer";

/** Rows of a file, some at a time: each row its cells. */
export type CsvBatches = AsyncIterable<string[][]> | Iterable<string[][]>;

/** What a spreadsheet would run: the cell gets an apostrophe, by which it is text. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell of a file that people open in a spreadsheet. */
export function csvCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * The text of a cell of a CSV file, which is given as its bytes, one character each (latin1): most cells are ASCII, and need no
 * copy. Null where the bytes are no UTF-8.
 */
export function cellText(cell: string): string | null {
  if (!/[\x80-\xff]/.test(cell)) return cell;
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString() : null;
}
