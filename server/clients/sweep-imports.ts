import { Prisma } from "../generated/prisma/client.ts";
import { enqueueLost } from "../jobs/queue.ts";

/** Queues imports again, of all workspaces, that are to be done and have lost their job; returns how many. */
export function sweepImports(): Promise<number> {
  return enqueueLost(
    "import-contacts",
    Prisma.sql`select "workspaceId", id as "jobId" from "ImportJob" where state in ('queued', 'running')`,
  );
}
