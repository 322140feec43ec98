import type { Readable } from "node:stream";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { CsvPiece, CsvRow, CsvRows } from "../readers/formats/csv-rows.ts";
import { readCsv } from "../readers/read.ts";
import { Unreadable } from "../readers/unreadable.ts";
import { quote, say, type Said } from "../say.ts";
import { readImportColumns, type FileColumns, type ImportMapping } from "./import-columns.ts";

/** A row of raw cells; `cellText` decodes them or reports invalid ones. `broken`: the file cannot be read from here on. */
export type RawRow = CsvRow | { row: number; broken: string };

export type ImportFile = {
  /** The header row's cells, raw as in RawRow. */
  header: string[];
  columns: FileColumns;
  /** The non-empty rows below the header, in order, in batches of a few hundred. Can be read once. */
  rows: AsyncIterable<RawRow[]>;
  /** For callers that do not read to the end. */
  close: () => void;
};

export const MAX_IMPORT_ROWS = 200_000;
/** Bytes that a reader process gets at a time: more than two rows of maximum length, and few enough to keep memory low. */
const PIECE_BYTES = 192 * 1024;
/** Rows per batch. Kept small so that the objects made from them are short-lived. */
const ROWS_AT_ONCE = 250;

/**
 * Opens a CSV of contacts: UTF-8 with or without byte order mark, comma or semicolon, a header row. Cells stay bytes, so that
 * invalid UTF-8 is an error of its row only. Reader processes parse the file piece by piece; between two pieces, other workspaces
 * get their turn.
 * @param mapping the field of each column. null: the header names the fields.
 * @throws AppError BAD_INPUT (`fileName`) for a file of which no row could be checked.
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

/** The rows in order, header first. A batch is never empty. */
async function* rowsOf(workspaceId: number, bytes: Readable): AsyncGenerator<RawRow[], undefined> {
  const pieces = piecesOf(workspaceId, bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
  let coming = pieces.next();
  for (;;) {
    const { value: read } = await coming;
    if (!read) return;
    // Parses the next piece while the caller works on these rows. A caller that stops early does not wait for it.
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

/** Adds chunks to the remaining bytes until they make a full piece. `isWhole`: the file ends here. */
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

/** If a piece takes too long or too much memory, the file ends at the first row of this piece. */
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
