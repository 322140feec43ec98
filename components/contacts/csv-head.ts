import { CsvError, parse } from "csv-parse/browser/esm/sync";

/** The start of a CSV file: its header row and some rows below it. */
export type CsvHead = { header: string[]; rows: string[][] };

/** The browser reads at most this much of the file. */
export const HEAD_BYTES = 64 * 1024;

/**
 * Reads the start of a CSV with the service's parser and rules. The separator is comma or semicolon: whichever the header row
 * has more of.
 * @param isWhole false: the text ends in the middle of a row, which is skipped.
 * @returns null if there is no header row.
 */
export function readCsvHead(text: string, { rows: most, isWhole }: { rows: number; isWhole: boolean }): CsvHead | null {
  const body = text.replace(/^\uFEFF/, "");
  const records: string[][] = [];
  try {
    parse(body, {
      delimiter: delimiterOf(body),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // One row more than shown, because the last one may be cut off.
      to: most + 2,
      on_record: (cells: string[]) => void records.push(cells),
    });
    if (!isWhole) records.pop();
  } catch (error) {
    // The last row has an unclosed quote. The rows before it are already in `records`.
    if (!(error instanceof CsvError)) throw error;
  }
  const [header, ...rows] = records.slice(0, most + 1);
  return header ? { header: header.map((cell) => cell.trim()), rows } : null;
}

function delimiterOf(text: string): "," | ";" {
  const header = (/^[^\r\n]*/.exec(text)?.[0] ?? "").replace(/"[^"]*"/g, "");
  return header.split(";").length > header.split(",").length ? ";" : ",";
}
