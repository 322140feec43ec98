import { runExport } from "../../privacy/run-export.ts";
import type { JobPayload } from "../queue.ts";

/** Puts everything that is kept of a contact into one archive. */
export async function exportData({ workspaceId, requestId }: JobPayload<"export-client-data">): Promise<void> {
  await runExport(workspaceId, requestId);
}
