import { database } from "../db.ts";

/**
 * Drops statuses whose message never became known within a day: they belong to messages that somebody else sent.
 * @returns how many.
 */
export async function pruneParkedStatuses(): Promise<number> {
  return database().$executeRaw`delete from "ParkedStatus" where "createdAt" < now() - interval '24 hours'`;
}
