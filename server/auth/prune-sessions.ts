import { database } from "../db.ts";

/** Sign-ins of one statement. */
const BATCH = 5_000;
/** How long a sign-in that is over is kept; what was done with it stands in the audit record. */
const KEPT_DAYS = 30;

/** Deletes sign-ins that ended a month ago, but those that a browser with notices still names; returns how many. */
export async function pruneSessions(): Promise<number> {
  let total = 0;
  for (let deleted = BATCH; deleted === BATCH; total += deleted)
    deleted = await database().$executeRaw`
      delete from "Session" s using (
        select o.id from "Session" o
        where o."expiresAt" < now() - make_interval(days => ${KEPT_DAYS})
          and not exists (select from "PushSubscription" p where p."sessionId" = o.id)
        order by o."expiresAt" limit ${BATCH}) old
      where s.id = old.id`;
  return total;
}
