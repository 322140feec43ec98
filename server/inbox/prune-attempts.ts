import { v7 as uuidv7 } from "uuid";
import { database } from "../db.ts";

/** Rows of one statement: small enough that nobody waits for its locks. */
const BATCH = 5_000;

/**
 * Deletes the attempts of messages that were written longer ago than so many days: what became of a message stays with it. Those of a
 * message that is still in the queue stay too. Messages' ids begin with their time, and so do the keys of their attempts: an index by
 * time would be written with every attempt, twice.
 * @param days 0: none are deleted.
 * @returns how many.
 */
export async function pruneAttempts(days: number): Promise<number> {
  if (days === 0) return 0;
  const firstKept = uuidv7({ msecs: Date.now() - days * 86_400_000, seq: 0, random: new Uint8Array(16) });
  let total = 0;
  for (let deleted = BATCH; deleted === BATCH; total += deleted) {
    deleted = await database().$executeRaw`
      delete from "SendAttempt" a using (
        select s.* from "Workspace" w cross join lateral (
          select s."workspaceId", s."messageId", s."attemptNo" from "SendAttempt" s
          where s."workspaceId" = w.id and s."messageId" < ${firstKept}::uuid
            -- "offset 0": one look into the queue per attempt; as a join it would read all that are old.
            and not exists (select from "SendQueue" q
              where q."workspaceId" = s."workspaceId" and q."messageId" = s."messageId" offset 0)
          limit ${BATCH}) s
        limit ${BATCH}) old
      where a."workspaceId" = old."workspaceId" and a."messageId" = old."messageId" and a."attemptNo" = old."attemptNo"`;
  }
  return total;
}
