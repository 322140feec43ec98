import { runEvals as runEvalsOf } from "../../assistants/evals/run-evals.ts";
import type { JobPayload } from "../queue.ts";

/** Puts the golden questions of a run to its assistant, from where the worker before was. */
export async function runEvals({ workspaceId, runId }: JobPayload<"run-evals">): Promise<void> {
  await runEvalsOf(workspaceId, runId);
}
