import { gzipSync } from "node:zlib";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { WebhookEventName } from "../events/payloads.ts";
import type { Webhook } from "../generated/prisma/client.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Received, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";
import { patchWebhook } from "./patch-webhook.ts";
import { replayWebhookDelivery } from "./replay-webhook-delivery.ts";
import { sendTestEvent } from "./send-test-event.ts";

// The outcome of a delivery and its webhook when something else happens at the same moment.

const POLL_MS = 30;
const DAY_MS = 86_400_000;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let running: { stop: (graceMs: number) => Promise<void> }[] = [];
let receivers: Receiver[] = [];

beforeEach(async () => {
  workspace = await createTestWorkspace();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(running.map((part) => part.stop(500)));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database().webhook.updateMany({ data: { active: false } });
  running = [];
  receivers = [];
});

async function work(timeScale = 1): Promise<void> {
  running.push(await startFanOut(POLL_MS), startDelivering(POLL_MS, timeScale));
}

async function subscriber(
  answer?: Parameters<typeof startReceiver>[0],
  event: WebhookEvent = "CLIENT_UPDATED",
  path = "",
) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const url = receiver.url + path;
  return { receiver, webhook: await createWebhook(workspace.ctx, { label: "CRM", url, event }) };
}

async function happen(payload: Record<string, unknown> = {}, name: WebhookEventName = "CLIENT_UPDATED") {
  await inTransaction(workspace.ctx, (tx) => emit(tx, { name, payload: { event: name, ...payload } }));
}

const rowOf = ({ id }: Webhook) =>
  database().webhook.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId, id } });
const deliveriesOf = ({ id }: Webhook) =>
  database().webhookDelivery.findMany({
    where: { workspaceId: workspace.workspaceId, webhookId: id },
    include: { attemptRows: { orderBy: { attemptNo: "asc" } } },
    orderBy: { eventSeq: "asc" },
  });
const set = ({ id }: Webhook, data: object) => database().webhook.updateMany({ where: { id }, data });

/** A receiver that responds on command, one request after the other. */
function held() {
  const waiting: ServerResponse[] = [];
  return {
    answer: (_: Received, response: ServerResponse) => void waiting.push(response),
    async give(status: number) {
      await eventually(() => waiting.length > 0);
      waiting.shift()?.writeHead(status).end();
    },
  };
}

describe("a replay that is asked for while the last attempt is under way", () => {
  test("is made when that attempt has failed, with a schedule of its own", async () => {
    const { answer, give } = held();
    const { receiver, webhook } = await subscriber(answer);
    await work();
    await happen();
    await receiver.arrived(1);
    const [{ id } = { id: "" }] = await deliveriesOf(webhook);
    // It has had nine attempts, so the current one is its last.
    await database().webhookDelivery.updateMany({ where: { id }, data: { attempts: 9 } });
    await Promise.all(running.splice(0).map((part) => part.stop(0)));
    await database().webhookDelivery.updateMany({
      where: { id },
      data: { leaseUntil: null, nextAttemptAt: new Date(0) },
    });
    await work();
    await receiver.arrived(2);
    const [tenth] = await deliveriesOf(webhook);
    await replayWebhookDelivery(workspace.ctx, { id });
    await give(500);
    await give(500);
    await receiver.arrived(3);
    await give(500);
    await eventually(async () => (await deliveriesOf(webhook))[0]?.attempts === (tenth?.attempts ?? 0) + 2);
    const [row] = await deliveriesOf(webhook);
    expect(row).toMatchObject({ state: "pending", scheduleStep: (tenth?.attempts ?? 0) + 1 });
    const pause = (row?.nextAttemptAt?.getTime() ?? 0) - Date.now();
    expect(pause).toBeGreaterThan(2_500);
    expect(pause).toBeLessThan(6_500);
  });

  test("is answered by that attempt when it succeeds", async () => {
    const { answer, give } = held();
    const { receiver, webhook } = await subscriber(answer);
    await work();
    await happen();
    await receiver.arrived(1);
    const [{ id } = { id: "" }] = await deliveriesOf(webhook);
    await replayWebhookDelivery(workspace.ctx, { id });
    await give(200);
    await eventually(async () => (await deliveriesOf(webhook))[0]?.state === "delivered");
    await new Promise((wait) => setTimeout(wait, 5 * POLL_MS));
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a run of failures", () => {
  test("ends with a success that was under way when it began", async () => {
    const { answer, give } = held();
    const { receiver, webhook } = await subscriber(answer);
    await work();
    await happen({ index: 0 });
    await happen({ index: 1 });
    await receiver.arrived(2);
    await give(500);
    await eventually(async () => (await rowOf(webhook)).failingSince !== null);
    await give(200);
    await eventually(async () => (await deliveriesOf(webhook)).some(({ state }) => state === "delivered"));
    expect((await rowOf(webhook)).failingSince).toBeNull();
  });

  test.each([
    ["switching it on", async (webhook: Webhook) => patchWebhook(workspace.ctx, { id: webhook.id, active: true })],
    [
      "a new address",
      async (webhook: Webhook) => patchWebhook(workspace.ctx, { id: webhook.id, url: `${webhook.url}/new` }),
    ],
  ])("that is over by %s does not switch it off, whatever was under way", async (_, mend) => {
    const { answer, give } = held();
    const { receiver, webhook } = await subscriber(answer);
    await set(webhook, { failingSince: new Date(Date.now() - 6 * DAY_MS) });
    await work();
    await happen();
    await receiver.arrived(1);
    await mend(webhook);
    await give(500);
    await eventually(async () => (await deliveriesOf(webhook))[0]?.attempts === 1);
    await new Promise((wait) => setTimeout(wait, 100));
    expect(await rowOf(webhook)).toMatchObject({ active: true, disabledReason: null });
  });

  test("410 of an address that the webhook has left does not switch it off", async () => {
    const { answer, give } = held();
    const { receiver, webhook } = await subscriber(answer);
    await work();
    await happen();
    await receiver.arrived(1);
    await patchWebhook(workspace.ctx, { id: webhook.id, url: `${webhook.url}/new` });
    await give(410);
    await eventually(async () => (await deliveriesOf(webhook))[0]?.attempts === 1);
    await new Promise((wait) => setTimeout(wait, 100));
    expect((await rowOf(webhook)).active).toBe(true);
  });

  test("of five days, scaled to two seconds, switches it off; one success within them begins them anew", async () => {
    const timeScale = 2_000 / (5 * DAY_MS);
    const startedAt = Date.now();
    let succeedAt = Infinity;
    const once = await subscriber((_, response) => {
      const isTime = Date.now() >= succeedAt;
      if (isTime) succeedAt = Infinity;
      response.writeHead(isTime ? 200 : 500).end();
    });
    const never = await subscriber((_, response) => response.writeHead(500).end());
    succeedAt = startedAt + 1_000;
    await work(timeScale);
    const offAt = new Map<Webhook, number>();
    await eventually(async () => {
      await happen();
      for (const { webhook } of [once, never])
        if (!offAt.has(webhook) && !(await rowOf(webhook)).active) offAt.set(webhook, Date.now() - startedAt);
      return offAt.size === 2;
    }, 15_000);
    console.info(
      `off after ${offAt.get(never.webhook)} ms; with one success at 1,000 ms after ${offAt.get(once.webhook)} ms`,
    );
    expect(offAt.get(never.webhook)).toBeGreaterThanOrEqual(2_000);
    expect(offAt.get(once.webhook)).toBeGreaterThanOrEqual(3_000);
    expect((await rowOf(never.webhook)).disabledReason).toBe(
      "Every delivery failed for five days; the last time: Answered 500",
    );
  });
});

describe("what is kept of an answer", () => {
  test.each([
    ["that is no text", Buffer.alloc(100_000, 0xff)],
    ["packed ten thousandfold", gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ["in letters of four bytes", Buffer.from("👋".repeat(20_000))],
    ["with NUL in it", Buffer.from("a\0b".repeat(20_000))],
  ])("%s is at most 16 KiB, as it is stored", async (_, body) => {
    const { webhook } = await subscriber((__, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(body),
    );
    await work();
    await happen();
    await eventually(async () => (await deliveriesOf(webhook))[0]?.state === "delivered");
    const [row] = await deliveriesOf(webhook);
    const kept = Buffer.byteLength(row?.attemptRows[0]?.responseBody ?? "");
    expect(kept).toBeGreaterThan(16 * 1024 - 4);
    expect(kept).toBeLessThanOrEqual(16 * 1024);
  });
});

describe("a receipt's query", () => {
  test.each([
    ["", "message_id=m%201%2F%C3%BC&status=DELIVRD"],
    ["?token=a%20b+c&flag", "token=a%20b+c&flag&message_id=m%201%2F%C3%BC&status=DELIVRD"],
    ["?message_id=x&status=&a=1#part", "a=1&message_id=m%201%2F%C3%BC&status=DELIVRD"],
  ])("at an address that ends in %j is %s", async (ending, query) => {
    const { receiver } = await subscriber(undefined, "MESSAGE_UPDATED_SMPP", ending);
    await work();
    await happen({ message_id: "m 1/ü", status: "DELIVRD" }, "MESSAGE_UPDATED_SMPP");
    const [request] = await receiver.arrived(1);
    expect(request?.path.split("?")[1]).toBe(query);
  });
});

test.each([-10, 10])(
  "a worker whose clock is off by %i minutes keeps the schedule of the database's",
  async (minutes) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
    const { webhook } = await subscriber((_, response) => response.writeHead(500).end());
    await work();
    await happen();
    await eventually(async () => (await deliveriesOf(webhook))[0]?.attempts === 1);
    let id = (await deliveriesOf(webhook))[0]?.id ?? "";
    const due = async () => {
      const [row] = await database().$queryRaw<{ s: number }[]>`
      select extract(epoch from "nextAttemptAt" - now())::float8 as s from "WebhookDelivery" where id = ${id}::uuid`;
      return row?.s ?? NaN;
    };
    expect(await due()).toBeGreaterThan(2.5);
    expect(await due()).toBeLessThan(6.5);
    await Promise.all(running.splice(0).map((part) => part.stop(500)));
    await replayWebhookDelivery(workspace.ctx, { id });
    expect(await due()).toBeLessThanOrEqual(0);
    ({ id } = await sendTestEvent(workspace.ctx, { webhookId: webhook.id }));
    expect(await due()).toBeLessThanOrEqual(0);
  },
);
