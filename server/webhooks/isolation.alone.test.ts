import { fork, type ChildProcess } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { WORKER_FLAGS } from "../cli/worker-flags.ts";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { WebhookEventName } from "../events/payloads.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";

// Bars 26 and 30 of reliability: from the commit of an event to its first request.
const IDLE_EVENTS = 100;
const BACKLOG = 1_000;
const TIMEOUT_MS = 15_000;

let worker: ChildProcess | null = null;
let receivers: Receiver[] = [];
afterEach(async () => {
  worker?.kill("SIGKILL");
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});

async function subscriber(ctx: Ctx, event: WebhookEventName, answer?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const { id } = await createWebhook(ctx, { label: "CRM", url: receiver.url, event });
  const sentAt: number[] = [];
  return {
    id,
    receiver,
    sentAt,
    async happen() {
      const payload = { event, index: sentAt.length };
      const at = sentAt.push(Date.now()) - 1;
      await inTransaction(ctx, (tx) => emit(tx, { name: event, payload }));
      sentAt[at] = Date.now();
    },
    /** Times from commit to arrival, in milliseconds, shortest first. */
    async delays() {
      await receiver.arrived(sentAt.length);
      return receiver.received
        .map(({ at, body }) => at - (sentAt[(JSON.parse(body) as { index: number }).index] ?? 0))
        .sort((a, b) => a - b);
    },
  };
}

const at = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
const pause = (ms: number) => new Promise((wait) => setTimeout(wait, ms));

test("events reach an idle system's receiver in milliseconds, and one that hangs with 1,000 in line delays no other's", async () => {
  const [{ ctx }, { ctx: otherCtx }] = [await createTestWorkspace(), await createTestWorkspace()];
  const same = await subscriber(ctx, "NEW_CLIENT");
  worker = fork(new URL("../testing/run-worker.ts", import.meta.url), {
    execArgv: WORKER_FLAGS,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await same.happen();
  await same.receiver.arrived(1, 30_000);
  // Excludes the worker's startup from the measurement.
  const idle = await subscriber(ctx, "CLIENT_UPDATED");
  await pause(1_000);
  for (let i = 0; i < IDLE_EVENTS; i++) {
    await idle.happen();
    await pause(20);
  }
  const quiet = await idle.delays();
  console.info(
    `idle: ${IDLE_EVENTS} events, p50 ${at(quiet, 0.5)} ms, p95 ${at(quiet, 0.95)} ms, most ${at(quiet, 1)} ms`,
  );
  expect(at(quiet, 0.5)).toBeLessThan(100);
  expect(at(quiet, 0.95)).toBeLessThan(1_000);

  const hanging = await subscriber(ctx, "NEW_CONV", () => undefined);
  const other = await subscriber(otherCtx, "NEW_CLIENT");
  await inTransaction(ctx, (tx) =>
    emit(
      tx,
      ...Array.from({ length: BACKLOG }, (_, i) => ({ name: "NEW_CONV" as const, payload: { event: "NEW_CONV", i } })),
    ),
  );
  const [firstOfHanging] = await hanging.receiver.arrived(1);
  const begun = same.sentAt.length;
  while (Date.now() - (firstOfHanging?.at ?? 0) < TIMEOUT_MS - 1_000) {
    await Promise.all([same.happen(), other.happen()]);
    await pause(50);
  }
  const [inSame, inOther] = [(await same.delays()).slice(), await other.delays()];
  expect(hanging.receiver.received.length).toBeLessThanOrEqual(4);
  await eventually(
    async () => (await database().webhookAttempt.count({ where: { delivery: { webhookId: hanging.id } } })) >= 4,
    10_000,
  );
  const attempts = await database().webhookAttempt.findMany({ where: { delivery: { webhookId: hanging.id } } });
  console.info(
    `${BACKLOG} events before a receiver that hangs: others' p95 ${at(inSame, 0.95)} ms of ${inSame.length - begun} in the same workspace, ` +
      `${at(inOther, 0.95)} ms of ${inOther.length} in another; its attempts ended after ${attempts.map(({ durationMs }) => durationMs).join(", ")} ms`,
  );
  expect(inSame.length).toBeGreaterThan(50);
  expect(at(inSame, 0.95)).toBeLessThan(1_000);
  expect(at(inOther, 0.95)).toBeLessThan(1_000);
  for (const { durationMs, error } of attempts) {
    expect(error).toBe("No answer within 15 s");
    expect(durationMs).toBeGreaterThan(TIMEOUT_MS - 100);
    expect(durationMs).toBeLessThan(TIMEOUT_MS + 3_000);
  }
  expect(await database().webhookDelivery.count({ where: { webhookId: hanging.id } })).toBe(BACKLOG);
}, 90_000);
