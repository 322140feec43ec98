import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "../db.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { openDoors } from "../testing/doors.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { startReceiver, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { keepTraces } from "./keep-traces.ts";
import { beginSpan, span } from "./spans.ts";
import { currentRequestContext } from "./request-context.ts";

const OUTSIDE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

type Value = { stringValue?: string; intValue?: number | string };
type Told = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code?: number; message?: string };
  attributes: { key: string; value: Value }[];
};
type Batch = {
  resourceSpans: { resource: { attributes: { key: string; value: Value }[] }; scopeSpans: { spans: Told[] }[] }[];
};

let collector: Receiver;
let traces: Awaited<ReturnType<typeof keepTraces>>;

beforeAll(async () => {
  collector = await startReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url.replace(/\/hook$/, "");
});
afterAll(() => collector.close());

const batches = () => collector.received.map(({ body }) => JSON.parse(body) as Batch);
const spans = () =>
  batches().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  );

test("without a tracer work is called and nothing else", async () => {
  expect(beginSpan("nothing", "internal")).toBeNull();
  await expect(span("nothing", "internal", {}, () => Promise.resolve(currentRequestContext()))).resolves.toBeNull();
});

test("a message's spans hang together, from the caller's own to the subscriber's answer", async () => {
  const { workspaceId, ctx } = await createTestWorkspace();
  const { id } = await createTestIntegration(workspaceId);
  const subscriber = await startReceiver();
  await createWebhook(ctx, { label: "CRM", url: subscriber.url, event: "INCOMING_MESSAGE" });
  const doors = await openDoors();
  traces = await keepTraces("web");
  const [fanOut, delivering] = [await startFanOut(50), startDelivering(50, 1)];

  const answer = await fetch(`${doors.base}/ext/v1/incoming/custom/${id}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-validate-token": "validate-me", traceparent: OUTSIDE },
    body: JSON.stringify({ senderId: "maria", content: "Nobody may read this", type: "text" }),
  });
  expect(answer.status).toBe(200);
  await subscriber.arrived(1, 30_000);
  await expect
    .poll(() => database().webhookDelivery.count({ where: { workspaceId, state: "delivered" } }), { timeout: 20_000 })
    .toBe(1);
  await Promise.all([fanOut.stop(), delivering.stop(5_000), doors.close(), subscriber.close()]);
  await traces.stop();

  const all = spans();
  const one = (name: string) => {
    const found = all.filter((each) => each.name === name && each.traceId === OUTSIDE.split("-")[1]);
    if (!found[0]) throw new Error(`no span ${name} among ${all.map((each) => each.name).join(", ")}`);
    return found[0];
  };
  const door = one("door incoming custom");
  const verb = one("receiveMessage");
  const delivery = one("deliver webhook");
  expect(door).toMatchObject({ parentSpanId: OUTSIDE.split("-")[2], kind: 2 });
  expect(verb.parentSpanId).toBe(door.spanId);
  const statements = all.filter(({ name, parentSpanId }) => name.startsWith("sql ") && parentSpanId === verb.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(delivery.parentSpanId).toBe(verb.spanId);
  expect(one("http POST")).toMatchObject({ parentSpanId: delivery.spanId, kind: 3 });
  expect(batches()[0]?.resourceSpans[0]?.resource.attributes).toContainEqual({
    key: "service.name",
    value: { stringValue: "omnichannel-web" },
  });
  // Spans contain no tokens and no texts.
  expect(collector.received.map(({ body }) => body).join()).not.toMatch(
    /Nobody may read this|validate-me|let-me-in|maria/,
  );
  expect(collector.received.every(({ path }) => path === "/v1/traces")).toBe(true);
});

test("a failure is told as one, and after the end nothing is", async () => {
  traces = await keepTraces("worker");
  await expect(span("broken", "internal", {}, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await traces.stop();
  expect(spans().find(({ name }) => name === "broken")).toMatchObject({ status: { code: 2, message: "Error: no" } });
  expect(beginSpan("late", "internal")).toBeNull();
});
