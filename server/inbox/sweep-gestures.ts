import { Prisma } from "../generated/prisma/client.ts";
import { enqueueLost } from "../jobs/queue.ts";

/**
 * Queues reactions again, of all workspaces, that the provider has not heard of and that have lost their job; returns how many. That a
 * conversation was read is not among them: whoever reads on says it again.
 */
export function sweepGestures(): Promise<number> {
  return enqueueLost(
    "send-gesture",
    Prisma.sql`select "workspaceId", "messageId", 'reaction' as kind from "MessageReaction"
      where "isAgent" and "settledAt" is null`,
  );
}
