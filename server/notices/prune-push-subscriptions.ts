import { database } from "../db.ts";

/** A browser in which nobody opened the portal for so long is nobody's any more. */
const KEPT_DAYS = 30;

/** Forgets browsers that are not used any more, and those whose sign-in was ended, in all workspaces; returns how many. */
export async function prunePushSubscriptions(): Promise<number> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
  const { count } = await database().pushSubscription.deleteMany({
    where: { OR: [{ seenAt: { lt: before } }, { session: { revokedAt: { not: null } } }] },
  });
  return count;
}
