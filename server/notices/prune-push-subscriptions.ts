import { database } from "../db.ts";

/** A browser in which nobody opened the portal for so long is nobody's any more. */
const KEPT_DAYS = 30;

/** Forgets browsers that are not used any more, and those whose sign-in was ended, in all workspaces; returns how many. */
export async function prunePushSubscriptions(): Promise<number> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
  const unused = await database().pushSubscription.deleteMany({ where: { seenAt: { lt: before } } });
  // By itself: beside the other condition it would be asked of every sign-in that there ever was.
  const ended = await database().pushSubscription.deleteMany({ where: { session: { revokedAt: { not: null } } } });
  return unused.count + ended.count;
}
