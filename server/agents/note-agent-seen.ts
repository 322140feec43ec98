import type { Db } from "../db.ts";

/** A sign of life is written at most this often: online means younger than a minute. */
const NOTE_EVERY_MS = 20_000;

/** The agent's browser is there. Called with every beat of its live stream; most calls write nothing. */
export async function noteAgentSeen(db: Db, workspaceId: number, agentId: string): Promise<void> {
  const now = new Date();
  await db.agent.updateMany({
    where: {
      workspaceId,
      id: agentId,
      OR: [{ lastSeenAt: null }, { lastSeenAt: { lt: new Date(now.getTime() - NOTE_EVERY_MS) } }],
    },
    data: { lastSeenAt: now },
  });
}
