import { can } from "../auth/permissions.ts";
import { actorId } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { enqueue } from "../jobs/queue.ts";
import { openImportUpload } from "../uploads/open-import-upload.ts";
import { openImportFile } from "./import-file.ts";

export type BulkImportContactsInput = { fileName: string; skipErrors?: boolean | null };

/**
 * Starts the import of an uploaded CSV in the background (decisions section 12). The job is of these bytes: a file that is
 * changed afterwards is not imported.
 * @throws AppError NOT_FOUND, BAD_INPUT (`fileName`: a file of which no row could be judged)
 */
export async function bulkImportContacts(ctx: Ctx, input: BulkImportContactsInput): Promise<{ jobId: string }> {
  can(ctx, "MANAGE_WORKSPACE");
  const { bytes, version } = await openImportUpload(ctx, input.fileName);
  (await openImportFile(bytes)).close();
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx;
    const { id: jobId } = await tx.db.importJob.create({
      data: {
        workspaceId,
        fileName: input.fileName,
        fileVersion: version,
        skipErrors: input.skipErrors ?? false,
        createdBy: actorId(tx.actor),
      },
    });
    await enqueue(tx, "import-contacts", { workspaceId, jobId });
    return { jobId };
  });
}
