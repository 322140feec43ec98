import { database } from "../db.ts";

const BATCH = 5_000;

/**
 * Deletes events that no reader can ask for any more, a day after the last delivery of theirs went from the delivery log.
 * @returns how many.
 */
export async function pruneEvents(): Promise<number> {
  let total = 0;
  for (let deleted = BATCH; deleted === BATCH; total += deleted) {
    deleted = await database().$executeRaw`
      with oldest as (select "workspaceId", id, "createdAt" from "Event" order by txid, seq limit ${BATCH})
      delete from "Event" e using oldest
      where e."workspaceId" = oldest."workspaceId" and e.id = oldest.id and oldest."createdAt" < now() - interval '31 days'
        and not exists (select 1 from "WebhookDelivery" d where d."workspaceId" = e."workspaceId" and d."eventId" = e.id)`;
  }
  return total;
}
