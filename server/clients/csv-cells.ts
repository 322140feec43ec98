/** Rows of a file, some at a time: each row its cells. */
export type CsvBatches = AsyncIterable<string[][]> | Iterable<string[][]>;

/** What a spreadsheet would run: the cell gets an apostrophe, by which it is text. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell of a file that people open in a spreadsheet. */
export function csvCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
