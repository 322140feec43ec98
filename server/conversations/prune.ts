import { v7 as uuidv7 } from "uuid";
import { database, inBatches } from "../db.ts";

// Each deletes rows of all workspaces that have outlived their use, in statements so small that nobody waits for their locks.

const BATCH = 5_000;
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Nobody undoes a bulk action any more, what was scheduled is a message, and nobody asks again for what was cancelled. */
const OVER_DAYS = 7;

/** Drops statuses whose message never became known within a day: they belong to messages that somebody else sent. */
export async function pruneParkedStatuses(): Promise<number> {
  return database().$executeRaw`delete from "ParkedStatus" where "createdAt" < now() - interval '24 hours'`;
}

/** Deletes providers' calls that were stored three days ago, and those that were given up when there was a month to look at them. */
export function pruneProviderCalls(): Promise<number> {
  return inBatches(
    BATCH,
    () => database().$executeRaw`
      delete from "ProviderCall" c using (
        select "workspaceId", id from "ProviderCall"
        where "doneAt" is not null and "receivedAt" < now() - interval '3 days'
          and (error is null or "receivedAt" < now() - interval '30 days')
        limit ${BATCH}) old
      where c."workspaceId" = old."workspaceId" and c.id = old.id`,
  );
}

/** Forgets what bulk actions were done, with what each of their conversations was before; returns how many actions. */
export async function pruneBulkActions(): Promise<number> {
  const before = daysAgo(OVER_DAYS);
  await inBatches(
    BATCH,
    () => database().$executeRaw`
      delete from "BulkActionItem" where ("workspaceId", "bulkId", "convId") in (
        select i."workspaceId", i."bulkId", i."convId" from "BulkAction" b
        join "BulkActionItem" i on i."workspaceId" = b."workspaceId" and i."bulkId" = b.id
        where b."createdAt" < ${before}::timestamptz limit ${BATCH})`,
  );
  const old = { createdAt: { lt: before } };
  // Undos first: they point to what they undid.
  const undos = await database().bulkAction.deleteMany({ where: { ...old, undoOfId: { not: null } } });
  const others = await database().bulkAction.deleteMany({ where: { ...old, undos: { none: {} } } });
  return undos.count + others.count;
}

/** Forgets scheduled messages that were sent or cancelled; those that failed are still to be seen to. */
export function pruneScheduled(): Promise<number> {
  const before = daysAgo(OVER_DAYS);
  return inBatches(
    BATCH,
    () => database().$executeRaw`
      delete from "ScheduledMessage" where ("workspaceId", id) in (
        select s."workspaceId", s.id from "ScheduledMessage" s
        where s."createdAt" < ${before}::timestamptz
          and (s.state = 'cancelled' or (s.state = 'sent' and s."sendAt" < ${before}::timestamptz))
        limit ${BATCH})`,
  );
}

/** Forgets that drafts were sent (drop-draft.ts) a day later: no save is under way for so long. */
export function pruneDrafts(): Promise<number> {
  const before = daysAgo(1);
  // Asked twice: the inner look is not taken again for a row in which somebody begins to write at this moment.
  return inBatches(
    BATCH,
    () => database().$executeRaw`
      delete from "Draft" where ("workspaceId", "agentId", "convId", mode) in (
        select d."workspaceId", d."agentId", d."convId", d.mode from "Draft" d
        where d.text = '' and d.attachments = '[]' and d.template is null and d."patchedAt" < ${before}::timestamptz
        limit ${BATCH}
      ) and text = '' and attachments = '[]' and template is null`,
  );
}

/**
 * Deletes the attempts of messages that were written longer ago than so many days: what became of a message stays with it. Those of a
 * message that is still in the queue stay too. Messages' ids begin with their time, and so do the keys of their attempts: an index by
 * time would be written with every attempt, twice.
 * @param days 0: none are deleted.
 */
export async function pruneAttempts(days: number): Promise<number> {
  if (days === 0) return 0;
  const firstKept = uuidv7({ msecs: Date.now() - days * DAY_MS, seq: 0, random: new Uint8Array(16) });
  return inBatches(
    BATCH,
    () => database().$executeRaw`
      delete from "SendAttempt" a using (
        select s.* from "Workspace" w cross join lateral (
          select s."workspaceId", s."messageId", s."attemptNo" from "SendAttempt" s
          where s."workspaceId" = w.id and s."messageId" < ${firstKept}::uuid
            -- "offset 0": one look into the queue per attempt; as a join it would read all that are old.
            and not exists (select from "SendQueue" q
              where q."workspaceId" = s."workspaceId" and q."messageId" = s."messageId" offset 0)
          limit ${BATCH}) s
        limit ${BATCH}) old
      where a."workspaceId" = old."workspaceId" and a."messageId" = old."messageId" and a."attemptNo" = old."attemptNo"`,
  );
}
