import { BlobChanged } from "../blobs/blob-store.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { ImportJob } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { openImportUpload } from "../uploads/open-import-upload.ts";
import { checkRows, MAX_TOLD_ERRORS, validateFile, type CheckedRow, type ImportRowError } from "./check-import.ts";
import { upsertContacts } from "./import-batch.ts";
import { IMPORT_MAPPING } from "./import-columns.ts";
import { MAX_IMPORT_ROWS, openImportFile, type ImportFile } from "./import-file.ts";

/** Rows per transaction. Kept small so that readers of the event log do not wait for it. */
const BATCH_ROWS = 250;

/**
 * Runs an import, or the rest of it. Each transaction stores a batch of rows together with the job's progress. A worker that takes
 * over therefore continues after the last stored row, and the worker that lost the job stores nothing more. An error of ours is
 * thrown, and the job is retried. An error in the file ends the job with a message.
 */
export async function importContacts(workspaceId: number, jobId: string): Promise<void> {
  const ctx = systemCtx(workspaceId, "import-contacts");
  const job = await begin(ctx, jobId);
  if (!job) return;
  try {
    if (job.totalRows > 0 || (await measure(ctx, job))) await applyRows(ctx, job);
  } catch (error) {
    if (error instanceof BlobChanged)
      return fail(ctx, job, "The file is gone or was changed after the import was started");
    if (error instanceof AppError) return fail(ctx, job, sentence(error.message));
    throw error;
  }
}

async function begin(ctx: Ctx, jobId: string): Promise<ImportJob | null> {
  const { workspaceId } = ctx;
  await ctx.db.importJob.updateMany({ where: { workspaceId, id: jobId, state: "queued" }, data: { state: "running" } });
  return ctx.db.importJob.findFirst({ where: { workspaceId, id: jobId, state: "running" } });
}

/**
 * The file of a job, unchanged since the job was created.
 * @throws BlobChanged
 */
export async function openFile(ctx: Ctx, job: ImportJob): Promise<ImportFile> {
  const { bytes } = await openImportUpload(ctx, job.fileName, job.fileVersion ?? undefined);
  return openImportFile(ctx, bytes, job.columns === null ? null : IMPORT_MAPPING.parse(job.columns));
}

/**
 * Reads the file once before anything is stored. Counts the rows and, unless invalid rows are to be skipped, checks that all are valid.
 * @returns whether rows may be stored.
 */
async function measure(ctx: Ctx, job: ImportJob): Promise<boolean> {
  const file = await openFile(ctx, job);
  const { totalRows, invalidRows, errors } = job.skipErrors
    ? { totalRows: await countRows(file), invalidRows: 0, errors: [] }
    : await validateFile(ctx, file);
  if (totalRows === 0) throw new AppError("BAD_INPUT", say("clients.import.noRows"));
  if (totalRows > MAX_IMPORT_ROWS)
    throw new AppError("BAD_INPUT", say("clients.import.tooManyRows", { count: MAX_IMPORT_ROWS }));
  if (invalidRows === 0) {
    await ctx.db.importJob.updateMany({ where: stillRunning(job), data: { totalRows } });
    return true;
  }
  await inTransaction(ctx, async (tx) => {
    const error = `${invalidRows} of ${totalRows} rows are wrong; nothing was imported`;
    const ended = await tx.db.importJob.updateMany({
      where: stillRunning(job),
      data: { totalRows, failedCount: invalidRows, state: "failed", error, completedAt: new Date() },
    });
    if (ended.count > 0) await noteErrors(tx, job, errors);
  });
  return false;
}

async function countRows(file: ImportFile): Promise<number> {
  let count = 0;
  try {
    for await (const rows of file.rows) {
      count += rows.length;
      if (count > MAX_IMPORT_ROWS) break;
    }
  } finally {
    file.close();
  }
  return count;
}

/** Stores the rows that are not stored yet, then ends the job. */
async function applyRows(ctx: Ctx, job: ImportJob): Promise<void> {
  const file = await openFile(ctx, job);
  let progress: Progress | null = { processedRows: job.processedRows, failedCount: job.failedCount };
  const waiting: CheckedRow[] = [];
  try {
    // Earlier rows are checked again but not stored again: later ones may name the same contact.
    for await (const rows of checkRows(ctx, file)) {
      waiting.push(...rows.filter(({ place }) => place > job.processedRows));
      while (waiting.length >= BATCH_ROWS) {
        progress = await applyBatch(ctx, job, progress, waiting.splice(0, BATCH_ROWS));
        if (!progress) return;
      }
    }
  } finally {
    file.close();
  }
  if (waiting.length > 0) progress = await applyBatch(ctx, job, progress, waiting);
  if (!progress) return;
  await ctx.db.importJob.updateMany({
    where: { ...stillRunning(job), processedRows: progress.processedRows },
    data: { state: "completed", completedAt: new Date() },
  });
}

type Progress = { processedRows: number; failedCount: number };

/**
 * Stores one batch and the job's progress, together or not at all. Sends no webhooks:
 * imports cause no CLIENT_UPDATED. The portal is notified once and reads its lists again.
 * @returns the job's new progress. null: it was stopped, or another worker has taken it over.
 */
async function applyBatch(ctx: Ctx, job: ImportJob, from: Progress, batch: CheckedRow[]): Promise<Progress | null> {
  const contacts = batch.flatMap((checked) => ("contact" in checked ? [checked.contact] : []));
  const errors = batch.flatMap((checked) =>
    "problem" in checked ? [{ row: checked.row, message: checked.problem }] : [],
  );
  const to = { processedRows: from.processedRows + batch.length, failedCount: from.failedCount + errors.length };
  return inTransaction({ ...ctx, now: new Date() }, async (tx) => {
    const workspace = await tx.db.workspace.findFirst({
      where: { id: tx.workspaceId, deletedAt: null },
      select: { id: true },
    });
    if (!workspace) throw new AppError("NOT_FOUND", say("clients.workspaceGone"));
    const taken = await tx.db.importJob.updateMany({
      where: { ...stillRunning(job), processedRows: from.processedRows },
      data: to,
    });
    if (taken.count === 0) return null;
    const { created, updated } = await upsertContacts(tx, contacts);
    await tx.db.importJob.updateMany({
      where: stillRunning(job),
      data: { createdCount: { increment: created }, updatedCount: { increment: updated } },
    });
    await noteErrors(tx, job, errors.slice(0, Math.max(0, MAX_TOLD_ERRORS - from.failedCount)));
    if (contacts.length > 0) await emit(tx, { name: "CLIENT_CHANGED" });
    return to;
  });
}

async function noteErrors(tx: Ctx, { workspaceId, id: jobId }: ImportJob, errors: ImportRowError[]): Promise<void> {
  await tx.db.importJobRowError.createMany({ data: errors.map((error) => ({ workspaceId, jobId, ...error })) });
}

async function fail(ctx: Ctx, job: ImportJob, error: string): Promise<void> {
  await ctx.db.importJob.updateMany({
    where: stillRunning(job),
    data: { state: "failed", error, completedAt: new Date() },
  });
}

function stillRunning({ workspaceId, id }: ImportJob) {
  return { workspaceId, id, state: "running" as const };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
