import { database, inBatches } from "../db.ts";

/** Rows per statement. A small batch holds its locks only briefly. */
const BATCH = 5_000;

/**
 * Deletes deliveries older than the delivery log's 30 days, with their attempts. An old delivery that is still
 * pending was replayed and stays until its schedule ends, unless its webhook is switched off or deleted.
 * @returns how many.
 */
export function pruneDeliveries(): Promise<number> {
  return inBatches(
    BATCH,
    () => database().$executeRaw`
      with old as (
        select d."workspaceId", d.id from "Webhook" w cross join lateral (
          select d."workspaceId", d.id from "WebhookDelivery" d
          where d."workspaceId" = w."workspaceId" and d."webhookId" = w.id and d."createdAt" < now() - interval '30 days'
            and not (d.state = 'pending' and w.active and w."deletedAt" is null)
          limit ${BATCH}) d
        limit ${BATCH}
      ), attempts as (
        delete from "WebhookAttempt" a using old where a."workspaceId" = old."workspaceId" and a."deliveryId" = old.id
      )
      delete from "WebhookDelivery" d using old where d."workspaceId" = old."workspaceId" and d.id = old.id`,
  );
}
