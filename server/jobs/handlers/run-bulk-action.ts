import { runBulkAction } from "../../inbox/run-bulk-action.ts";
import type { JobPayload } from "../queue.ts";

/** Does something to many conversations, from where the worker before was. */
export async function runBulk({ workspaceId, bulkId }: JobPayload<"run-bulk-action">): Promise<void> {
  await runBulkAction(workspaceId, bulkId);
}
