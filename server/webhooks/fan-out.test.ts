import { expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";
import { fanOutEvents, prepareFanOut } from "./fan-out.ts";

test("every event is queued once for each webhook that asked for it, over pages and readers side by side", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  await createWebhook(ctx, { label: "One", url: "http://127.0.0.1:9/", event: "CLIENT_UPDATED" });
  await createWebhook(ctx, { label: "Any", url: "http://127.0.0.1:9/", event: "ANY_EVENT" });
  for (let round = 0; round < 3; round++) {
    const updates = Array.from({ length: 400 }, (_, index) => ({
      name: "CLIENT_UPDATED" as const,
      payload: { round, index },
    }));
    await inTransaction(ctx, (tx) => emit(tx, ...updates));
  }
  await prepareFanOut();
  const read = async () => {
    let queued = 0;
    await eventually(async () => {
      const page = await fanOutEvents(70);
      queued += page.queued;
      return page.read === 0 && !page.isBehind;
    }, 15_000);
    return queued;
  };
  const byReader = await Promise.all([read(), read(), read()]);
  expect(byReader.reduce((a, b) => a + b)).toBe(2_400);
  const events = await database().event.findMany({
    where: { workspaceId, name: "CLIENT_UPDATED" },
    select: { id: true, seq: true },
  });
  const deliveries = await database().webhookDelivery.findMany({
    where: { workspaceId },
    select: { eventId: true, eventSeq: true },
  });
  expect(new Set(deliveries.map(({ eventId, eventSeq }) => `${eventId} ${eventSeq}`))).toEqual(
    new Set(events.map(({ id, seq }) => `${id} ${seq}`)),
  );
  expect(await fanOutEvents()).toEqual({ read: 0, queued: 0, isBehind: false });
});
