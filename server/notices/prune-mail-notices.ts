import { database } from "../db.ts";

/** So long it is remembered what was told, and what could not be told is still news. */
const KEPT_HOURS = 24;

/** Forgets what people were, or should have been, told of by mail, in all workspaces; returns how many. */
export async function pruneMailNotices(): Promise<number> {
  const before = new Date(Date.now() - KEPT_HOURS * 3_600_000);
  const { count } = await database().mailNotice.deleteMany({ where: { at: { lt: before } } });
  return count;
}
