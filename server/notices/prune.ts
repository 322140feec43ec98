import { database } from "../db.ts";

/** A browser in which nobody opened the portal for so long is nobody's any more. */
const BROWSER_DAYS = 30;
/** So long it is remembered what was told, and what could not be told is still news. */
const MAIL_HOURS = 24;

/** Forgets browsers that are not used any more, and those whose sign-in was ended, in all workspaces; returns how many. */
export async function prunePushSubscriptions(): Promise<number> {
  const before = new Date(Date.now() - BROWSER_DAYS * 86_400_000);
  const unused = await database().pushSubscription.deleteMany({ where: { seenAt: { lt: before } } });
  // By itself: beside the other condition it would be asked of every sign-in that there ever was.
  const ended = await database().pushSubscription.deleteMany({ where: { session: { revokedAt: { not: null } } } });
  return unused.count + ended.count;
}

/** Forgets what people were, or should have been, told of by mail, in all workspaces; returns how many. */
export async function pruneMailNotices(): Promise<number> {
  const before = new Date(Date.now() - MAIL_HOURS * 3_600_000);
  return (await database().mailNotice.deleteMany({ where: { at: { lt: before } } })).count;
}
