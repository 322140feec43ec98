import { Prisma } from "../generated/prisma/client.ts";
import { enqueueLost } from "../jobs/queue.ts";

/** Queues bulk actions again, of all workspaces, that are to be done and have lost their job; returns how many. */
export function sweepBulkActions(): Promise<number> {
  return enqueueLost(
    "run-bulk-action",
    Prisma.sql`select "workspaceId", id as "bulkId" from "BulkAction" where state in ('queued', 'running')`,
  );
}
