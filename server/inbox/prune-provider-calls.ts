import { database } from "../db.ts";

/** Rows of one statement: small enough that nobody waits for its locks. */
const BATCH = 1_000;

/**
 * Deletes providers' calls that were stored three days ago, and those that were given up when there was a month to look at them.
 * @returns how many.
 */
export async function pruneProviderCalls(): Promise<number> {
  let total = 0;
  for (let deleted = BATCH; deleted === BATCH; total += deleted) {
    deleted = await database().$executeRaw`
      delete from "ProviderCall" c using (
        select "workspaceId", id from "ProviderCall"
        where "doneAt" is not null and "receivedAt" < now() - interval '3 days'
          and (error is null or "receivedAt" < now() - interval '30 days')
        limit ${BATCH}) old
      where c."workspaceId" = old."workspaceId" and c.id = old.id`;
  }
  return total;
}
