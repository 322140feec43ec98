import { expect, test } from "vitest";
import { systemCtx } from "../auth/system-ctx.ts";
import { database, inTransaction, pool } from "../db.ts";
import { emit } from "../events/emit.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
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

test("a webhook hears of a message that was stored after its creation, however long that had waited to be", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const { id } = await createTestIntegration(workspaceId);
  const integration = await database().integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id } },
  });
  const inbound = { senderId: "customer-7", externalConversationId: null, type: "text", content: "Hello" } as const;
  const receive = (externalMessageId: string) =>
    receiveMessage(systemCtx(workspaceId, "test"), integration, {
      ...inbound,
      externalMessageId,
      profile: {},
      replyTo: null,
      providerAt: null,
    });
  const { conversationId } = await receive("first");
  const writer = await pool().connect();
  let received: Promise<unknown>;
  try {
    await writer.query("begin");
    await writer.query(`update "Conversation" set "needsResponse" = true where id = $1`, [conversationId]);
    received = receive("second");
    await eventually(async () => {
      const { rowCount } = await pool().query("select from pg_locks where not granted");
      return (rowCount ?? 0) > 0;
    });
    await createWebhook(ctx, { label: "CRM", url: "http://127.0.0.1:9/", event: "INCOMING_MESSAGE" });
  } finally {
    await writer.query("commit");
    writer.release();
  }
  await received;
  await prepareFanOut();
  await eventually(async () => !(await fanOutEvents()).isBehind);
  expect(await database().webhookDelivery.count({ where: { workspaceId } })).toBe(1);
});
