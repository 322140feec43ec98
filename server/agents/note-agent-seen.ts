import DataLoader from "dataloader";
import { pool } from "../db.ts";

/** The agent's last-seen time is written at most this often. Online means seen within the last minute. */
const NOTE_EVERY_MS = 20_000;

type Seen = { workspaceId: number; agentId: string };

/** Batches the writes of streams that are checked at the same time. */
const notes = new DataLoader<Seen, null>(writeSeen, { cache: false, maxBatchSize: 500 });

/** Records that the agent's browser is connected. Called with every heartbeat of its live stream. Most calls write nothing. */
export async function noteAgentSeen(workspaceId: number, agentId: string): Promise<void> {
  await notes.load({ workspaceId, agentId });
}

async function writeSeen(seen: readonly Seen[]): Promise<null[]> {
  const now = new Date();
  // In key order, so that two processes that update the same agents cannot deadlock.
  await pool().query({
    name: "note-agents-seen",
    text: `update "Agent" set "lastSeenAt" = $3 from (
        select a."workspaceId", a.id from "Agent" a
        join (select distinct * from unnest($1::int[], $2::uuid[]) as s ("workspaceId", id)) seen using ("workspaceId", id)
        where a."lastSeenAt" is null or a."lastSeenAt" < $4
        order by a."workspaceId", a.id for update of a
      ) old where "Agent"."workspaceId" = old."workspaceId" and "Agent".id = old.id`,
    values: [
      seen.map(({ workspaceId }) => workspaceId),
      seen.map(({ agentId }) => agentId),
      now,
      new Date(now.getTime() - NOTE_EVERY_MS),
    ],
  });
  return seen.map(() => null);
}
