import type { Db } from "../ctx.ts";
import type { Prisma } from "../generated/prisma/client.ts";

/** Ends the matching sessions, which also stops notifications to those browsers. */
export async function endSessionsWhere(db: Db, where: Prisma.SessionWhereInput): Promise<void> {
  const ended = await db.session.updateManyAndReturn({
    where: { ...where, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { id: true },
  });
  await db.pushSubscription.deleteMany({ where: { sessionId: { in: ended.map(({ id }) => id) } } });
}

/**
 * Ends the sessions of a user, which also stops notifications to those browsers.
 * @param exceptId the calling session, which stays.
 */
export async function endSessions(db: Db, userId: string, exceptId?: string): Promise<void> {
  await endSessionsWhere(db, { userId, ...(exceptId === undefined ? {} : { id: { not: exceptId } }) });
}
