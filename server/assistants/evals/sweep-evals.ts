import { Prisma } from "../../generated/prisma/client.ts";
import { enqueueLost } from "../../jobs/queue.ts";

/** Queues runs of evals again, of all workspaces, that are to be done and have lost their job; returns how many. */
export function sweepEvals(): Promise<number> {
  return enqueueLost(
    "run-evals",
    Prisma.sql`select "workspaceId", id as "runId" from "EvalRun" where state in ('queued', 'running')`,
  );
}
