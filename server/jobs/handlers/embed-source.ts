import { embedSource } from "../../assistants/knowledge/embed-source.ts";
import type { JobPayload } from "../queue.ts";

/** Gives the passages of a source their vectors, where the operator configured a model of embeddings. */
export async function embedSourceOf({ workspaceId, sourceId }: JobPayload<"embed-source">): Promise<void> {
  await embedSource(workspaceId, sourceId);
}
