import { beforeEach, expect, test } from "vitest";
import { pool } from "../db.ts";
import { prune } from "../work/handlers/prune.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { fanOutEvents, prepareFanOut } from "../webhooks/fan-out.ts";
import { eventually } from "../testing/receiver.ts";
import { pruneEvents } from "./prune-events.ts";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
beforeEach(async () => {
  workspace = await createTestWorkspace();
  await prepareFanOut();
});

/** Adds events of this age and, for a webhook, their deliveries: attempted once and in this state. */
async function add(
  count: number,
  days: number,
  of: { webhookId: string; state: string; deliveredDays: number } | null = null,
) {
  await pool().query(
    `with event as (
       insert into "Event" ("workspaceId", id, name, payload, "createdAt")
       select $1, gen_random_uuid(), 'NEW_CONV', '{"old":true}', now() - $3::float8 * interval '1 day' from generate_series(1, $2)
       returning id, seq
     ), delivery as (
       insert into "WebhookDelivery" ("workspaceId", id, "webhookId", "eventId", "eventSeq", state, attempts, "nextAttemptAt", "createdAt")
       select $1, gen_random_uuid(), $4::uuid, id, seq, $5::"DeliveryState", 1, now() + interval '1 hour', now() - $6::float8 * interval '1 day'
       from event where $4::uuid is not null returning id
     )
     insert into "WebhookAttempt" ("workspaceId", "deliveryId", "attemptNo", "startedAt", "durationMs")
     select $1, id, 1, now(), 1 from delivery`,
    [workspace.workspaceId, count, days, of?.webhookId ?? null, of?.state ?? "failed", of?.deliveredDays ?? 0],
  );
}

/** Waits until the fan-out has read the whole log. */
async function readAll(): Promise<void> {
  await eventually(async () => {
    const { read, isBehind } = await fanOutEvents(2_000);
    return read === 0 && !isBehind;
  });
}

async function left() {
  const { rows } = await pool().query<{ events: number; deliveries: number; attempts: number }>(
    `select (select count(*)::int from "Event" where "workspaceId" = $1 and payload::text = '{"old":true}') as events,
       (select count(*)::int from "WebhookDelivery" where "workspaceId" = $1) as deliveries,
       (select count(*)::int from "WebhookAttempt" where "workspaceId" = $1) as attempts`,
    [workspace.workspaceId],
  );
  return rows[0];
}

const webhook = async () =>
  (await createWebhook(workspace.ctx, { label: "CRM", url: "http://127.0.0.1:9/", event: "ANY_EVENT" })).id;

test("the delivery log keeps 30 days, its attempts with it, in batches; events a day more", async () => {
  const webhookId = await webhook();
  await add(6_000, 31.5, { webhookId, state: "delivered", deliveredDays: 31 });
  await add(3, 30.5, { webhookId, state: "failed", deliveredDays: 30.5 });
  await add(5, 29.5, { webhookId, state: "delivered", deliveredDays: 29.5 });
  await readAll();
  await prune();
  expect(await left()).toEqual({ events: 8, deliveries: 5, attempts: 5 });
});

test("what still waits for its webhook stays, until that is switched off; what stands behind it goes", async () => {
  const webhookId = await webhook();
  await add(20, 40, { webhookId, state: "pending", deliveredDays: 40 });
  await add(6_000, 40);
  await add(4, 1);
  await readAll();
  await prune();
  expect(await left()).toEqual({ events: 24, deliveries: 20, attempts: 20 });
  await pool().query(`update "Webhook" set active = false where id = $1`, [webhookId]);
  await prune();
  expect(await left()).toEqual({ events: 4, deliveries: 0, attempts: 0 });
});

test("an event that has not been made into deliveries yet stays, however old", async () => {
  await add(3, 60);
  await readAll();
  await add(2, 60);
  await pruneEvents();
  expect(await left()).toMatchObject({ events: 2 });
  await readAll();
  await pruneEvents();
  expect(await left()).toMatchObject({ events: 0 });
});
