import { parse, type CsvErrorCode } from "csv-parse";
import type { Said } from "../../say.ts";

/** A part of a CSV file that begins at the start of a row. */
export type CsvPiece = {
  bytes: Uint8Array;
  /** null: the piece is the start of the file, and the delimiter is read from its first line. */
  delimiter: "," | ";" | null;
  /** The number of rows before this piece, empty rows included. */
  rowsBefore: number;
  /** Whether this is the last piece. */
  isLast: boolean;
};

/**
 * A row of the file. `row` is its number in a spreadsheet: the first row is 1, and empty rows count. A cell holds its bytes, one
 * character each (latin1).
 */
export type CsvRow = { row: number; cells: string[] };

export type CsvRows =
  /** Why the file cannot be read at all, as a clause. */
  | { problem: Said }
  | {
      delimiter: "," | ";";
      /** The rows that are not blank, in order. */
      rows: CsvRow[];
      /** The row from which the file cannot be read, and why, as a sentence; null: all rows can be read. */
      broken: { row: number; broken: string } | null;
      /** How many bytes and rows were processed. The rest starts the next piece, because its last row may be incomplete. */
      takenBytes: number;
      takenRows: number;
    };

/** Limit of one row. Without it, an unclosed quote would collect the rest of the file in memory. */
const MAX_ROW_BYTES = 64 * 1024;

const TOO_LONG = `The row is longer than ${MAX_ROW_BYTES / 1024} KiB; perhaps a quote in it is never closed. The file cannot be read from this row on`;
const BROKEN: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: "A quote is opened here and never closed; the file cannot be read from this row on",
  CSV_MAX_RECORD_SIZE: TOO_LONG,
};

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_BOMS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
const LF = 0x0a;
const CR = 0x0d;

/** The complete rows of a piece. Supports comma or semicolon, and UTF-8 with or without a byte order mark. */
export async function csvRows({ bytes, delimiter: known, rowsBefore, isLast }: CsvPiece): Promise<CsvRows> {
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const problem = known === null ? encodingProblem(piece) : null;
  if (problem) return { problem };
  const mark = known === null && piece.subarray(0, 3).equals(UTF8_BOM) ? UTF8_BOM.length : 0;
  const delimiter = known ?? delimiterOf(piece.subarray(mark));
  const empty = emptyLines(piece, mark, isLast);
  const read = await wholeRows(piece.subarray(empty.end), delimiter, isLast);
  const takenRows = empty.count + read.takenRows;
  const takenBytes = isLast ? piece.length : empty.end + read.takenBytes;
  // The parser counts characters, and a row of empty cells has none.
  const isStuck = !isLast && takenRows === 0 && piece.length > 2 * MAX_ROW_BYTES;
  const broken = read.broken ?? (isStuck ? TOO_LONG : null);
  return {
    delimiter,
    rows: read.rows.map(({ row, cells }) => ({ row: rowsBefore + empty.count + row, cells })),
    broken: broken === null ? null : { row: rowsBefore + takenRows + 1, broken },
    takenBytes,
    takenRows,
  };
}

function encodingProblem(begin: Buffer): Said | null {
  if (begin.length === 0) return { code: "clients.import.empty", params: {} };
  // In UTF-16 without a byte order mark, every other byte of Latin letters is NUL.
  if (UTF16_BOMS.some((bom) => begin.subarray(0, 2).equals(bom)) || firstLine(begin).includes(0)) {
    return { code: "clients.import.utf16", params: {} };
  }
  return null;
}

/** Comma or semicolon, whichever is more frequent in the first line. */
function delimiterOf(text: Buffer): "," | ";" {
  const header = firstLine(text)
    .toString("latin1")
    .replace(/"[^"]*"/g, "");
  return header.split(";").length > header.split(",").length ? ";" : ",";
}

function firstLine(bytes: Buffer): Buffer {
  const end = bytes.findIndex((byte) => byte === LF || byte === CR);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Counts the empty lines from a position. A line end may continue in the next piece. */
function emptyLines(bytes: Buffer, from: number, isLast: boolean): { end: number; count: number } {
  let end = from;
  for (let count = 0; ; count++) {
    if (bytes[end] === LF) end += 1;
    else if (bytes[end] === CR && bytes[end + 1] === LF) end += 2;
    else if (bytes[end] === CR && (isLast || end + 1 < bytes.length)) end += 1;
    else return { end, count };
  }
}

type WholeRows = { rows: CsvRow[]; broken: string | null; takenBytes: number; takenRows: number };

/** Takes the parser's rows before its error. Read as a stream, the parser would lose some rows when it fails. */
async function wholeRows(bytes: Buffer, delimiter: string, isLast: boolean): Promise<WholeRows> {
  const read: WholeRows = { rows: [], broken: null, takenBytes: 0, takenRows: 0 };
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    encoding: "latin1",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    on_record: (cells: string[], { bytes: takenBytes, records, empty_lines }) => {
      read.takenBytes = takenBytes;
      read.takenRows = records + empty_lines;
      if (!cells.every(isBlank)) read.rows.push({ row: read.takenRows, cells });
      return null;
    },
  });
  // The callback of `write` delivers the error.
  parser.on("error", () => undefined);
  const written = await new Promise<Error | null | undefined>((done) => parser.write(bytes, done));
  const fault = written ?? (isLast ? await new Promise<Error | null | undefined>((done) => parser.end(done)) : null);
  if (!fault) return read;
  const broken = "code" in fault ? BROKEN[fault.code as CsvErrorCode] : undefined;
  if (!broken) throw fault;
  read.takenRows = parser.info.records + parser.info.empty_lines;
  return { ...read, broken };
}

function isBlank(cell: string): boolean {
  return /^[ \t]*$/.test(cell);
}
