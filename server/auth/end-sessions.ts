import type { Db } from "../db.ts";

/**
 * Ends the sign-ins of a person, and with them the notices to those browsers.
 * @param exceptId the sign-in that stays: the one that called.
 */
export async function endSessions(db: Db, userId: string, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? {} : { not: exceptId };
  await db.session.updateMany({ where: { userId, revokedAt: null, id: others }, data: { revokedAt: new Date() } });
  await db.pushSubscription.deleteMany({ where: { userId, sessionId: others } });
}
