import { systemCtx } from "../auth/system-ctx.ts";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";

const PERIOD_MS = 1_000;

/** What this worker saw of each broadcast under way when it looked last. */
let seen = new Map<string, string>();
let lookedAt = 0;

type Running = { workspaceId: number; id: string; queue: string };

/**
 * Tells the portal, about once a second and workspace however many workers look, that broadcasts have made progress: messages
 * were made, or handed to their channel. To be called often; it looks once a second, at the few messages that are queued.
 */
export async function tellProgress(): Promise<void> {
  if (Date.now() < lookedAt + PERIOD_MS) return;
  lookedAt = Date.now();
  const running = await database().$queryRaw<Running[]>`
    select b."workspaceId", b.id, concat(q.count, ' ', q.newest) as queue from "Broadcast" b
    cross join lateral (
      select count(*) as count, max(q."createdAt") as newest from "SendQueue" q
      where q."workspaceId" = b."workspaceId" and q."broadcastId" = b.id) q
    where b.state = 'inProgress'`;
  const moved = running.filter(({ id, queue }) => seen.has(id) && seen.get(id) !== queue);
  seen = new Map(running.map(({ id, queue }) => [id, queue]));
  for (const workspaceId of new Set(moved.map((each) => each.workspaceId))) await tell(workspaceId);
}

async function tell(workspaceId: number): Promise<void> {
  await inTransaction(systemCtx(workspaceId, "run-broadcasts"), async (tx) => {
    // Another worker may have told it already.
    const told = await tx.db.$queryRaw<unknown[]>`
      select from "Event" where "workspaceId" = ${workspaceId} and "createdAt" > now() - interval '0.9 seconds'
        and name = 'BROADCAST_CHANGED' limit 1`;
    if (told.length === 0) await emit(tx, { name: "BROADCAST_CHANGED" });
  });
}
