import { database } from "../db.ts";

/**
 * Ends a session: its cookie and token become invalid, and its browser gets no more notifications. Idempotent.
 * @returns the session's user; null when it had already ended.
 */
export async function revokeSession(sessionId: string): Promise<string | null> {
  const [ended] = await database().session.updateManyAndReturn({
    where: { id: sessionId, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { userId: true },
  });
  await database().pushSubscription.deleteMany({ where: { sessionId } });
  return ended?.userId ?? null;
}
