import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findTrace } from "../cli/trace/find-trace.ts";
import { printTrace } from "../cli/trace/print-trace.ts";
import { database, inTransaction } from "../db.ts";
import { storeProviderCall } from "../messages/store-provider-call.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { enqueue } from "../work/queue.ts";
import { startWorker } from "../work/worker.ts";
import { openDoors } from "../testing/doors.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { startReceiver, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { withRequestContext } from "./request-context.ts";

const POLL_MS = 50;

let doors: Awaited<ReturnType<typeof openDoors>>;
let far: Receiver;
let subscriber: Receiver;
let db: pg.Client;
let stops: (() => Promise<void>)[] = [];
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let integrationId: string;

beforeAll(async () => {
  doors = await openDoors();
  far = await startReceiver((_, response) => response.end(JSON.stringify({ messageId: "far-1" })));
  subscriber = await startReceiver((_, response, index) => response.writeHead(index === 0 ? 500 : 200).end());
  db = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await db.connect();
  const [fanOut, delivering, sending] = [
    await startFanOut(POLL_MS),
    startDelivering(POLL_MS, 0.01),
    startSending(POLL_MS),
  ];
  stops = [() => fanOut.stop(), () => delivering.stop(5_000), () => sending.stop(5_000)];
});
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
  await Promise.all([doors.close(), far.close(), subscriber.close(), db.end()]);
});
beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ id: integrationId } = await createTestIntegration(workspace.workspaceId, { endpoint: far.url }));
});

const post = (path: string, headers: Record<string, string>, body: object) =>
  fetch(doors.base + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const comeIn = async (headers: Record<string, string> = {}) => {
  const answer = await post(
    `/ext/v1/incoming/custom/${integrationId}`,
    { "x-validate-token": "validate-me", ...headers },
    { senderId: "maria", content: "Where is it?", type: "text" },
  );
  return { answer, ids: (await answer.json()) as { messageId: string; conversationId: string } };
};

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";

const answerBack = async (convId: string, headers: Record<string, string>) => {
  const input = { workspaceId: workspace.workspaceId, convId, integrationId, content: "Tomorrow.", type: "text" };
  const answer = await post(
    "/core/gq",
    { authorization: workspace.apiKey, ...headers },
    { query: ADD, variables: { input } },
  );
  const { data } = (await answer.json()) as { data: { addMessage: { messageId: string } } };
  return { answer, messageId: data.addMessage.messageId };
};

test("the door keeps the id that a request brings, gives one that brings none, and says it", async () => {
  const { answer } = await comeIn({ "x-request-id": "from-the-shop-1" });
  expect(answer.headers.get("x-request-id")).toBe("from-the-shop-1");
  expect((await fetch(`${doors.base}/healthz`)).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  const odd = await fetch(`${doors.base}/healthz`, { headers: { "x-request-id": "a b" } });
  expect(odd.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a message is followed from its request to the provider and the subscribers, by any of its ids", async () => {
  await createWebhook(workspace.ctx, { label: "CRM", url: subscriber.url, event: "ANY_EVENT" });
  // First from a new contact, then from a known one. They are stored in different ways.
  const first = await comeIn({ "x-request-id": "in-1" });
  await comeIn({ "x-request-id": "in-2" });
  const { messageId, answer } = await answerBack(first.ids.conversationId, { "x-request-id": "out-1" });
  expect(answer.headers.get("x-request-id")).toBe("out-1");
  const by = (id: string) => findTrace(db, id);

  await expect
    .poll(async () => (await by("out-1")).events.map(({ name, deliveries }) => [name, deliveries[0]?.state]), {
      timeout: 30_000,
    })
    .toEqual(
      expect.arrayContaining([
        ["OUTGOING_MESSAGE", "delivered"],
        ["MESSAGE_UPDATED", "delivered"],
      ]),
    );
  const found = await by(messageId);
  expect(found.messages).toMatchObject([
    {
      id: messageId,
      isAgent: true,
      status: "sent",
      channel: "CUSTOM",
      attempts: [{ no: 1, outcome: "accepted", status: 200 }],
    },
  ]);
  expect(new Set(found.events.map(({ requestId }) => requestId))).toEqual(new Set(["out-1"]));
  expect((await by("in-2")).events.map(({ name }) => name)).toEqual(["INCOMING_MESSAGE"]);
  expect((await by("in-1")).events.map(({ name }) => name)).toEqual(["NEW_CLIENT", "NEW_CONV", "INCOMING_MESSAGE"]);

  // The subscriber was notified, and its delivery leads back to the request.
  const outgoing = subscriber.received.filter(({ headers }) => headers["webhook-request-id"] === "out-1");
  const told = outgoing.find(({ body }) => body.includes('"OUTGOING_MESSAGE"'));
  const webhookId = String(told?.headers["webhook-id"]);
  expect((await by(webhookId)).messages.map(({ id }) => id)).toEqual([messageId]);

  // The receiver's first response was 500. The trace shows the attempt, but no message text and no secrets.
  const lines = printTrace(await by("in-1")).join("\n");
  expect(lines).toContain("attempt 1: failed (500");
  expect(lines).toContain(new URL(subscriber.url).host);
  expect(JSON.stringify([await by("in-1"), found])).not.toMatch(/Where is it|Tomorrow|validate-me|let-me-in/);
  expect(await by("never-heard-of")).toEqual({ messages: [], events: [], calls: [] });
});

test("a provider's call keeps its request for the worker that takes it", async () => {
  const channel = await database().integration.findFirstOrThrow({ where: { id: integrationId } });
  const store = (id: string) =>
    withRequestContext({ requestId: id, traceparent: null }, () => storeProviderCall([channel], Buffer.from("{}")));
  await Promise.all([store("call-1"), store("call-2")]);
  expect((await findTrace(db, "call-2")).calls).toMatchObject([{ requestId: "call-2", doneAt: null, error: null }]);
  await database().providerCall.deleteMany({ where: { integrationId } });
});

test("a job keeps the request that asked for it, beside its payload", async () => {
  const { ctx } = workspace;
  await withRequestContext({ requestId: "job-1", traceparent: null }, () =>
    inTransaction(ctx, (tx) => enqueue(tx, "set-sla-due", { workspaceId: ctx.workspaceId })),
  );
  const rows = () =>
    db.query<{ data: object; state: string }>(
      "select data, state from pgboss.job where name = 'set-sla-due' and data ->> 'trail' = 'job-1'",
    );
  expect((await rows()).rows).toEqual([{ data: { workspaceId: ctx.workspaceId, trail: "job-1" }, state: "created" }]);
  const worker = await startWorker({ pollMs: POLL_MS });
  await expect.poll(async () => (await rows()).rows[0]?.state, { timeout: 20_000 }).toBe("completed");
  await worker.stop();
});
