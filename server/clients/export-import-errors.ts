import { BlobChanged } from "../blobs/blob-store.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { ImportJob } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { cellText, csvCell } from "./csv-cells.ts";
import { MAX_TOLD_ERRORS, checkRows, type ImportRowError } from "./check-import.ts";
import { getBulkImportJob } from "./get-bulk-import-job.ts";
import { openFile } from "./import-contacts.ts";
import type { ImportFile } from "./import-file.ts";

type FailedJob = ImportJob & { rowErrors: ImportRowError[] };

/**
 * The rows that an import refused, as rows of a file: the header, then row number, reason, and the cells as they were in the file.
 * The reasons are those that the import stored. For rows beyond its limit, the row is checked again now. Once the file is deleted
 * (a week after its upload), only numbers and reasons remain.
 * @throws AppError NOT_FOUND, before the first row.
 */
export const exportImportErrors = verb({ may: "MANAGE_WORKSPACE" }, async (ctx, input: { jobId: string }) => {
  const job = await getBulkImportJob(ctx, input);
  const where = { workspaceId: ctx.workspaceId, jobId: job.id };
  const rowErrors = await ctx.db.importJobRowError.findMany({ where, orderBy: { row: "asc" } });
  return rowsOf(ctx, { ...job, rowErrors });
});

/** Opens the file only with the first row: a caller who reads no row leaves no open file. */
async function* rowsOf(ctx: Ctx, job: FailedJob): AsyncGenerator<string[][]> {
  const file = await fileIfThere(ctx, job);
  yield* file ? refusedRows(ctx, job, file) : reasonsAlone(job);
}

async function fileIfThere(ctx: Ctx, job: FailedJob): Promise<ImportFile | null> {
  try {
    return await openFile(ctx, job);
  } catch (error) {
    // The file is deleted, has changed since the import, or has no readable row.
    if (error instanceof BlobChanged || error instanceof AppError) return null;
    throw error;
  }
}

function reasonsAlone({ rowErrors }: FailedJob): string[][][] {
  return [[["Row", "Reason"], ...rowErrors.map(({ row, message }) => [String(row), csvCell(message)])]];
}

async function* refusedRows(ctx: Ctx, job: FailedJob, file: ImportFile): AsyncGenerator<string[][]> {
  const reasons = new Map(job.rowErrors.map(({ row, message }) => [row, message]));
  const isCut = job.rowErrors.length >= MAX_TOLD_ERRORS;
  const lastTold = job.rowErrors.at(-1)?.row ?? 0;
  try {
    yield [["Row", "Reason", ...file.header.map(shown)]];
    for await (const rows of checkRows(ctx, file)) {
      const refused = rows.flatMap((checked) => {
        const today = "problem" in checked ? checked : null;
        const reason = reasons.get(checked.row) ?? (isCut && checked.row > lastTold ? today?.problem : undefined);
        return reason === undefined ? [] : [[String(checked.row), csvCell(reason), ...checked.cells.map(shown)]];
      });
      if (refused.length > 0) yield refused;
    }
  } finally {
    file.close();
  }
}

function shown(cell: string): string {
  return csvCell(cellText(cell) ?? cell);
}
