import { Prisma } from "../generated/prisma/client.ts";
import { enqueueLost } from "../jobs/queue.ts";

/** Queues exports and erasures again, of all workspaces, that are to be done and have lost their job; returns how many. */
export async function sweepDataRequests(): Promise<number> {
  const waiting = (kind: "export" | "erasure") => Prisma.sql`
    select "workspaceId", id as "requestId" from "ClientDataRequest"
    where state in ('queued', 'running') and kind = ${kind}::"ClientDataKind"`;
  return (
    (await enqueueLost("export-client-data", waiting("export"))) +
    (await enqueueLost("erase-client", waiting("erasure")))
  );
}
