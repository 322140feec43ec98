import type { Db } from "../ctx.ts";

/**
 * Ends the sessions of a user, which also stops notifications to those browsers.
 * @param exceptId the calling session, which stays.
 */
export async function endSessions(db: Db, userId: string, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? {} : { not: exceptId };
  await db.session.updateMany({ where: { userId, revokedAt: null, id: others }, data: { revokedAt: new Date() } });
  await db.pushSubscription.deleteMany({ where: { userId, sessionId: others } });
}
