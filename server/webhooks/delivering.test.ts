import type { ServerResponse } from "node:http";
import { Webhook as Verifier } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { NewEvent } from "../events/events.ts";
import type { WebhookEventName } from "../events/payloads.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Received, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";
import { replayWebhookDelivery } from "./replay-webhook-delivery.ts";
import { rotateWebhookSecret } from "./rotate-webhook-secret.ts";
import type { OpenedWebhook } from "./webhook-record.ts";

const POLL_MS = 30;

let ctx: Ctx;
let running: { stop: (graceMs: number) => Promise<void> }[] = [];
let receivers: Receiver[] = [];

beforeEach(async () => {
  ({ ctx } = await createTestWorkspace());
});
afterEach(async () => {
  await Promise.all(running.map((part) => part.stop(5_000)));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database().webhook.updateMany({ data: { active: false } });
  running = [];
  receivers = [];
});

async function work(timeScale = 1): Promise<void> {
  running.push(await startFanOut(POLL_MS), startDelivering(POLL_MS, timeScale));
}

async function subscriber(
  event: WebhookEvent,
  answer?: Parameters<typeof startReceiver>[0],
  headers?: Record<string, string>,
) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return { receiver, webhook: await createWebhook(ctx, { label: "Test", url: receiver.url, event, headers }) };
}

const failing =
  (status: number, headers = {}) =>
  (_: Received, response: ServerResponse) =>
    void response.writeHead(status, headers).end();

/** Writes events as a verb does, each in its own transaction. */
async function happen(
  count: number,
  more: (index: number) => Partial<NewEvent> = () => ({}),
  name: WebhookEventName = "CLIENT_UPDATED",
) {
  for (let index = 0; index < count; index++) {
    const event = { name, payload: { event: name, workspaceId: ctx.workspaceId, index }, ...more(index) } as NewEvent;
    await inTransaction(ctx, (tx) => emit(tx, event));
  }
}

function deliveries({ id }: OpenedWebhook) {
  return database().webhookDelivery.findMany({
    where: { workspaceId: ctx.workspaceId, webhookId: id },
    include: { attemptRows: { orderBy: { attemptNo: "asc" } } },
    orderBy: { eventSeq: "asc" },
  });
}

/** The webhook's deliveries, once each has had this many attempts. */
async function settled(webhook: OpenedWebhook, attempts = 1) {
  let rows: Awaited<ReturnType<typeof deliveries>> = [];
  const areAttempted = async () => {
    rows = await deliveries(webhook);
    return rows.length > 0 && rows.every((row) => row.attempts >= attempts);
  };
  await eventually(areAttempted, 10_000, () => "no attempt");
  return rows;
}

function webhookRow({ id }: OpenedWebhook) {
  return database().webhook.findFirstOrThrow({ where: { workspaceId: ctx.workspaceId, id } });
}

const indexOf = ({ body }: Received) => (JSON.parse(body) as { index: number }).index;
const verify = (secret: string | null, { body, headers }: Received) =>
  new Verifier(secret ?? "").verify(body, headers as Record<string, string>);

describe("a delivery", () => {
  test("is signed as Standard Webhooks says, carries the caller's headers, and names the product", async () => {
    const { receiver, webhook } = await subscriber("CLIENT_UPDATED", undefined, {
      "X-Shop": "42",
      Authorization: "Basic abc",
    });
    await work();
    const content = `"quotes", 👋🏽, \u2028, ü, ${"long ".repeat(4_000)}`;
    await happen(2, (index) => ({ payload: { event: "CLIENT_UPDATED", index, content } }));
    const [request] = await receiver.arrived(2);
    expect(request?.method).toBe("POST");
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "x-shop": "42",
      authorization: "Basic abc",
      "user-agent": expect.stringContaining("Omnichannel"),
      "webhook-id": expect.stringMatching(/^msg_[0-9a-f-]{36}$/),
    });
    for (const arrived of receiver.received) expect(verify(webhook.opened.secret, arrived)).toMatchObject({ content });
    const tampered = { ...request!, body: request!.body.replace("long", "LONG") };
    expect(() => verify(webhook.opened.secret, tampered)).toThrow();
    const [delivery] = await settled(webhook);
    expect(delivery).toMatchObject({
      state: "delivered",
      attempts: 1,
      responseStatus: 200,
      error: null,
      nextAttemptAt: null,
    });
    expect(delivery?.attemptRows).toMatchObject([{ attemptNo: 1, responseStatus: 200, responseBody: "{}" }]);
  });

  test("is signed with both secrets for a day after a rotation", async () => {
    const { receiver, webhook } = await subscriber("CLIENT_UPDATED");
    const rotated = await rotateWebhookSecret(ctx, { id: webhook.id });
    await work();
    await happen(1);
    const [during] = await receiver.arrived(1);
    expect(verify(webhook.opened.secret, during!)).toBeTruthy();
    expect(verify(rotated.opened.secret, during!)).toBeTruthy();
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000 - 1_000);
    await database().webhook.updateMany({ where: { id: webhook.id }, data: { secretRotatedAt: yesterday } });
    await happen(1);
    const [, after] = await receiver.arrived(2);
    expect(verify(rotated.opened.secret, after!)).toBeTruthy();
    expect(() => verify(webhook.opened.secret, after!)).toThrow();
  });

  test("of a receipt is a GET with exactly message_id and status, signed over the query", async () => {
    const { receiver, webhook } = await subscriber("MESSAGE_UPDATED_SMPP");
    await work();
    await happen(1, () => ({ payload: { message_id: "a b&c", status: "DELIVRD" } }), "MESSAGE_UPDATED_SMPP");
    const [request] = await receiver.arrived(1);
    expect(request).toMatchObject({ method: "GET", body: "" });
    const query = request!.path.split("?")[1] ?? "";
    expect([...new URLSearchParams(query)]).toEqual([
      ["message_id", "a b&c"],
      ["status", "DELIVRD"],
    ]);
    expect(() =>
      new Verifier(webhook.opened.secret).verify(query, request!.headers as Record<string, string>, {
        jsonParse: false,
      }),
    ).not.toThrow();
  });

  test("keeps the first 16 KiB of a long answer, and is a success whatever the answer says", async () => {
    const { webhook } = await subscriber("CLIENT_UPDATED", (_, response) =>
      response.writeHead(202).end("x".repeat(100_000)),
    );
    await work();
    await happen(1);
    const [delivery] = await settled(webhook);
    expect(delivery).toMatchObject({ state: "delivered", responseStatus: 202 });
    expect(delivery?.attemptRows[0]?.responseBody).toHaveLength(16 * 1024);
  });
});

describe("who hears of what", () => {
  test("the webhook of the event, and of any event but the receipts; from its creation on, in its workspace, while it is active", async () => {
    await happen(1, () => ({ payload: { index: -1 } }));
    // Waits for the next millisecond: events in the millisecond of the webhook's creation are delivered too.
    await new Promise((wait) => setTimeout(wait, 5));
    const one = await subscriber("CLIENT_UPDATED");
    const any = await subscriber("ANY_EVENT");
    const other = await subscriber("NEW_CONV");
    const off = await subscriber("ANY_EVENT");
    await database().webhook.updateMany({ where: { id: off.webhook.id }, data: { active: false } });
    const foreign = await createTestWorkspace();
    await work();
    await inTransaction(foreign.ctx, (tx) => emit(tx, { name: "CLIENT_UPDATED", payload: { index: 99 } }));
    await inTransaction(ctx, (tx) => emit(tx, { name: "CLIENT_CHANGED" }));
    await happen(1, () => ({ payload: { message_id: "m", status: "ENROUTE" } }), "MESSAGE_UPDATED_SMPP");
    await happen(1, () => ({ payload: { index: 1 } }));
    await happen(1, () => ({ payload: { index: 2 } }), "NEW_CLIENT");
    await any.receiver.arrived(2);
    await one.receiver.arrived(1);
    await new Promise((wait) => setTimeout(wait, 10 * POLL_MS));
    expect(one.receiver.received.map(indexOf)).toEqual([1]);
    expect(any.receiver.received.map(indexOf).sort()).toEqual([1, 2]);
    expect([...other.receiver.received, ...off.receiver.received]).toEqual([]);
  });

  test("of a first contact in the order NEW_CLIENT, NEW_CONV, INCOMING_MESSAGE", async () => {
    const { receiver } = await subscriber(
      "ANY_EVENT",
      (_, response) => void setTimeout(() => response.end(), 20 * Math.random()),
    );
    const { id } = await createTestIntegration(ctx.workspaceId);
    const integration = await database().integration.findFirstOrThrow({ where: { id } });
    await work();
    for (let i = 0; i < 10; i++) {
      const inbound = {
        type: "text",
        content: "Hi",
        externalMessageId: null,
        externalConversationId: null,
        replyTo: null,
        providerAt: null,
      } as const;
      await receiveMessage(ctx, integration, { ...inbound, senderId: `sender ${i}`, profile: {} });
    }
    await receiver.arrived(30);
    const bySender = Map.groupBy(
      receiver.received,
      ({ body }) => (JSON.parse(body) as { externalClientId: string }).externalClientId,
    );
    for (const requests of bySender.values()) {
      expect(requests.map(({ body }) => (JSON.parse(body) as { event: string }).event)).toEqual([
        "NEW_CLIENT",
        "NEW_CONV",
        "INCOMING_MESSAGE",
      ]);
    }
  });

  test("of one conversation in order, each begun when the one before has ended", async () => {
    let open = 0;
    let mostOpen = 0;
    const { receiver } = await subscriber("CLIENT_UPDATED", (_, response, index) => {
      mostOpen = Math.max(mostOpen, ++open);
      setTimeout(() => {
        open--;
        response.writeHead(index === 5 ? 500 : 200).end();
      }, 10 * Math.random());
    });
    await work();
    const convId = crypto.randomUUID();
    await happen(40, () => ({ convId }));
    await receiver.arrived(41, 20_000);
    // The sixth failed at first and was retried before the seventh.
    expect(receiver.received.map(indexOf)).toEqual(Array.from({ length: 41 }, (_, i) => (i > 5 ? i - 1 : i)));
    expect(mostOpen).toBe(1);
  });
});

describe("what an answer means", () => {
  test.each([400, 404, 500, 503])("%i is tried again after five seconds", async (status) => {
    const { webhook } = await subscriber("CLIENT_UPDATED", failing(status));
    await work();
    await happen(1);
    const [delivery] = await settled(webhook);
    expect(delivery).toMatchObject({
      state: "pending",
      attempts: 1,
      responseStatus: status,
      error: `Answered ${status}`,
      leaseToken: null,
    });
    const pause = (delivery!.nextAttemptAt?.getTime() ?? 0) - delivery!.attemptRows[0]!.startedAt.getTime();
    expect(pause).toBeGreaterThanOrEqual(4_000);
    expect(pause).toBeLessThan(7_000);
  });

  test.each([429, 503])("%i with Retry-After waits that long", async (status) => {
    const { webhook } = await subscriber("CLIENT_UPDATED", failing(status, { "retry-after": "120" }));
    await work();
    await happen(1);
    const [delivery] = await settled(webhook);
    expect(
      (delivery!.nextAttemptAt?.getTime() ?? 0) - delivery!.attemptRows[0]!.startedAt.getTime(),
    ).toBeGreaterThanOrEqual(120_000);
  });

  test.each([301, 302, 307, 308])("%i is a failure and is not followed", async (status) => {
    const behind = await startReceiver();
    receivers.push(behind);
    const { webhook } = await subscriber("CLIENT_UPDATED", failing(status, { location: behind.url }));
    await work();
    await happen(1);
    const [delivery] = await settled(webhook);
    expect(delivery).toMatchObject({
      state: "pending",
      responseStatus: status,
      error: `Answered ${status}; redirects are not followed`,
    });
    expect(behind.received).toEqual([]);
  });

  test("410 switches the webhook off at once, and the portal is told", async () => {
    const { receiver, webhook } = await subscriber("CLIENT_UPDATED", failing(410));
    await work();
    const toldBefore = await database().event.count({
      where: { workspaceId: ctx.workspaceId, name: "WORKSPACE_CHANGED" },
    });
    await happen(1);
    await eventually(async () => !(await webhookRow(webhook)).active);
    expect(await webhookRow(webhook)).toMatchObject({ disabledReason: expect.stringContaining("410") });
    expect(await deliveries(webhook)).toMatchObject([{ state: "failed", responseStatus: 410 }]);
    expect(await database().event.count({ where: { workspaceId: ctx.workspaceId, name: "WORKSPACE_CHANGED" } })).toBe(
      toldBefore + 1,
    );
    await happen(1);
    await new Promise((wait) => setTimeout(wait, 10 * POLL_MS));
    expect(receiver.received).toHaveLength(1);
  });

  test("a closed port is a failure; five days of nothing else switch the webhook off, one success ends the run", async () => {
    const { receiver, webhook } = await subscriber("CLIENT_UPDATED", (_, response, index) =>
      response.writeHead(index === 0 ? 500 : 200).end(),
    );
    await work();
    await happen(1);
    await settled(webhook);
    await eventually(async () => (await webhookRow(webhook)).failingSince !== null);
    await happen(1);
    await eventually(async () => (await webhookRow(webhook)).failingSince === null);
    await receiver.close();
    const justUnder = new Date(Date.now() - 5 * 24 * 60 * 60 * 1000 + 60_000);
    await database().webhook.updateMany({ where: { id: webhook.id }, data: { failingSince: justUnder } });
    await happen(1);
    await eventually(async () => (await deliveries(webhook)).at(-1)?.error === "Connection refused");
    expect((await webhookRow(webhook)).active).toBe(true);
    await database().webhook.updateMany({
      where: { id: webhook.id },
      data: { failingSince: new Date(justUnder.getTime() - 120_000) },
    });
    await happen(1);
    await eventually(async () => !(await webhookRow(webhook)).active);
    expect((await webhookRow(webhook)).disabledReason).toContain("five days");
  });
});

describe("the schedule", () => {
  test("ends after ten attempts with one webhook-id; a replay begins it anew with the same id and body", async () => {
    let isUp = false;
    const { receiver, webhook } = await subscriber("CLIENT_UPDATED", (_, response) =>
      response.writeHead(isUp ? 200 : 500).end(),
    );
    // A day is 0.86 s here, five days 4.3 s.
    await work(1e-5);
    await happen(1);
    await eventually(
      async () => (await deliveries(webhook))[0]?.state === "failed",
      15_000,
      () => "not failed",
    );
    const [failed] = await deliveries(webhook);
    expect(failed).toMatchObject({ attempts: 10, nextAttemptAt: null });
    expect(failed?.attemptRows.map(({ attemptNo }) => attemptNo)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    isUp = true;
    await replayWebhookDelivery(ctx, { id: failed!.id });
    await eventually(async () => (await deliveries(webhook))[0]?.state === "delivered");
    expect(receiver.received).toHaveLength(11);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const request of receiver.received) expect(verify(webhook.opened.secret, request)).toBeTruthy();
  });

  test("goes on after a restart where it was", async () => {
    const { receiver, webhook } = await subscriber("CLIENT_UPDATED", failing(500));
    await work();
    await happen(1);
    await settled(webhook);
    await Promise.all(running.splice(0).map((part) => part.stop(1_000)));
    await work();
    await new Promise((wait) => setTimeout(wait, 10 * POLL_MS));
    expect(receiver.received).toHaveLength(1);
    await database().webhookDelivery.updateMany({
      where: { webhookId: webhook.id },
      data: { nextAttemptAt: new Date() },
    });
    await receiver.arrived(2);
    const [delivery] = await settled(webhook, 2);
    expect((delivery!.nextAttemptAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(1.5 * 60_000);
  });
});

describe("side by side", () => {
  test("a receiver that hangs with 200 events in line delays no other's", async () => {
    const hanging = await subscriber("CLIENT_UPDATED", () => undefined);
    const quick = await subscriber("NEW_CLIENT");
    await work();
    await happen(200);
    await hanging.receiver.arrived(4);
    const sentAt: number[] = [];
    for (let index = 0; index < 40; index++) {
      sentAt.push(Date.now());
      await happen(1, () => ({ payload: { index } }), "NEW_CLIENT");
    }
    await quick.receiver.arrived(40);
    const delays = quick.receiver.received
      .map((request) => request.at - (sentAt[indexOf(request)] ?? 0))
      .sort((a, b) => a - b);
    expect(delays[38]).toBeLessThan(1_000);
    expect(hanging.receiver.received).toHaveLength(4);
  });

  test("several workers deliver every event once", async () => {
    const { receiver } = await subscriber("CLIENT_UPDATED", (_, response) => void setTimeout(() => response.end(), 2));
    await Promise.all([work(), work(), work()]);
    await Promise.all(
      Array.from({ length: 10 }, (_, lane) => happen(20, (i) => ({ payload: { index: lane * 20 + i } }))),
    );
    await receiver.arrived(200);
    await new Promise((wait) => setTimeout(wait, 10 * POLL_MS));
    expect(receiver.received.map(indexOf).sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i));
  });
});
