import type { Ctx } from "../ctx.ts";
import { database, pool } from "../db.ts";
import { log } from "../log.ts";
import { metrics } from "../observe/metrics.ts";
import { span } from "../observe/spans.ts";
import { withRequestContext, readRequestContext, withoutRequestContext } from "../observe/request-context.ts";
import { withoutSecrets } from "../redact.ts";
import { retryAfterSeconds } from "../retry-after.ts";
import { safeFetch } from "../safe-fetch.ts";
import type { SafeReply } from "../http-exchange.ts";
import { inEnglish, say } from "../say.ts";
import { headersOf, secretsOf } from "./access.ts";
import type { ClaimedDelivery } from "./claim-deliveries.ts";
import { settleFailed, type Attempt } from "./delivery-outcome.ts";
import { noteAttempt } from "./delivery-windows.ts";
import type { TimeScale } from "./schedule.ts";
import { deliveryHeaders } from "./sign.ts";
import DataLoader from "dataloader";
import { fewRows } from "../few-rows.ts";

const TIMEOUT_MS = 15_000;
/** How much of a response body the delivery log keeps. */
const KEPT_BYTES = 16 * 1024;

/**
 * Makes one attempt of a claimed delivery: sends the request outside any transaction, then stores the outcome. Never throws. If the
 * outcome cannot be stored, the delivery is retried after its lease expires, with the same webhook-id.
 */
export function deliverWebhook(
  delivery: ClaimedDelivery,
  signal: AbortSignal,
  timeScale: TimeScale = 1,
): Promise<void> {
  const attributes = { "webhook.id": delivery.webhookId, "event.name": delivery.eventName };
  return withRequestContext(readRequestContext(delivery.trail), () =>
    span("deliver webhook", "consumer", attributes, () => attemptDelivery(delivery, signal, timeScale)),
  );
}

async function attemptDelivery(delivery: ClaimedDelivery, signal: AbortSignal, timeScale: TimeScale): Promise<void> {
  const { workspaceId } = delivery;
  try {
    const startedAt = new Date();
    const reply = await post(delivery, startedAt, signal);
    const attempt = attemptOf(reply, startedAt);
    report(delivery, reply, attempt);
    noteAttempt(delivery.webhookId, attempt);
    if (attempt.isSuccess) {
      await settleDelivered({ delivery, attempt });
      metrics.webhookDeliveries.inc({ outcome: "delivered" });
      return;
    }
    const ctx: Ctx = {
      db: database(),
      workspaceId,
      actor: { kind: "system", job: "deliver-webhooks" },
      now: new Date(),
      plan: null,
      wakes: null,
    };
    await settleFailed(ctx, delivery, attempt, timeScale);
  } catch (error) {
    log.warn({ error, workspaceId, deliveryId: delivery.id }, "the outcome of a webhook delivery was not stored");
  }
}

function report({ workspaceId, id, webhookId, eventId }: ClaimedDelivery, reply: SafeReply, attempt: Attempt): void {
  const { durationMs, isSuccess, error } = attempt;
  // Groups responses by status class: 2xx to 5xx.
  const outcome = reply.kind === "answer" ? `${Math.floor(reply.status / 100)}xx` : reply.kind;
  metrics.webhookAttempts.observe({ outcome }, durationMs / 1_000);
  const facts = { workspaceId, deliveryId: id, webhookId, eventId, outcome, ms: durationMs };
  if (isSuccess) log.debug(facts, "an event was delivered");
  else log.info({ ...facts, reason: error }, "an event was not delivered");
}

async function post(delivery: ClaimedDelivery, now: Date, signal: AbortSignal): Promise<SafeReply> {
  try {
    const { secrets, given } = await unlock(delivery);
    // More people may read the delivery log than the headers.
    const forgetful = (reply: SafeReply): SafeReply =>
      reply.kind === "answer" ? { ...reply, body: withoutSecrets(reply.body, Object.values(given)) } : reply;
    const limits = { deadlineMs: TIMEOUT_MS, maxBodyBytes: KEPT_BYTES, signal };
    if (delivery.eventName === "MESSAGE_UPDATED_SMPP") {
      const url = smppUrl(delivery.url, delivery.payload);
      const headers = deliveryHeaders(given, delivery.eventId, url.search.slice(1), secrets, now);
      return forgetful(await safeFetch({ ...limits, url: url.href, method: "GET", headers }));
    }
    const headers = deliveryHeaders(given, delivery.eventId, delivery.payload, secrets, now);
    return forgetful(
      await safeFetch({
        ...limits,
        url: delivery.url,
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: delivery.payload,
      }),
    );
  } catch (error) {
    // An internal error, such as a changed ENCRYPTION_KEY, counts as a failed attempt, so it is visible and retried.
    log.error(
      { error, workspaceId: delivery.workspaceId, webhookId: delivery.webhookId },
      "a webhook request could not be made",
    );
    return { kind: "unreachable", error: say("sending.ourFault") };
  }
}

async function unlock({ workspaceId, webhookId, secretRotatedAt, ...sealed }: ClaimedDelivery) {
  const webhook = { ...sealed, workspaceId, id: webhookId };
  const [secrets, given] = await Promise.all([secretsOf(webhook), headersOf(webhook)]);
  return { given: given ?? {}, secrets: { ...secrets, rotatedAt: secretRotatedAt } };
}

/**
 * The webhook's URL with `message_id` and `status` in its query (contract.md, MESSAGE_UPDATED_SMPP). The caller's own query stays exactly
 * as written: URLSearchParams would change its encoding, and a receiver may compare it character by character.
 */
function smppUrl(address: string, payload: string): URL {
  const url = new URL(address);
  const told = JSON.parse(payload) as { message_id: string; status: string };
  const own = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !/^(?:message_id|status)(?:=|$)/.test(part));
  const ours = Object.entries({ message_id: told.message_id, status: told.status });
  url.hash = "";
  url.search = [...own, ...ours.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join("&");
  return url;
}

function attemptOf(reply: SafeReply, startedAt: Date): Attempt {
  const attempt = { startedAt, durationMs: Date.now() - startedAt.getTime() };
  if (reply.kind !== "answer") {
    return {
      ...attempt,
      isSuccess: false,
      status: null,
      body: null,
      error: inEnglish(reply.error),
      retryAfterSeconds: null,
    };
  }
  const { status, body } = reply;
  const isSuccess = status >= 200 && status < 300;
  return {
    ...attempt,
    isSuccess,
    status,
    body: keptOf(body),
    error: isSuccess ? null : wordsOf(status),
    retryAfterSeconds: status === 429 || status === 503 ? retryAfterSeconds(reply.headers) : null,
  };
}

/** Limits the length in bytes. Non-text bytes have already become three bytes each. */
function keptOf(body: string): string {
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (body.length * 3 <= KEPT_BYTES) return body;
  const { read } = new TextEncoder().encodeInto(body, new Uint8Array(KEPT_BYTES));
  return body.slice(0, read);
}

function wordsOf(status: number): string {
  return status >= 300 && status < 400 ? `Answered ${status}; redirects are not followed` : `Answered ${status}`;
}

/** A delivery that its receiver accepted. */
type Delivered = { delivery: ClaimedDelivery; attempt: Attempt };

/** Deliveries per statement. */
const MOST_AT_ONCE = 200;

/** The running statement. Deliveries settled meanwhile go into the next one. */
let underWay: Promise<unknown> = Promise.resolve();

const loader = new DataLoader<Delivered, void>(settleAll, {
  cache: false,
  maxBatchSize: MOST_AT_ONCE,
  // A batch does not belong to a single request.
  batchScheduleFn: (run) => void withoutRequestContext(() => underWay.then(() => setImmediate(run))),
});

/**
 * Stores that a receiver accepted a delivery: its row in the delivery log, its state, and the end of the webhook's failures. Deliveries
 * are batched per turn of the event loop; those settled during a statement go into the next one. So a fast receiver does not wait for
 * one commit per delivery. The lease fences the update. If the database refuses a batch, each delivery is stored separately.
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

// Locks rows in one order, so two workers cannot deadlock.
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
