import DataLoader from "dataloader";
import { pool } from "../db.ts";
import { fewRows } from "../few-rows.ts";
import { offTrail } from "../observe/trail.ts";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import type { Attempt } from "./delivery-outcome.ts";

/** A delivery that its receiver took. */
export type Delivered = { delivery: ClaimedDelivery; attempt: Attempt };

/** Of one statement. */
const MOST_AT_ONCE = 200;

/** The statement under way; what is settled meanwhile goes together with the next. */
let underWay: Promise<unknown> = Promise.resolve();

const loader = new DataLoader<Delivered, void>(settleAll, {
  cache: false,
  maxBatchSize: MOST_AT_ONCE,
  // What is stored together is no single request's.
  batchScheduleFn: (run) => void offTrail(() => underWay.then(() => setImmediate(run))),
});

/**
 * Stores that a receiver took a delivery: its row in the delivery log, the delivery's state, and the end of the webhook's run of
 * failures. What comes in one turn of the process's loop goes at once, together; what is taken while that statement runs, in the next
 * one: a receiver that is quick is not held up by a commit for each. Fenced by the lease; a batch that the database refuses is stored one by one.
 */
export function settleDelivered(delivered: Delivered): Promise<void> {
  return loader.load(delivered);
}

async function settleAll(all: readonly Delivered[]): Promise<(void | Error)[]> {
  const stored = store(all);
  underWay = stored.catch(() => undefined);
  try {
    await stored;
    return all.map(() => undefined);
  } catch (error) {
    if (all.length === 1) return [asError(error)];
    return Promise.all(all.map((one) => store([one]).catch(asError)));
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function store(all: readonly Delivered[]): Promise<void> {
  const rows = all.map(({ delivery: { workspaceId, id, leaseToken }, attempt }, index) => {
    const { startedAt, durationMs, status, body } = attempt;
    return { no: index + 1, workspaceId, id, leaseToken, startedAt, durationMs, status, body };
  });
  await pool().query({ name: "settle-delivered", text: SETTLE, values: [JSON.stringify(rows)] });
}

// Rows are locked in one order, so that two workers never wait for each other.
export const SETTLE = `
with given as (
  select * from json_to_recordset($1::json) as g(no int, "workspaceId" int, id uuid, "leaseToken" uuid, "startedAt" timestamptz,
    "durationMs" int, status int, body text) where ${fewRows("g.no")}
), held as materialized (
  select d."workspaceId", d.id, g."startedAt", g."durationMs", g.status, g.body
  from given g join "WebhookDelivery" d on d."workspaceId" = g."workspaceId" and d.id = g.id and d."leaseToken" = g."leaseToken"
  order by d."workspaceId", d.id for update of d
), settled as (
  update "WebhookDelivery" d set attempts = d.attempts + 1, state = 'delivered', "nextAttemptAt" = null, "leaseToken" = null,
    "leaseUntil" = null, "responseStatus" = h.status, error = null, "deliveredAt" = now()
  from held h where d."workspaceId" = h."workspaceId" and d.id = h.id
  returning d."workspaceId", d.id, d."webhookId", d.attempts, h."startedAt", h."durationMs", h.status, h.body
), logged as (
  insert into "WebhookAttempt" ("workspaceId", "deliveryId", "attemptNo", "startedAt", "durationMs", "responseStatus", "responseBody")
  select "workspaceId", id, attempts, "startedAt", "durationMs", status, body from settled
), failing as materialized (
  select w."workspaceId", w.id from "Webhook" w
  where (w."workspaceId", w.id) in (select "workspaceId", "webhookId" from settled) and w."failingSince" is not null
  order by 1, 2 for update of w
)
update "Webhook" w set "failingSince" = null from failing f where w."workspaceId" = f."workspaceId" and w.id = f.id`;
