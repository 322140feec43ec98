import { database } from "../db.ts";

/** Entries of one transaction. */
const BATCH = 5_000;

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
  for (const { id } of workspaces)
    for (let deleted = BATCH; deleted === BATCH; total += deleted) deleted = await pruneBatch(id, days);
  return total;
}

function pruneBatch(workspaceId: number, days: number): Promise<number> {
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
