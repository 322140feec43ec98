import { database } from "../db.ts";

/** Until then the page of a link says that it was used, or that it has expired. */
const KEPT_MS = 24 * 60 * 60_000;

/** Deletes links a day after they have expired; returns how many. */
export async function pruneMailedLinks(): Promise<number> {
  const { count } = await database().mailedLink.deleteMany({
    where: { expiresAt: { lt: new Date(Date.now() - KEPT_MS) } },
  });
  return count;
}
