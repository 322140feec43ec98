import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction, pool } from "../db.ts";
import { emit } from "../events/emit.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { claimDeliveries, type ClaimedDelivery } from "./claim-deliveries.ts";
import { createWebhook } from "./create-webhook.ts";
import { FIRST_WINDOW, noteAttempt, WIDEST_WINDOW, widths } from "./delivery-windows.ts";
import { fanOutEvents, prepareFanOut } from "./fan-out.ts";
import { settleDelivered } from "./deliver-webhook.ts";

const QUICK = { isSuccess: true, durationMs: 3 };
const TAKEN = { ...QUICK, startedAt: new Date(), status: 204, body: "", error: null, retryAfterSeconds: null };

let ctx: Ctx;
let webhookId: string;

beforeEach(async () => {
  await database().webhook.updateMany({ data: { active: false } });
  ({ ctx } = await createTestWorkspace());
  const input = { label: "CRM", url: "http://127.0.0.1:9/", event: "CLIENT_UPDATED" } as const;
  ({ id: webhookId } = await createWebhook(ctx, input));
});

/** Deliveries of this many events, claimed by a worker that has seen the receiver respond quickly. */
async function claimed(count: number): Promise<ClaimedDelivery[]> {
  for (let times = FIRST_WINDOW; times < count; times++) noteAttempt(webhookId, QUICK);
  const events = Array.from({ length: count }, (_, index) => ({
    name: "CLIENT_UPDATED" as const,
    payload: { event: "CLIENT_UPDATED", index },
  }));
  await inTransaction(ctx, (tx) => emit(tx, ...events));
  await prepareFanOut();
  await eventually(async () => {
    await fanOutEvents();
    return (await database().webhookDelivery.count({ where: { webhookId } })) === count;
  });
  const deliveries = await claimDeliveries(new Map(), 100);
  expect(deliveries).toHaveLength(count);
  return deliveries;
}

const rows = () => database().webhookDelivery.findMany({ where: { webhookId }, include: { attemptRows: true } });

test("what is taken while a statement runs is stored together by the next, each with its attempt", async () => {
  const deliveries = await claimed(20);
  await database().webhook.updateMany({ where: { id: webhookId }, data: { failingSince: new Date() } });
  await Promise.all(
    deliveries.map(async (delivery, index) => {
      if (index > 0) await new Promise(setImmediate);
      await settleDelivered({ delivery, attempt: { ...TAKEN, body: `{"answer": "№ ${index}"}` } });
    }),
  );
  const stored = await rows();
  for (const row of stored) {
    expect(row).toMatchObject({ state: "delivered", attempts: 1, responseStatus: 204, leaseToken: null, error: null });
    expect(row.deliveredAt).not.toBeNull();
    expect(row.nextAttemptAt).toBeNull();
    expect(row.attemptRows).toMatchObject([{ attemptNo: 1, durationMs: 3, responseStatus: 204 }]);
  }
  const words = stored.flatMap(({ attemptRows }) => attemptRows.map(({ responseBody }) => responseBody));
  expect(new Set(words)).toEqual(new Set(deliveries.map((_, index) => `{"answer": "№ ${index}"}`)));
  const { rows: written } = await pool().query<{ count: number }>(
    `select count(distinct xmin::text)::int as count from "WebhookDelivery" where "webhookId" = $1`,
    [webhookId],
  );
  expect(written[0]?.count).toBeLessThanOrEqual(3);
  expect(await database().webhook.findFirst({ where: { id: webhookId } })).toMatchObject({ failingSince: null });
});

test("one that is another worker's by now is not stored, and one that the database refuses stops none of the others", async () => {
  const deliveries = await claimed(6);
  const [lost, broken, ...others] = deliveries;
  await database().webhookDelivery.updateMany({ where: { id: lost!.id }, data: { leaseToken: webhookId } });
  const outcomes = await Promise.allSettled(
    // Postgres cannot store NUL in a text.
    deliveries.map((delivery) =>
      settleDelivered({ delivery, attempt: { ...TAKEN, body: delivery === broken ? "\0" : "" } }),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    deliveries.map((delivery) => (delivery === broken ? "rejected" : "fulfilled")),
  );
  const delivered = (await rows()).filter(({ state }) => state === "delivered").map(({ id }) => id);
  expect(delivered.sort()).toEqual(others.map(({ id }) => id).sort());
});

test("a webhook's window grows with quick answers up to its widest, and anything else closes it", () => {
  const open = () => widths()[webhookId] ?? FIRST_WINDOW;
  expect(open()).toBe(FIRST_WINDOW);
  noteAttempt(webhookId, QUICK);
  expect(open()).toBe(FIRST_WINDOW + 1);
  for (let times = 0; times < 100; times++) noteAttempt(webhookId, QUICK);
  expect(open()).toBe(WIDEST_WINDOW);
  noteAttempt(webhookId, { isSuccess: true, durationMs: 2_000 });
  expect(open()).toBe(FIRST_WINDOW);
  noteAttempt(webhookId, QUICK);
  noteAttempt(webhookId, { isSuccess: false, durationMs: 3 });
  expect(open()).toBe(FIRST_WINDOW);
  noteAttempt(webhookId, QUICK);
  expect(widths(performance.now() + 3_600_000)).toEqual({});
});
