import type { Ctx } from "../ctx.ts";

/** Deliveries per statement. */
const BATCH = 2_000;

/**
 * Deletes subscribers' responses to events of these contacts, because they may repeat personal data. Status and time of each attempt
 * stay.
 * @param ctx outside a transaction.
 */
export async function forgetReplies(
  ctx: Ctx,
  { clientIds, convIds }: { clientIds: readonly string[]; convIds: readonly string[] },
): Promise<void> {
  for (let emptied = BATCH; emptied === BATCH;) {
    emptied = await ctx.db.$executeRaw`
      with told as materialized (
        select a."deliveryId", a."attemptNo" from "Event" e
        join "WebhookDelivery" d on d."workspaceId" = e."workspaceId" and d."eventId" = e.id
        join "WebhookAttempt" a on a."workspaceId" = d."workspaceId" and a."deliveryId" = d.id
        where e."workspaceId" = ${ctx.workspaceId}
          and (e."clientId" = any (${[...clientIds]}::uuid[]) or e."convId" = any (${[...convIds]}::uuid[]))
          and (a."responseBody" is not null or a.error is not null)
        limit ${BATCH}
      ), deliveries as (
        update "WebhookDelivery" d set error = null from told
        where d."workspaceId" = ${ctx.workspaceId} and d.id = told."deliveryId" and d.error is not null
      )
      update "WebhookAttempt" a set "responseBody" = null, error = null from told
      where a."workspaceId" = ${ctx.workspaceId} and a."deliveryId" = told."deliveryId" and a."attemptNo" = told."attemptNo"`;
  }
}
