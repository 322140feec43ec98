import { database } from "../db.ts";

/** Days without opening the portal after which a browser's subscription is deleted. */
const BROWSER_DAYS = 30;
/** Hours that email notices are kept, whether sent or not. */
const MAIL_HOURS = 24;

/** Deletes unused subscriptions and those whose session was revoked, in all workspaces. Returns how many. */
export async function prunePushSubscriptions(): Promise<number> {
  const before = new Date(Date.now() - BROWSER_DAYS * 86_400_000);
  const unused = await database().pushSubscription.deleteMany({ where: { seenAt: { lt: before } } });
  // A separate statement: combined with the other condition, it would check every session that ever existed.
  const ended = await database().pushSubscription.deleteMany({ where: { session: { revokedAt: { not: null } } } });
  return unused.count + ended.count;
}

/** Deletes old email notices, sent or not, in all workspaces. Returns how many. */
export async function pruneMailNotices(): Promise<number> {
  const before = new Date(Date.now() - MAIL_HOURS * 3_600_000);
  return (await database().mailNotice.deleteMany({ where: { at: { lt: before } } })).count;
}
