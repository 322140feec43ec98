import type { Ctx } from "../ctx.ts";
import { inTransaction, pool } from "../db.ts";
import { emit } from "../events/emit.ts";
import { log } from "../log.ts";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { DISABLE_AFTER_MS, retryPauseMs } from "./schedule.ts";
import type { TimeScale } from "./schedule.ts";

/** How one request to a subscriber went. */
export type Attempt = {
  startedAt: Date;
  durationMs: number;
  isSuccess: boolean;
  status: number | null;
  body: string | null;
  error: string | null;
  retryAfterSeconds: number | null;
};

const GONE = 410;

/**
 * Stores an attempt: its row in the delivery log, and the delivery's state – delivered, failed, or pending until its next time.
 * Fenced by the lease. 410 switches the webhook off at once, five days of nothing but failure too.
 */
export async function settleDelivery(
  ctx: Ctx,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  timeScale: TimeScale,
): Promise<void> {
  const step = delivery.attempts - delivery.scheduleStep;
  const pause =
    attempt.isSuccess || attempt.status === GONE ? null : retryPauseMs(step, attempt.retryAfterSeconds, timeScale);
  const state = attempt.isSuccess ? "delivered" : pause === null ? "failed" : "pending";
  const { rowCount } = await pool().query({
    name: "settle-delivery",
    text: SETTLE,
    values: [
      delivery.workspaceId,
      delivery.id,
      delivery.leaseToken,
      state,
      pause === null ? null : new Date(ctx.now.getTime() + pause),
      attempt.status,
      attempt.error,
      attempt.startedAt,
      attempt.durationMs,
      attempt.body,
    ],
  });
  if (rowCount === 0) return;
  if (attempt.isSuccess) {
    if (delivery.failingSince) await setFailingSince(ctx, delivery, null);
    return;
  }
  const failingSince = delivery.failingSince ?? attempt.startedAt;
  if (!delivery.failingSince) await setFailingSince(ctx, delivery, failingSince);
  if (attempt.status === GONE)
    return switchOff(ctx, delivery, "The receiver answered 410: it does not want these events any more");
  if (ctx.now.getTime() - failingSince.getTime() < DISABLE_AFTER_MS * timeScale) return;
  await switchOff(ctx, delivery, `Every delivery failed for five days; the last time: ${attempt.error}`);
}

const SETTLE = `
with settled as (
  update "WebhookDelivery" set state = $4::"DeliveryState", attempts = attempts + 1, "nextAttemptAt" = $5::timestamptz,
    "leaseToken" = null, "leaseUntil" = null, "responseStatus" = $6::int, error = $7, "deliveredAt" = case when $4 = 'delivered' then now() end
  where "workspaceId" = $1 and id = $2::uuid and "leaseToken" = $3::uuid
  returning "workspaceId", id, attempts
)
insert into "WebhookAttempt" ("workspaceId", "deliveryId", "attemptNo", "startedAt", "durationMs", "responseStatus", "responseBody", error)
select "workspaceId", id, attempts, $8::timestamptz, $9::int, $6::int, $10, $7 from settled`;

/** The start of a run of failures, or its end; of several deliveries at once the first to tell wins. */
async function setFailingSince(ctx: Ctx, { workspaceId, webhookId }: ClaimedDelivery, at: Date | null): Promise<void> {
  await ctx.db.webhook.updateMany({
    where: { workspaceId, id: webhookId, failingSince: at ? null : { not: null } },
    data: { failingSince: at },
  });
}

async function switchOff(ctx: Ctx, { workspaceId, webhookId, url }: ClaimedDelivery, reason: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.webhook.updateMany({
      where: { workspaceId, id: webhookId, active: true },
      data: { active: false, disabledReason: reason },
    });
    if (count === 0) return;
    log.warn({ workspaceId, webhookId, host: new URL(url).host, reason }, "a webhook was switched off");
    await emit(tx, { name: "WORKSPACE_CHANGED" });
  });
}
