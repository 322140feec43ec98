import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { openImportUpload } from "../uploads/open-import-upload.ts";
import { validateFile } from "./check-import.ts";
import type { ImportValidation } from "./check-import.ts";
import { readMapping } from "./import-columns.ts";
import type { ImportSource } from "./import-columns.ts";
import { openImportFile } from "./import-file.ts";

/**
 * Says what bulkImportContacts would find wrong with an uploaded CSV. Stores nothing.
 * @throws AppError NOT_FOUND, BAD_INPUT (`fileName`: a file of which no row could be judged; `columns`)
 */
export async function validateBulkImportContacts(ctx: Ctx, input: ImportSource): Promise<ImportValidation> {
  can(ctx, "MANAGE_WORKSPACE");
  const columns = readMapping(input);
  const { bytes } = await openImportUpload(ctx, input.fileName);
  return validateFile(ctx, await openImportFile(ctx, bytes, columns));
}
