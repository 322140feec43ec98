import { database, inBatches } from "../db.ts";

/** Rows per statement. A small batch holds its locks only briefly. */
const BATCH = 5_000;
/** How long an ended session is kept. The audit log keeps what was done with it. */
const SESSION_DAYS = 30;
/** How long the page of a link can still say that the link was used or has expired. */
const LINK_MS = 24 * 60 * 60_000;

/** Deletes sessions that expired a month ago, except those that a push subscription references; returns how many. */
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

/** Deletes links one day after they expire; returns how many. */
export async function pruneMailedLinks(): Promise<number> {
  const before = new Date(Date.now() - LINK_MS);
  return (await database().mailedLink.deleteMany({ where: { expiresAt: { lt: before } } })).count;
}

/**
 * Deletes audit entries older than this many days, in all workspaces. This is the only permitted deletion from the audit log; the
 * operator configures it.
 * @param days 0: delete nothing.
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
