import { database } from "../db.ts";

/** What was sent is a message by then, and nobody asks again for what was cancelled. */
const KEPT_DAYS = 7;
/** Rows in one statement. */
const BATCH = 10_000;

/** Forgets scheduled messages, of all workspaces, that were sent or cancelled; those that failed are still to be seen to. Returns how many. */
export async function pruneScheduled(): Promise<number> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
  let pruned = 0;
  for (;;) {
    const rows = await database().$executeRaw`
      delete from "ScheduledMessage" where ("workspaceId", id) in (
        select s."workspaceId", s.id from "ScheduledMessage" s
        where s."createdAt" < ${before}::timestamptz
          and (s.state = 'cancelled' or (s.state = 'sent' and s."sendAt" < ${before}::timestamptz))
        limit ${BATCH})`;
    pruned += rows;
    if (rows < BATCH) return pruned;
  }
}
