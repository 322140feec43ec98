import { database } from "../db.ts";

/** Nobody undoes them any more; what they did is in the threads. */
const KEPT_DAYS = 7;
/** Conversations in one statement. */
const BATCH = 10_000;

/** Forgets what bulk actions were done, in all workspaces, with what each of their conversations was before; returns how many. */
export async function pruneBulkActions(): Promise<number> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
  for (;;) {
    const items = await database().$executeRaw`
      delete from "BulkActionItem" where ("workspaceId", "bulkId", "convId") in (
        select i."workspaceId", i."bulkId", i."convId" from "BulkAction" b
        join "BulkActionItem" i on i."workspaceId" = b."workspaceId" and i."bulkId" = b.id
        where b."createdAt" < ${before}::timestamptz limit ${BATCH})`;
    if (items < BATCH) break;
  }
  // Undos first: they point to what they undid.
  const undos = await database().bulkAction.deleteMany({
    where: { createdAt: { lt: before }, undoOfId: { not: null } },
  });
  const others = await database().bulkAction.deleteMany({ where: { createdAt: { lt: before }, undos: { none: {} } } });
  return undos.count + others.count;
}
