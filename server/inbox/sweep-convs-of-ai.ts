import { Prisma } from "../generated/prisma/client.ts";
import { enqueueLost } from "../jobs/queue.ts";

/** Queues the handing over again, in all workspaces, of what deleted assistants still hold and has lost its job; returns how many. */
export function sweepConvsOfAi(): Promise<number> {
  return enqueueLost(
    "hand-over-convs-of-ai",
    Prisma.sql`
      select distinct a."workspaceId", a.id as "aiId" from "Conversation" c
      join "Assistant" a on a."workspaceId" = c."workspaceId" and a.id = c."aiId" and a."deletedAt" is not null
      where c."aiId" is not null and not c.ended`,
  );
}
