import { afterEach, beforeEach, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Received, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";
import { fanOutEvents, prepareFanOut } from "./fan-out.ts";
import { listEvents } from "./list-events.ts";

// Order through retries: a failing delivery holds back its own conversation for three attempts, and no other.

const POLL_MS = 20;
/** Pauses of 5 s and 2 min become 10 ms and 240 ms. */
const QUICK = 0.002;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let running: { stop: (graceMs: number) => Promise<void> }[] = [];
let receivers: Receiver[] = [];

beforeEach(async () => {
  workspace = await createTestWorkspace();
});
afterEach(async () => {
  await Promise.all(running.map((part) => part.stop(1_000)));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database().webhook.updateMany({ data: { active: false } });
  running = [];
  receivers = [];
});

type Told = { event: string; conv: number; index: number; seq: number };
const read = ({ body }: Received) => JSON.parse(body) as Told;

type Answer = { status: number; headers?: Record<string, string> };

/** A subscriber whose response depends on the event and on how often it got it before. `taken`: events that it answered with 200. */
async function subscriber(answer: (told: Told, priorAttempts: number) => Answer) {
  const attempts = new Map<number, number>();
  const taken: Told[] = [];
  const receiver = await startReceiver((request, response) => {
    const told = read(request);
    const prior = attempts.get(told.seq) ?? 0;
    attempts.set(told.seq, prior + 1);
    const { status, headers = {} } = answer(told, prior);
    if (status === 200) taken.push(told);
    response.writeHead(status, headers).end();
  });
  receivers.push(receiver);
  const input = { label: "CRM", url: receiver.url, event: "CLIENT_UPDATED" } as const;
  return { receiver, taken, attempts, webhook: await createWebhook(workspace.ctx, input) };
}

const CONVS = Array.from({ length: 4 }, () => crypto.randomUUID());

/** Events of alternating conversations, each in its own transaction. */
async function happen(perConv: number, convs = CONVS.length, from = 0) {
  for (let index = from; index < from + perConv; index++) {
    for (let conv = 0; conv < convs; conv++) {
      await inTransaction(workspace.ctx, (tx) =>
        emit(tx, { name: "CLIENT_UPDATED", payload: { event: "CLIENT_UPDATED", conv, index }, convId: CONVS[conv]! }),
      );
    }
  }
}

async function work(timeScale = QUICK) {
  running.push(await startFanOut(POLL_MS), startDelivering(POLL_MS, timeScale), startDelivering(POLL_MS, timeScale));
}

const ofConv = (told: Told[], conv: number) => told.filter((one) => one.conv === conv).map(({ index }) => index);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test("deliveries that fail up to twice arrive in their conversation's order, at every subscriber", async () => {
  const fails = ({ conv, index }: Told, prior: number): Answer => ({ status: prior < (conv + index) % 3 ? 500 : 200 });
  const [one, other] = [await subscriber(fails), await subscriber(() => ({ status: 200 }))];
  await happen(6);
  await work();
  await eventually(() => one.taken.length === 24 && other.taken.length === 24, 30_000);
  for (const conv of upTo(4)) {
    expect(ofConv(one.taken, conv)).toEqual(upTo(6));
    expect(ofConv(other.taken, conv)).toEqual(upTo(6));
  }
});

test("one that fails a third time lets the next ones go, and is known by its seq when it arrives", async () => {
  const { receiver, taken, attempts } = await subscriber(({ conv, index }, prior) => ({
    status: conv === 0 && index === 1 && prior < 3 ? 503 : 200,
  }));
  await work();
  await happen(4, 2);
  await eventually(() => taken.length === 8, 30_000);
  expect(ofConv(taken, 0)).toEqual([0, 2, 3, 1]);
  expect(ofConv(taken, 1)).toEqual(upTo(4));
  // The other conversation did not wait.
  const arrived = receiver.received.map(read);
  const third = arrived.findIndex(
    ({ seq }, at) => arrived.slice(0, at + 1).filter((told) => told.seq === seq).length === 3,
  );
  expect(ofConv(arrived.slice(0, third), 1)).toEqual(upTo(4));
  const first = taken.filter(({ conv }) => conv === 0).toSorted((a, b) => a.seq - b.seq);
  expect(first.map(({ index }) => index)).toEqual(upTo(4));
  expect(new Set(attempts.values())).toEqual(new Set([1, 4]));
});

test("a dead subscriber delays none of another's", async () => {
  const dead = await subscriber(() => ({ status: 500 }));
  const quick = await subscriber(() => ({ status: 200 }));
  await work(1);
  await happen(5);
  await eventually(() => quick.taken.length === 20);
  for (const conv of upTo(4)) expect(ofConv(quick.taken, conv)).toEqual(upTo(5));
  // Each conversation of the dead subscriber waits for its first event.
  await eventually(() => dead.attempts.size === 4);
  expect(dead.receiver.received.map((request) => read(request).index)).toEqual([0, 0, 0, 0]);
});

test("one that was asked to wait for longer than two minutes holds nothing", async () => {
  const { taken } = await subscriber(({ index }, prior) =>
    index === 0 && prior === 0 ? { status: 503, headers: { "retry-after": "3600" } } : { status: 200 },
  );
  await work(1);
  await happen(3, 1);
  await eventually(() => taken.length === 2);
  expect(ofConv(taken, 0)).toEqual([1, 2]);
});

test("those that wait become due with the one they wait for: no claim reads them before", async () => {
  const { webhook, receiver } = await subscriber(() => ({ status: 500 }));
  const rows = () =>
    database().webhookDelivery.findMany({ where: { webhookId: webhook.id }, orderBy: { eventSeq: "asc" } });
  await prepareFanOut();
  await happen(3, 1);
  await eventually(async () => !(await fanOutEvents()).isBehind);
  running.push(startDelivering(POLL_MS, 1));
  await eventually(async () => (await rows())[0]?.attempts === 1);
  await happen(2, 1, 3);
  await eventually(async () => !(await fanOutEvents()).isBehind && (await rows()).length === 5);
  const [first, ...behind] = await rows();
  expect(first?.nextAttemptAt?.getTime()).toBeGreaterThan(Date.now());
  for (const { nextAttemptAt } of behind) expect(nextAttemptAt).toEqual(first?.nextAttemptAt);
  expect(receiver.received).toHaveLength(1);
});

test("seq is the same in the request, the delivery log and the pull", async () => {
  const { receiver, webhook } = await subscriber(() => ({ status: 200 }));
  await work();
  await happen(2, 1);
  await receiver.arrived(2);
  const sent = receiver.received.map(read);
  expect(sent[1]!.seq).toBeGreaterThan(sent[0]!.seq);
  const { nodes } = await listEvents(workspace.ctx, {});
  expect(nodes.map(({ payload }) => payload)).toEqual(sent);
  const { nodes: logged } = await workspace.api.ok<{ nodes: { payload: Told }[] }>(
    `query ($input: WebhookDeliveriesInput!) { webhookDeliveries(input: $input) { nodes { payload } } }`,
    { webhookId: webhook.id },
  );
  expect(logged.map(({ payload }) => payload).toSorted((a, b) => a.seq - b.seq)).toEqual(sent);
});
