import { randomUUID } from "node:crypto";
import { PgBoss } from "pg-boss";
import { expect, test, vi } from "vitest";
import { database, disconnect, inTransaction, pool } from "../db.ts";
import { emit } from "../events/emit.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver } from "../testing/receiver.ts";
import { createWebhook } from "../webhooks/create-webhook.ts";
import { prune } from "./handlers/prune.ts";
import { HANDLERS } from "./handlers.ts";
import { enqueue, enqueueAll, placesOf, QUEUES, type JobName, type JobPayload } from "./queue.ts";
import { startWorker } from "./worker.ts";

const jobsOf = async (name: string, state: string) =>
  (await pool().query("select 1 from pgboss.job where name = $1 and state = $2", [name, state])).rowCount ?? 0;

test("a job is queued with the change that causes it, or not at all; a worker takes it up", async () => {
  const { ctx } = await createTestWorkspace();
  await expect(enqueue(ctx, "prune", {})).rejects.toThrow("needs the transaction");
  const failing = inTransaction(ctx, async (tx) => {
    await enqueue(tx, "prune", {});
    throw new Error("undone");
  });
  await expect(failing).rejects.toThrow("undone");
  expect(await jobsOf("prune", "created")).toBe(0);
  await inTransaction(ctx, (tx) => enqueue(tx, "prune", {}));
  expect(await jobsOf("prune", "created")).toBe(1);

  const worker = await startWorker({ pollMs: 100 });
  await eventually(
    async () => (await jobsOf("prune", "completed")) === 1,
    10_000,
    () => "the job was not done",
  );
  const { rows } = await pool().query<{ name: string; cron: string; timezone: string }>(
    "select name, cron, timezone from pgboss.schedule",
  );
  const onTheClock = Object.entries(QUEUES).flatMap(([name, queue]) =>
    "cron" in queue ? [{ name, cron: queue.cron, timezone: "UTC" }] : [],
  );
  expect(rows.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
    onTheClock.toSorted((a, b) => a.name.localeCompare(b.name)),
  );
  await worker.stop();
});

test("thousands of jobs are queued with the change that causes them, a thousand in a statement", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const about = { workspaceId, userId: randomUUID(), event: "mention", convId: randomUUID(), messageId: null } as const;
  const pushes = Array.from({ length: 2_001 }, (_, index) => ({
    ...about,
    endpointHash: String(index),
    at: new Date().toISOString(),
  }));
  const insert = vi.spyOn(PgBoss.prototype, "insert");
  await expect(enqueueAll(ctx, "push", pushes)).rejects.toThrow("needs the transaction");
  await inTransaction(ctx, (tx) => enqueueAll(tx, "push", pushes));
  expect(insert).toHaveBeenCalledTimes(3);
  const { rows } = await pool().query<{ all: number; alike: number }>(
    `select count(distinct data ->> 'endpointHash')::int as all, count(*) filter (where retry_limit = 50)::int as alike
     from pgboss.job where name = 'push' and (data ->> 'workspaceId')::int = $1`,
    [workspaceId],
  );
  expect(rows).toEqual([{ all: 2_001, alike: 2_001 }]);
  await pool().query("delete from pgboss.job where name = 'push'");
});

test("the queues bring back what stands in a dead worker, and retry only faults of ours", async () => {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool().query(text, values) },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  for (const name of Object.keys(QUEUES)) {
    expect(await boss.getQueue(name)).toMatchObject({
      retryLimit: 50,
      heartbeatSeconds: 10,
      policy: "standard",
      notify: true,
    });
  }
  await boss.stop();
});

test("a whole worker turns an event into a request without waiting for its poll, and stops cleanly", async () => {
  const { ctx } = await createTestWorkspace();
  const receiver = await startReceiver();
  await createWebhook(ctx, { label: "Test", url: receiver.url, event: "CLIENT_UPDATED" });
  const worker = await startWorker({ pollMs: 60_000 });
  for (let index = 0; index < 3; index++) {
    await inTransaction(ctx, (tx) => emit(tx, { name: "CLIENT_UPDATED", payload: { index } }));
    await receiver.arrived(index + 1);
  }
  await worker.stop();
  await receiver.close();
});

test("a backlog of jobs is worked off one after the other, without a look of the clock between two", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const count = 40;
  const lines = Array.from({ length: count }, () => ({ workspaceId, messageId: randomUUID() }));
  await inTransaction(ctx, (tx) => enqueueAll(tx, "forget-answers", lines));
  const done = () =>
    pool().query<{ count: number }>(
      `select count(*)::int as count from pgboss.job
       where name = 'forget-answers' and state = 'completed' and (data ->> 'workspaceId')::int = $1`,
      [workspaceId],
    );
  const worker = await startWorker();
  await expect.poll(async () => (await done()).rows[0]?.count, { timeout: 20_000, interval: 50 }).toBe(count);
  await worker.stop();
});

/** Queues in which a workspace may use one place and must leave one. */
const OF_WORKSPACES = (Object.keys(QUEUES) as JobName[]).filter((name) => placesOf(name).perWorkspace !== null);

/** A payload for any queue, with ids that do not exist. */
function anyPayload(name: JobName, workspaceId: number): JobPayload<JobName> {
  const at = new Date().toISOString();
  const known: Record<string, unknown> = { workspaceId, kind: "read", event: "mention", at, notice: { text: "", at } };
  const fields = Object.keys(QUEUES[name].payload.shape);
  return Object.fromEntries(fields.map((field) => [field, known[field] ?? randomUUID()])) as JobPayload<JobName>;
}

test("however many jobs of one workspace wait and hang, in whatever queue, another one's is done", async () => {
  expect(OF_WORKSPACES.filter((name) => !placesOf(name).perWorkspace)).toEqual([]);
  const [busy, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  const done = new Set<JobName>();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  for (const name of OF_WORKSPACES) {
    vi.spyOn(HANDLERS, name).mockImplementation(async ({ workspaceId }: { workspaceId?: number }) => {
      if (workspaceId === busy.workspaceId) await ended;
      if (workspaceId === other.workspaceId) done.add(name);
    });
    const waiting = Array.from({ length: 30 }, () => anyPayload(name, busy.workspaceId));
    await inTransaction(busy.ctx, (tx) => enqueueAll(tx, name, waiting));
    await inTransaction(other.ctx, (tx) => enqueue(tx, name, anyPayload(name, other.workspaceId)));
  }
  const worker = await startWorker();
  await expect.poll(() => OF_WORKSPACES.filter((name) => !done.has(name)), { timeout: 20_000 }).toEqual([]);
  await pool().query("delete from pgboss.job where state = 'created'");
  end();
  await worker.stop();
  vi.restoreAllMocks();
});

test("a job that nothing announces when it is due is taken within seconds, also where many may run at once", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  let isDone = false;
  vi.spyOn(HANDLERS, "push").mockImplementation(async ({ workspaceId: of }) => {
    if (of === workspaceId) isDone = true;
    return Promise.resolve();
  });
  await inTransaction(ctx, (tx) => enqueue(tx, "push", anyPayload("push", workspaceId) as JobPayload<"push">));
  await pool().query("update pgboss.job set start_after = now() + interval '4 seconds' where name = 'push'");
  const worker = await startWorker();
  await expect.poll(() => isDone, { timeout: 15_000 }).toBe(true);
  await worker.stop();
  vi.restoreAllMocks();
});

test("pruning drops what has outlived its use, and nothing else", async () => {
  await disconnect();
  const { ctx, workspaceId } = await createTestWorkspace();
  const { id: webhookId } = await createWebhook(ctx, {
    label: "Test",
    url: "http://127.0.0.1:9/",
    event: "CLIENT_UPDATED",
  });
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const db = database();
  await db.event.deleteMany({ where: { workspaceId } });
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  for (const [days, name] of [
    [40, "OLD"],
    [29, "KEPT"],
    [0, "NEW"],
  ] as const) {
    const event = await db.event.create({
      data: { workspaceId, name, createdAt: daysAgo(days) },
      select: { id: true, seq: true },
    });
    const delivery = {
      workspaceId,
      webhookId,
      eventId: event.id,
      eventSeq: event.seq,
      createdAt: daysAgo(days),
      state: "delivered" as const,
    };
    const { id: deliveryId } = await db.webhookDelivery.create({ data: delivery });
    await db.webhookAttempt.create({
      data: { workspaceId, deliveryId, attemptNo: 1, startedAt: daysAgo(days), durationMs: 1 },
    });
    const key = {
      workspaceId,
      callerId: "caller",
      key: name,
      requestHash: new Uint8Array(),
      response: {},
      createdAt: daysAgo(days),
    };
    await db.idempotencyKey.create({ data: key });
    const parked = {
      workspaceId,
      integrationId,
      externalMessageId: name,
      status: "delivered" as const,
      createdAt: daysAgo(days),
    };
    await db.parkedStatus.create({ data: parked });
  }
  // The webhook fan-out has read the event log to its end.
  await db.$executeRaw`
    insert into "EventCursor" (reader, txid, seq) select 'webhooks', max(txid::text::numeric)::text::xid8, max(seq) from "Event"
    on conflict (reader) do update set txid = excluded.txid, seq = excluded.seq`;
  await prune();
  expect(
    (await db.event.findMany({ where: { workspaceId }, orderBy: { seq: "asc" } })).map(({ name }) => name),
  ).toEqual(["KEPT", "NEW"]);
  expect(await db.webhookDelivery.count({ where: { workspaceId } })).toBe(2);
  expect(await db.webhookAttempt.count({ where: { workspaceId } })).toBe(2);
  expect((await db.idempotencyKey.findMany({ where: { workspaceId } })).map(({ key }) => key)).toEqual(["NEW"]);
  expect(
    (await db.parkedStatus.findMany({ where: { workspaceId } })).map(({ externalMessageId }) => externalMessageId),
  ).toEqual(["NEW"]);
});
