import { runErasure } from "../../privacy/run-erasure.ts";
import type { JobPayload } from "../queue.ts";

/** Erases a contact, from the beginning where the worker before was cut short. */
export async function eraseData({ workspaceId, requestId }: JobPayload<"erase-client">): Promise<void> {
  await runErasure(workspaceId, requestId);
}
