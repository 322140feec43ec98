import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { database, inTransaction, pool } from "../db.ts";
import { emit } from "../events/emit.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Received, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";
import { replayFailedWebhookDeliveries } from "./replay-failed-webhook-deliveries.ts";
import { retryPause } from "../work/retry.ts";

const POLL_MS = 30;
const REPLAY = `mutation ($input: WebhookDeliveriesReplayFailedInput!) { replayFailedWebhookDeliveries(input: $input) }`;
const LONG_AGO = new Date("2026-01-01T00:00:00Z");

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let running: { stop: (graceMs: number) => Promise<void> }[] = [];
let receivers: Receiver[] = [];

beforeEach(async () => {
  workspace = await createTestWorkspace();
});
afterEach(async () => {
  await Promise.all(running.map((part) => part.stop(5_000)));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database().webhook.updateMany({ data: { active: false } });
  running = [];
  receivers = [];
});

async function subscriber(answer?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const input = { label: "CRM", url: receiver.url, event: "CLIENT_UPDATED" } as const;
  return { receiver, webhook: await createWebhook(workspace.ctx, input) };
}

const index = ({ body }: Received) => (JSON.parse(body) as { index: number }).index;
const count = (to: number) => Array.from({ length: to }, (_, i) => i);
const rowsOf = (webhookId: string) =>
  database().webhookDelivery.findMany({ where: { webhookId }, orderBy: { eventSeq: "asc" } });

/**
 * Deliveries of alternating conversations that have failed for good after ten attempts, one per minute from 10:00 on. Their rows are in
 * another order than their events.
 */
async function addFailed(webhookId: string, many: number, { convs = 1 } = {}): Promise<void> {
  const { workspaceId } = workspace;
  const convIds = count(convs).map(() => crypto.randomUUID());
  await pool().query(
    `with event as (
       insert into "Event" ("workspaceId", id, name, payload)
       select $1, gen_random_uuid(), 'CLIENT_UPDATED', json_build_object('event', 'CLIENT_UPDATED', 'index', i)
       from generate_series(0, $3::int - 1) i order by i returning id, seq, (payload ->> 'index')::int as i)
     insert into "WebhookDelivery" ("workspaceId", id, "webhookId", "eventId", "eventSeq", "convId", state, attempts,
       "responseStatus", "nextAttemptAt", "createdAt")
     select $1, gen_random_uuid(), $2, id, seq, ($4::uuid[])[1 + i % $5::int], 'failed', 10, 500, null,
       '2026-11-01T10:00:00Z'::timestamptz + make_interval(mins => i) from event order by md5(i::text)`,
    [workspaceId, webhookId, many, convIds, convs],
  );
}

describe("what failed since a time", () => {
  test("is sent again in the order of the events, each under its own webhook-id, over two workers", async () => {
    const { receiver, webhook } = await subscriber((_, response) => void setTimeout(() => response.end(), 3));
    await addFailed(webhook.id, 60);
    const before = await rowsOf(webhook.id);
    expect(await replayFailedWebhookDeliveries(workspace.ctx, { webhookId: webhook.id, since: LONG_AGO })).toBe(60);
    running.push(startDelivering(POLL_MS, 1), startDelivering(POLL_MS, 1));
    await receiver.arrived(60);
    await eventually(async () => (await rowsOf(webhook.id)).every(({ state }) => state === "delivered"));
    await new Promise((wait) => setTimeout(wait, 5 * POLL_MS));
    // One conversation: each begins after the previous one has ended, as in the first run.
    expect(receiver.received.map(index)).toEqual(count(60));
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual(
      before.map(({ eventId }) => `msg_${eventId}`),
    );
    for (const { body, headers } of receiver.received) {
      new Verifier(webhook.opened.secret).verify(body, headers as Record<string, string>);
    }
  });

  test("of several conversations keeps the order of each, and what happens meanwhile comes behind it", async () => {
    const { receiver, webhook } = await subscriber(
      (_, response) => void setTimeout(() => response.end(), 10 * Math.random()),
    );
    await addFailed(webhook.id, 60, { convs: 6 });
    const convId = (await rowsOf(webhook.id))[0]?.convId;
    await replayFailedWebhookDeliveries(workspace.ctx, { webhookId: webhook.id, since: LONG_AGO });
    await inTransaction(workspace.ctx, (tx) =>
      emit(tx, { name: "CLIENT_UPDATED", payload: { index: 1_000 }, ...(convId ? { convId } : {}) }),
    );
    // The fan-out of a test's database starts with the events of addFailed, whose deliveries already exist.
    running.push(await startFanOut(POLL_MS), startDelivering(POLL_MS, 1), startDelivering(POLL_MS, 1));
    await receiver.arrived(61);
    const arrived = receiver.received.map(index);
    for (const conv of count(6)) {
      const ofIt = arrived.filter((i) => i < 1_000 && i % 6 === conv);
      expect(ofIt).toEqual(ofIt.toSorted((a, b) => a - b));
      expect(ofIt).toHaveLength(10);
    }
    expect(arrived.indexOf(1_000)).toBeGreaterThan(arrived.indexOf(54));
  });

  test("begins its schedule anew: a failure is tried again after five seconds, not given up", async () => {
    const { webhook } = await subscriber((_, response) => response.writeHead(500).end());
    await addFailed(webhook.id, 1);
    await replayFailedWebhookDeliveries(workspace.ctx, { webhookId: webhook.id, since: LONG_AGO });
    running.push(startDelivering(POLL_MS, 1));
    await eventually(async () => (await rowsOf(webhook.id))[0]?.attempts === 11);
    const [row] = await rowsOf(webhook.id);
    expect(row).toMatchObject({ state: "pending", scheduleStep: 10 });
    const pause = (row?.nextAttemptAt?.getTime() ?? 0) - Date.now();
    const first = retryPause("delivery", 1, { random: 0.5 }) ?? NaN;
    expect(pause).toBeGreaterThan(500 * first);
    expect(pause).toBeLessThan(1_300 * first);
  });

  test("is taken from that moment on, of that webhook, and only what failed", async () => {
    const [one, other] = [await subscriber(), await subscriber()];
    await addFailed(one.webhook.id, 6);
    await addFailed(other.webhook.id, 2);
    const [, , , , delivered, pending] = await rowsOf(one.webhook.id);
    const soon = new Date(Date.now() + 3_600_000);
    const set = (id: string | undefined, data: object) =>
      database().webhookDelivery.updateMany({ where: { id: id ?? "" }, data });
    await set(delivered?.id, { state: "delivered" });
    await set(pending?.id, { state: "pending", nextAttemptAt: soon });
    const untouched = await rowsOf(other.webhook.id);
    const input = { webhookId: one.webhook.id, since: "2026-11-01T10:02:00Z" };
    expect(await workspace.api.ok<number>(REPLAY, input)).toBe(2);
    const rows = await rowsOf(one.webhook.id);
    expect(rows.map(({ state }) => state)).toEqual(["failed", "failed", "pending", "pending", "delivered", "pending"]);
    expect(rows[5]?.nextAttemptAt).toEqual(soon);
    expect(rows[2]?.nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await rowsOf(other.webhook.id)).toEqual(untouched);
    expect(await workspace.api.ok<number>(REPLAY, input)).toBe(0);
    expect(
      await workspace.api.ok<number>(REPLAY, { ...input, since: new Date(Date.now() + 86_400_000).toISOString() }),
    ).toBe(0);
    const record = { action: "replayFailedWebhookDeliveries", workspaceId: workspace.workspaceId };
    expect(await database().auditEntry.findFirst({ where: record, orderBy: { createdAt: "asc" } })).toMatchObject({
      targetId: one.webhook.id,
      after: { since: "2026-11-01T10:02:00.000Z" },
    });
  });

  test("is counted once between two who ask at the same time, over more than one batch", async () => {
    const { webhook } = await subscriber();
    await addFailed(webhook.id, 5_000, { convs: 50 });
    const startedAt = performance.now();
    const replay = () => replayFailedWebhookDeliveries(workspace.ctx, { webhookId: webhook.id, since: LONG_AGO });
    const counts = await Promise.all([replay(), replay()]);
    console.info(`5,000 replayed in ${Math.round(performance.now() - startedAt)} ms, ${counts.join(" + ")}`);
    expect(counts[0] + counts[1]).toBe(5_000);
    const rows = await rowsOf(webhook.id);
    expect(rows.every((row) => row.state === "pending" && row.scheduleStep === 10)).toBe(true);
  });
});

test("is refused for a webhook that is off, unknown or another workspace's, and below admin; nothing changes", async () => {
  const { webhook } = await subscriber();
  await addFailed(webhook.id, 2);
  const before = await rowsOf(webhook.id);
  const input = { webhookId: webhook.id, since: LONG_AGO.toISOString() };
  const plus = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
  expect((await plus.api.refusal(REPLAY, input)).code).toBe("FORBIDDEN_ROLE");
  const other = await createTestWorkspace();
  expect(await other.api.refusal(REPLAY, input)).toMatchObject({ code: "NOT_FOUND", message: "Webhook not found" });
  expect((await workspace.api.refusal(REPLAY, { ...input, since: "yesterday" })).code).toBe("BAD_INPUT");
  await database().webhook.updateMany({ where: { id: webhook.id }, data: { active: false } });
  expect(await workspace.api.refusal(REPLAY, input)).toEqual({
    code: "CONFLICT",
    message: "This webhook is switched off; switch it on, then replay",
    paths: [],
  });
  expect(await rowsOf(webhook.id)).toEqual(before);
});
