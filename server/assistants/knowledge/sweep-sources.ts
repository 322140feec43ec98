import { Prisma } from "../../generated/prisma/client.ts";
import { enqueueLost } from "../../jobs/queue.ts";

/** Queues the reading of sources again, of all workspaces, that are to be read and have lost their job; returns how many. */
export function sweepSources(): Promise<number> {
  return enqueueLost(
    "read-source",
    Prisma.sql`
      select "workspaceId", id as "sourceId" from "KnowledgeSource"
      where state in ('waiting', 'reading') and "deletedAt" is null`,
  );
}
