import { parse } from "csv-parse";
import type { CsvErrorCode } from "csv-parse";
import type { Readable } from "node:stream";
import { badInput } from "../errors.ts";
import { readImportColumns } from "./import-columns.ts";
import type { FileColumns, ImportMapping } from "./import-columns.ts";

/**
 * A row as it stands in the file. `row` is its number in a spreadsheet, where the header is row 1 and empty rows count. A
 * cell is its bytes, one character each (latin1): `cellText` makes text of them, or finds that they are none.
 * `broken`: the file cannot be understood from here on.
 */
export type RawRow = { row: number } & ({ cells: string[] } | { broken: string });

export type ImportFile = {
  /** The header row's cells, as RawRow has them. */
  header: string[];
  columns: FileColumns;
  /** The rows below the header that are not empty, in order, some hundred at a time; read once. */
  rows: AsyncIterable<RawRow[]>;
  /** For who does not read to the end. */
  close: () => void;
};

/** decisions section 12. */
export const MAX_IMPORT_ROWS = 200_000;
/** Of one row, so that a quote that is never closed does not collect the rest of the file in memory. */
const MAX_ROW_BYTES = 64 * 1024;
const MAX_HEADER_BYTES = 64 * 1024;
/** Rows are read for this many bytes at a time: what is small dies young, and memory stays low. */
const PIECE_BYTES = 16 * 1024;

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_BOMS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * Opens a CSV of contacts: UTF-8 with or without byte order mark, comma or semicolon, a header row. Cells stay bytes, so that
 * one that is no UTF-8 is an error of its row.
 * @param mapping which of its columns is which field; null: its header says so.
 * @throws AppError BAD_INPUT (`fileName`) for a file of which no row could be judged.
 */
export async function openImportFile(bytes: Readable, mapping: ImportMapping | null): Promise<ImportFile> {
  const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const begin = await readBegin(chunks);
  const problem = encodingProblem(begin);
  if (problem) {
    bytes.destroy();
    throw badInput("fileName", problem);
  }
  const text = begin.subarray(0, 3).equals(UTF8_BOM) ? begin.subarray(3) : begin;
  const pieces = rowsOf(joined(text, chunks), delimiterOf(text));
  const close = () => void bytes.destroy();
  try {
    const [header, ...first] = (await pieces.next()).value ?? [];
    if (!header) throw badInput("fileName", "the file is empty");
    if ("broken" in header) throw badInput("fileName", header.broken);
    const columns = readImportColumns(header.cells, mapping);
    return { header: header.cells, columns, rows: prepended(first, pieces), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The file up to the end of its first line. */
async function readBegin(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  while (size < MAX_HEADER_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    size += next.value.length;
    if (next.value.includes(0x0a) || next.value.includes(0x0d)) break;
  }
  return Buffer.concat(parts);
}

async function* joined(begin: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (begin.length > 0) yield begin;
  for (;;) {
    const next = await rest.next();
    if (next.done) return;
    for (let at = 0; at < next.value.length; at += PIECE_BYTES) yield next.value.subarray(at, at + PIECE_BYTES);
  }
}

async function* prepended(first: RawRow[], rest: AsyncIterable<RawRow[]>): AsyncGenerator<RawRow[]> {
  yield first;
  yield* rest;
}

function encodingProblem(begin: Buffer): string | null {
  if (begin.length === 0) return "the file is empty";
  const header = firstLine(begin);
  // Latin letters in UTF-16 without a byte order mark are every other byte NUL.
  if (UTF16_BOMS.some((bom) => begin.subarray(0, 2).equals(bom)) || header.includes(0)) {
    return "the file is not UTF-8 but looks like UTF-16; save it as “CSV UTF-8”";
  }
  return null;
}

/** Comma or semicolon, whichever the header row has more of. */
function delimiterOf(text: Buffer): "," | ";" {
  const header = firstLine(text)
    .toString("latin1")
    .replace(/"[^"]*"/g, "");
  return header.split(";").length > header.split(",").length ? ";" : ",";
}

function firstLine(bytes: Buffer): Buffer {
  const end = bytes.findIndex((byte) => byte === 0x0a || byte === 0x0d);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/**
 * The rows in order, the header first; never an empty list. The parser is fed piece by piece and each piece's rows are taken
 * from it before it is asked for a fault: read as a stream, it would forget rows that it had not handed out when it failed.
 */
async function* rowsOf(pieces: AsyncIterable<Buffer>, delimiter: string): AsyncGenerator<RawRow[], undefined> {
  let read: RawRow[] = [];
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    encoding: "latin1",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    on_record: (cells: string[], { records, empty_lines }) => {
      if (!cells.every(isBlank)) read.push({ row: records + empty_lines, cells });
      return null;
    },
  });
  // Faults come with the answer to what caused them.
  parser.on("error", () => undefined);

  const taken = (fault: Error | null | undefined): RawRow[] => {
    const rows = read;
    read = [];
    if (!fault) return rows;
    const broken = "code" in fault ? BROKEN[fault.code as CsvErrorCode] : undefined;
    if (!broken) throw fault;
    return [...rows, { row: parser.info.records + parser.info.empty_lines + 1, broken }];
  };
  for await (const piece of pieces) {
    const fault = await new Promise<Error | null | undefined>((done) => parser.write(piece, done));
    const rows = taken(fault);
    if (rows.length > 0) yield rows;
    if (fault) return;
  }
  const rows = taken(await new Promise<Error | null | undefined>((done) => parser.end(done)));
  if (rows.length > 0) yield rows;
}

const BROKEN: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: "A quote is opened here and never closed; the file cannot be read from this row on",
  CSV_MAX_RECORD_SIZE: `The row is longer than ${MAX_ROW_BYTES / 1024} KiB; perhaps a quote in it is never closed. The file cannot be read from this row on`,
};

function isBlank(cell: string): boolean {
  return /^[ \t]*$/.test(cell);
}
