import { database, inBatches } from "../db.ts";

/** Rows of one statement: small enough that nobody waits for its locks. */
const BATCH = 5_000;
/** How long a sign-in that is over is kept; what was done with it stands in the audit record. */
const SESSION_DAYS = 30;
/** How long the page of a link says that it was used, or that it has expired. */
const LINK_MS = 24 * 60 * 60_000;

/** Deletes sign-ins that ended a month ago, but those that a browser with notices still names; returns how many. */
export function pruneSessions(): Promise<number> {
  return inBatches(
    BATCH,
    () => database().$executeRaw`
      delete from "Session" s using (
        select o.id from "Session" o
        where o."expiresAt" < now() - make_interval(days => ${SESSION_DAYS})
          and not exists (select from "PushSubscription" p where p."sessionId" = o.id)
        order by o."expiresAt" limit ${BATCH}) old
      where s.id = old.id`,
  );
}

/** Deletes links a day after they have expired; returns how many. */
export async function pruneMailedLinks(): Promise<number> {
  const before = new Date(Date.now() - LINK_MS);
  return (await database().mailedLink.deleteMany({ where: { expiresAt: { lt: before } } })).count;
}

/**
 * Deletes what the record says of more than so many days ago, in all workspaces: the one thing that may be taken out of it, by the
 * operator's setting.
 * @param days 0: none is deleted.
 * @returns how many.
 */
export async function pruneAudit(days: number): Promise<number> {
  if (days === 0) return 0;
  const workspaces = await database().workspace.findMany({ select: { id: true } });
  let total = 0;
  for (const { id } of workspaces) total += await inBatches(BATCH, () => pruneAuditOf(id, days));
  return total;
}

function pruneAuditOf(workspaceId: number, days: number): Promise<number> {
  return database().$transaction(async (db) => {
    await db.$executeRaw`select set_config('app.audit_retention', 'on', true)`;
    return db.$executeRaw`
      delete from "AuditEntry" a using (
        select id from "AuditEntry"
        where "workspaceId" = ${workspaceId} and "createdAt" < now() - make_interval(days => ${days})
        order by "createdAt", id limit ${BATCH}) old
      where a."workspaceId" = ${workspaceId} and a.id = old.id`;
  });
}
