import { openImportUpload } from "../uploads/open-import-upload.ts";
import { verb } from "../verb.ts";
import { validateFile } from "./check-import.ts";
import { readMapping, type ImportSource } from "./import-columns.ts";
import { openImportFile } from "./import-file.ts";

/**
 * Reports the errors that bulkImportContacts would find in an uploaded CSV. Stores nothing.
 * @throws AppError NOT_FOUND, BAD_INPUT (`fileName`: no row of the file could be checked; `columns`)
 */
export const validateBulkImportContacts = verb({ may: "MANAGE_WORKSPACE" }, async (ctx, input: ImportSource) => {
  const columns = readMapping(input);
  const { bytes } = await openImportUpload(ctx, input.fileName);
  return validateFile(ctx, await openImportFile(ctx, bytes, columns));
});
