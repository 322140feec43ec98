import type { Readable } from "node:stream";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { CsvPiece, CsvRow, CsvRows } from "../readers/formats/csv-rows.ts";
import { readCsv } from "../readers/read.ts";
import { Unreadable } from "../readers/unreadable.ts";
import { quote, say, type Said } from "../say.ts";
import { readImportColumns, type FileColumns, type ImportMapping } from "./import-columns.ts";

/** A row: `cellText` makes text of its cells, or finds that they are none. `broken`: the file cannot be read from here on. */
export type RawRow = CsvRow | { row: number; broken: string };

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
/** A reader process gets so many bytes at a time: more than two of the longest rows, and little enough to keep memory low. */
const PIECE_BYTES = 192 * 1024;
/** Rows are handed on by so many: what is made of them dies young. */
const ROWS_AT_ONCE = 250;

/**
 * Opens a CSV of contacts: UTF-8 with or without byte order mark, comma or semicolon, a header row. Cells stay bytes, so that
 * one that is no UTF-8 is an error of its row. Reader processes parse it, piece by piece: other workspaces take turns between two.
 * @param mapping which of its columns is which field; null: its header says so.
 * @throws AppError BAD_INPUT (`fileName`) for a file of which no row could be judged.
 */
export async function openImportFile(
  { workspaceId }: Pick<Ctx, "workspaceId">,
  bytes: Readable,
  mapping: ImportMapping | null,
): Promise<ImportFile> {
  const pieces = rowsOf(workspaceId, bytes);
  const close = () => void bytes.destroy();
  try {
    const [header, ...first] = (await pieces.next()).value ?? [];
    if (!header) throw badInput("fileName", say("clients.import.empty"));
    if ("broken" in header) throw badInput("fileName", quote(header.broken));
    const columns = readImportColumns(header.cells, mapping);
    return { header: header.cells, columns, rows: prepended(first, pieces), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function* prepended(first: RawRow[], rest: AsyncIterable<RawRow[]>): AsyncGenerator<RawRow[]> {
  yield first;
  yield* rest;
}

/** The rows in order, the header first; never an empty list. */
async function* rowsOf(workspaceId: number, bytes: Readable): AsyncGenerator<RawRow[], undefined> {
  const pieces = piecesOf(workspaceId, bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
  let coming = pieces.next();
  for (;;) {
    const { value: read } = await coming;
    if (!read) return;
    // The next piece is parsed while these rows are worked on. Who leaves in between does not wait for it.
    coming = pieces.next();
    coming.catch(() => undefined);
    const rows: RawRow[] = read.broken ? [...read.rows, read.broken] : read.rows;
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
  }
}

async function* piecesOf(
  workspaceId: number,
  chunks: AsyncIterator<Buffer>,
): AsyncGenerator<Exclude<CsvRows, { problem: Said }>, undefined> {
  let delimiter: CsvPiece["delimiter"] = null;
  let rowsBefore = 0;
  let waiting: { bytes: Buffer; isWhole: boolean } = { bytes: Buffer.alloc(0), isWhole: false };
  for (;;) {
    waiting = await fill(waiting.bytes, chunks);
    const piece = waiting.bytes.subarray(0, PIECE_BYTES);
    const isLast = waiting.isWhole && piece.length === waiting.bytes.length;
    const read = await rowsOfPiece(workspaceId, { bytes: piece, delimiter, rowsBefore, isLast });
    if ("problem" in read) throw badInput("fileName", read.problem);
    yield read;
    if (isLast || read.broken) return;
    waiting.bytes = waiting.bytes.subarray(read.takenBytes);
    delimiter = read.delimiter;
    rowsBefore += read.takenRows;
  }
}

/** What was left, and as much more as makes a piece. `isWhole`: nothing comes after it. */
async function fill(rest: Buffer, chunks: AsyncIterator<Buffer>): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts = [rest];
  let size = rest.length;
  let isWhole = false;
  while (size < PIECE_BYTES && !isWhole) {
    const next = await chunks.next();
    if (next.done) isWhole = true;
    else {
      parts.push(next.value);
      size += next.value.length;
    }
  }
  return { bytes: Buffer.concat(parts), isWhole };
}

/** A piece that takes too long or too much memory ends the file at the row where the piece begins. */
async function rowsOfPiece(workspaceId: number, piece: CsvPiece): Promise<CsvRows> {
  try {
    return await readCsv(workspaceId, piece);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const broken = "The file cannot be read from this row on; save it as “CSV UTF-8” again";
    const at = { row: piece.rowsBefore + 1, broken };
    return { delimiter: piece.delimiter ?? ",", rows: [], broken: at, takenBytes: 0, takenRows: 0 };
  }
}
