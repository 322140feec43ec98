import { database } from "../db.ts";

/**
 * Ends a sign-in: its cookie and token are worth nothing from here on, and its browser is told nothing more. Ending it twice changes
 * nothing.
 * @returns whose it was, null when it was over already.
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
