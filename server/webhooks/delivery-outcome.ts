import type { Ctx } from "../ctx.ts";
import { inTransaction, pool } from "../db.ts";
import { emit } from "../events/emit.ts";
import { log } from "../log.ts";
import { metrics } from "../observe/metrics.ts";
import { holdsOrder, type ClaimedDelivery } from "./claim-deliveries.ts";
import { retryPause } from "../work/retry.ts";
import { DISABLE_AFTER_MS, LONGEST_HOLD_SECONDS, type TimeScale } from "./schedule.ts";

/** The result of one request to a subscriber. */
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
 * Stores a failed attempt (deliver-webhook.ts stores successes) in one statement: its row in the delivery log, the delivery's state
 * (failed, or pending until its next attempt), and the start of the webhook's failures. The lease fences the update; times come from the
 * database. A 410 response switches the webhook off at once, and so do five days of only failures. A replay requested during the attempt
 * starts after it.
 */
export async function settleFailed(
  ctx: Ctx,
  delivery: ClaimedDelivery,
  attempt: Attempt,
  timeScale: TimeScale,
): Promise<void> {
  const failures = delivery.attempts - delivery.scheduleStep + 1;
  const isGone = attempt.status === GONE;
  const pause = isGone ? null : retryPause("delivery", failures, { asked: attempt.retryAfterSeconds });
  const { rows } = await pool().query<{ failingMs: number | null }>({
    name: "settle-failed",
    text: SETTLE,
    values: [
      delivery.workspaceId,
      delivery.id,
      delivery.leaseToken,
      pause === null ? "failed" : "pending",
      pause === null ? null : pause * timeScale,
      attempt.status,
      attempt.error,
      attempt.startedAt,
      attempt.durationMs,
      attempt.body,
      delivery.scheduleStep,
    ],
  });
  const [settled] = rows;
  if (!settled) return;
  if (pause === null) metrics.webhookDeliveries.inc({ outcome: "failed" });
  if (isGone) return switchOff(ctx, delivery, "The receiver answered 410: it does not want these events any more");
  const longestRun = DISABLE_AFTER_MS * timeScale;
  if ((settled.failingMs ?? 0) < longestRun) return;
  await switchOff(ctx, delivery, `Every delivery failed for five days; the last time: ${attempt.error}`, longestRun);
}

// The locked row shows whether the attempt still belongs to the current schedule.
//
// Deliveries that wait for this one are postponed to its next attempt. Otherwise every claim until then would read them as due rows.
const SETTLE = `
with before as (
  select "workspaceId", id, "webhookId", attempts, "scheduleStep" <> $11::int as "isReplayed"
  from "WebhookDelivery" where "workspaceId" = $1 and id = $2::uuid and "leaseToken" = $3::uuid for update
), settled as (
  update "WebhookDelivery" d set attempts = b.attempts + 1,
    state = case when b."isReplayed" then 'pending' else $4::"DeliveryState" end,
    "scheduleStep" = case when b."isReplayed" then b.attempts + 1 else d."scheduleStep" end,
    "nextAttemptAt" = case when b."isReplayed" then now() else now() + make_interval(secs => $5::float8) end,
    "leaseToken" = null, "leaseUntil" = null, "responseStatus" = $6::int, error = $7, "deliveredAt" = null
  from before b where d."workspaceId" = b."workspaceId" and d.id = b.id
  returning d.*
), waiting as (
  select d."workspaceId", d.id, s."nextAttemptAt" from settled s join "WebhookDelivery" d
    on d."workspaceId" = s."workspaceId" and d."webhookId" = s."webhookId" and d."convId" = s."convId" and d."eventSeq" > s."eventSeq"
      and ${holdsOrder("d")} and d."leaseToken" is null and d."nextAttemptAt" < s."nextAttemptAt"
  where ${holdsOrder("s")} and s."nextAttemptAt" <= now() + interval '${LONGEST_HOLD_SECONDS} seconds'
  for update of d skip locked
), postponed as (
  update "WebhookDelivery" d set "nextAttemptAt" = w."nextAttemptAt"
  from waiting w where d."workspaceId" = w."workspaceId" and d.id = w.id
), logged as (
  insert into "WebhookAttempt" ("workspaceId", "deliveryId", "attemptNo", "startedAt", "durationMs", "responseStatus", "responseBody", error)
  select "workspaceId", id, attempts, $8::timestamptz, $9::int, $6::int, $10, $7 from settled
), run as (
  update "Webhook" w set "failingSince" = now()
  from settled s where w."workspaceId" = s."workspaceId" and w.id = s."webhookId" and w."failingSince" is null
)
select extract(epoch from now() - w."failingSince")::float8 * 1000 as "failingMs"
from settled s join "Webhook" w on w."workspaceId" = s."workspaceId" and w.id = s."webhookId"`;

/**
 * Switches the webhook off, unless its URL changed or it was switched off since the attempt.
 * @param ranMs the least duration of its failures; switching it on, or one success, may have ended them.
 */
async function switchOff(
  ctx: Ctx,
  delivery: ClaimedDelivery,
  reason: string,
  ranMs: number | null = null,
): Promise<void> {
  const { workspaceId, webhookId, url } = delivery;
  await inTransaction(ctx, async (tx) => {
    const count = await tx.db.$executeRaw`
      update "Webhook" set active = false, "disabledReason" = ${reason}
      where "workspaceId" = ${workspaceId} and id = ${webhookId}::uuid and active and url = ${url}
        and (${ranMs}::float8 is null or "failingSince" <= now() - make_interval(secs => ${ranMs}::float8 / 1000))`;
    if (count === 0) return;
    log.warn({ workspaceId, webhookId, host: new URL(url).host, reason }, "a webhook was switched off");
    await emit(tx, { name: "WORKSPACE_CHANGED" });
  });
}
