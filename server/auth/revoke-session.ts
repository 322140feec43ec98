import { database } from "../db.ts";

/**
 * Ends a sign-in: its cookie and token are worth nothing from here on, and its browser is told nothing more. Ending it twice changes
 * nothing.
 */
export async function revokeSession(sessionId: string): Promise<void> {
  await database().session.updateMany({ where: { id: sessionId, revokedAt: null }, data: { revokedAt: new Date() } });
  await database().pushSubscription.deleteMany({ where: { sessionId } });
}
