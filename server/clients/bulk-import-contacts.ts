import { z } from "zod";
import { audit } from "../auth/audit.ts";
import { once } from "../auth/idempotency.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { enqueue } from "../work/queue.ts";
import { openImportUpload } from "../uploads/open-import-upload.ts";
import { verb } from "../verb.ts";
import { readMapping, type ImportSource } from "./import-columns.ts";
import { openImportFile } from "./import-file.ts";

export type BulkImportContactsInput = ImportSource & { skipErrors?: boolean | null };

const STARTED = z.object({ jobId: z.string() });

/**
 * Starts the import of an uploaded CSV in the background. The job is bound to these bytes: a file that changes
 * afterwards is not imported.
 * @param idempotencyKey of the request: the same key and input start one import and get the same response.
 * @throws AppError NOT_FOUND, BAD_INPUT (`fileName`: no row of the file could be checked; `columns`)
 */
export const bulkImportContacts = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: BulkImportContactsInput, idempotencyKey: string | null = null) => {
    const columns = readMapping(input);
    const { bytes, version } = await openImportUpload(ctx, input.fileName);
    (await openImportFile(ctx, bytes, columns)).close();
    const start = async (tx: Ctx) => {
      const { workspaceId } = tx;
      const { id: jobId } = await tx.db.importJob.create({
        data: {
          workspaceId,
          fileName: input.fileName,
          fileVersion: version,
          ...(columns ? { columns } : {}),
          skipErrors: input.skipErrors ?? false,
          createdBy: actorId(tx.actor),
        },
      });
      await audit(tx, "bulkImportContacts", jobId, { after: { fileName: input.fileName } });
      await enqueue(tx, "import-contacts", { workspaceId, jobId });
      return { jobId };
    };
    const request = { key: idempotencyKey, operation: "bulkImportContacts", input };
    return once(ctx, request, start, (json) => STARTED.parse(json));
  },
);
