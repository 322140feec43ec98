import { readSource } from "../../assistants/knowledge/read-source.ts";
import type { JobPayload } from "../queue.ts";

/** Reads a file, a text page or a site that a built-in assistant answers from. */
export async function readSourceOf({ workspaceId, sourceId }: JobPayload<"read-source">): Promise<void> {
  await readSource(workspaceId, sourceId);
}
