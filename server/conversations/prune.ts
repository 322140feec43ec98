import { v7 as uuidv7 } from "uuid";
import { database, inBatches } from "../db.ts";

// Each function deletes outdated rows of all workspaces, in batches small enough to keep lock times short.

const BATCH = 5_000;
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** After this time bulk actions are no longer undone, scheduled messages exist as messages, and cancelled ones are no longer needed. */
const OVER_DAYS = 7;

/** Deletes statuses whose message did not become known within a day: another system sent those messages. */
export async function pruneParkedStatuses(): Promise<number> {
  return database().$executeRaw`delete from "ParkedStatus" where "createdAt" < now() - interval '24 hours'`;
}

/** Deletes providers' calls that were stored three days ago. Those that were given up are kept for 30 days for inspection. */
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

/** Deletes old bulk actions, with the stored earlier state of their conversations. Returns how many actions. */
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
  // Undos first: they reference the actions that they undid.
  const undos = await database().bulkAction.deleteMany({ where: { ...old, undoOfId: { not: null } } });
  const others = await database().bulkAction.deleteMany({ where: { ...old, undos: { none: {} } } });
  return undos.count + others.count;
}

/** Deletes scheduled messages that were sent or cancelled. Failed ones stay: someone still has to look at them. */
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

/** Deletes the empty rows of sent drafts (drop-draft.ts) after a day: no save request runs that long. */
export function pruneDrafts(): Promise<number> {
  const before = daysAgo(1);
  // Checked twice: if an agent starts to write at this moment, PostgreSQL rechecks only the outer condition.
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
 * Deletes the attempts of messages that are older than so many days, except messages still in the queue. The message keeps its outcome.
 * The age comes from the message id, which begins with its time and is part of the attempts' key. An index on a time column would be
 * written twice per attempt.
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
