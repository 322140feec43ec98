import DataLoader from "dataloader";
import { pool } from "../db.ts";

/** A sign of life is written at most this often: online means younger than a minute. */
const NOTE_EVERY_MS = 20_000;

type Seen = { workspaceId: number; agentId: string };

/** The streams of a process that are looked at together write together. */
const notes = new DataLoader<Seen, null>(writeSeen, { cache: false, maxBatchSize: 500 });

/** The agent's browser is there. Called with every beat of its live stream; most calls write nothing. */
export async function noteAgentSeen(workspaceId: number, agentId: string): Promise<void> {
  await notes.load({ workspaceId, agentId });
}

async function writeSeen(seen: readonly Seen[]): Promise<null[]> {
  const now = new Date();
  // In the order of the key: two processes that note the same agents must not wait for one another.
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
