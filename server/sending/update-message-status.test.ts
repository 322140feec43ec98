import type { Price } from "../channels/inbound.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import type { MessageStatus } from "../generated/prisma/enums.ts";
import { quote } from "../say.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { applyParkedStatuses, raiseStatus, updateMessageStatus } from "./update-message-status.ts";

let workspaceId: number;
let integrationId: string;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let convId: string;

beforeEach(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ({ conversationId: convId } = await customerSystem(integrationId).text("maria", "Hello", {
    conversationId: "thread-1",
  }));
});

let sent = 0;
async function outgoing(externalMessageId: string | null = `ext-${sent++}`) {
  const { messageId } = await api.ok<{ messageId: string }>(
    "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }",
    { integrationId, convId, content: "Hi", type: "text" },
  );
  const where = { workspaceId_id: { workspaceId, id: messageId } };
  if (externalMessageId) await database().message.update({ where, data: { externalMessageId } });
  return { messageId, externalMessageId: externalMessageId ?? "" };
}

const messageOf = (id: string) =>
  database().message.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
const eventsOf = async (messageId: string, name: string) =>
  (await database().event.findMany({ where: { workspaceId, messageId, name }, orderBy: { seq: "asc" } })).map(
    ({ payload }) => (payload as { status: string }).status,
  );

type More = { at?: Date; error?: string; price?: Price };
const report = (externalMessageId: string, status: MessageStatus, more: More = {}) =>
  updateMessageStatus(testCtx(workspaceId), integrationId, {
    externalMessageId,
    status,
    at: more.at ?? null,
    price: more.price,
    error: more.error === undefined ? null : quote(more.error),
  });

describe("one event per real change", () => {
  test("sent, delivered, read, played: MESSAGE_UPDATED per change, played from read tells nothing, SMPP when its word changes", async () => {
    const { messageId, externalMessageId } = await outgoing();
    for (const status of ["sent", "delivered", "delivered", "sent", "read", "played", "failed"] as const)
      await report(externalMessageId, status);
    expect(await messageOf(messageId)).toMatchObject({ status: "played", error: null });
    expect(await eventsOf(messageId, "MESSAGE_UPDATED")).toEqual(["sent", "delivered", "read"]);
    expect(await eventsOf(messageId, "MESSAGE_UPDATED_SMPP")).toEqual(["ENROUTE", "ACCEPTD", "DELIVRD"]);
  });

  test("played from below read counts as read; read before delivered tells read only", async () => {
    const played = await outgoing();
    await report(played.externalMessageId, "played");
    expect(await eventsOf(played.messageId, "MESSAGE_UPDATED")).toEqual(["read"]);
    const read = await outgoing();
    for (const status of ["read", "delivered", "sent"] as const) await report(read.externalMessageId, status);
    expect(await eventsOf(read.messageId, "MESSAGE_UPDATED")).toEqual(["read"]);
  });

  test("a delivered overrules a failed and clears its error; a late sent revives nothing", async () => {
    const { messageId, externalMessageId } = await outgoing();
    await report(externalMessageId, "failed", { error: "Number not in service" });
    expect(await messageOf(messageId)).toMatchObject({ status: "failed", error: "Number not in service" });
    await report(externalMessageId, "sent");
    expect(await messageOf(messageId)).toMatchObject({ status: "failed" });
    await report(externalMessageId, "delivered");
    expect(await messageOf(messageId)).toMatchObject({ status: "delivered", error: null });
    expect(await eventsOf(messageId, "MESSAGE_UPDATED")).toEqual(["failed", "delivered"]);
    expect(await eventsOf(messageId, "MESSAGE_UPDATED_SMPP")).toEqual(["ENROUTE", "UNDELIV", "DELIVRD"]);
  });

  test("100 parallel copies of a report make one event", async () => {
    const { messageId, externalMessageId } = await outgoing();
    await Promise.all(Array.from({ length: 100 }, () => report(externalMessageId, "delivered")));
    expect(await eventsOf(messageId, "MESSAGE_UPDATED")).toEqual(["delivered"]);
  });

  test("MESSAGE_UPDATED carries the contract's fields and the provider's time, unless that is absurd", async () => {
    const { messageId, externalMessageId } = await outgoing();
    const at = new Date(Date.now() + 60_000);
    await report(externalMessageId, "sent", { at });
    await report(externalMessageId, "delivered", { at: new Date("2001-01-01T00:00:00Z") });
    await report(externalMessageId, "read", { at: new Date("2150-01-01T00:00:00Z") });
    const events = await database().event.findMany({
      where: { workspaceId, messageId, name: "MESSAGE_UPDATED" },
      orderBy: { seq: "asc" },
    });
    expect(events[0]?.payload).toEqual({
      event: "MESSAGE_UPDATED",
      workspaceId,
      integrationId,
      integrationType: "CUSTOM",
      status: "sent",
      externalMessageId,
      externalConversationId: "thread-1",
      messageId,
      conversationId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      createdAt: at.toISOString(),
    });
    for (const event of events.slice(1)) {
      const { createdAt } = event.payload as { createdAt: string };
      expect(Math.abs(Date.now() - Date.parse(createdAt))).toBeLessThan(60_000);
    }
  });
});

describe("the price", () => {
  const free = { category: "service", type: "free_customer_service" };
  const charged = { category: "utility", type: "regular" };

  test("stays when a later status names none, and is stored with one that changes no status", async () => {
    const { messageId, externalMessageId } = await outgoing();
    await report(externalMessageId, "sent", { price: free });
    await report(externalMessageId, "read");
    expect(await messageOf(messageId)).toMatchObject({ status: "read", price: free });
    await report(externalMessageId, "delivered", { price: charged });
    expect(await messageOf(messageId)).toMatchObject({ status: "read", price: charged });
    expect(await eventsOf(messageId, "MESSAGE_UPDATED")).toEqual(["sent", "read"]);
  });

  test("of a status that was parked is stored with the answer, whichever named it", async () => {
    const { messageId } = await outgoing(null);
    await report("priced", "sent", { price: charged });
    await report("priced", "read");
    await inTransaction(testCtx(workspaceId), async (tx) => {
      await raiseStatus(tx, { messageId, status: "sent", at: tx.now, externalMessageId: "priced" });
      await applyParkedStatuses(tx, integrationId, ["priced"]);
    });
    expect(await messageOf(messageId)).toMatchObject({ status: "read", price: charged });
  });
});

describe("a report that comes before the send's answer", () => {
  test("is parked once per status, and applied with the answer", async () => {
    const { messageId } = await outgoing(null);
    for (const status of ["delivered", "sent", "delivered", "read"] as const) await report("early", status);
    expect(await database().parkedStatus.count({ where: { workspaceId } })).toBe(3);
    await inTransaction(testCtx(workspaceId), async (tx) => {
      await raiseStatus(tx, { messageId, status: "sent", at: tx.now, externalMessageId: "early" });
      await applyParkedStatuses(tx, integrationId, ["early"]);
    });
    expect(await messageOf(messageId)).toMatchObject({ status: "read", externalMessageId: "early" });
    expect(await eventsOf(messageId, "MESSAGE_UPDATED")).toEqual(["sent", "read"]);
    expect(await database().parkedStatus.count({ where: { workspaceId } })).toBe(0);
  });

  test("or at the very same moment, is never lost", async () => {
    for (let round = 0; round < 100; round++) {
      const { messageId } = await outgoing(null);
      const id = `race-${round}`;
      await Promise.all([
        report(id, "delivered"),
        inTransaction(testCtx(workspaceId), async (tx) => {
          await raiseStatus(tx, { messageId, status: "sent", at: tx.now, externalMessageId: id });
          await applyParkedStatuses(tx, integrationId, [id]);
        }),
      ]);
      expect((await messageOf(messageId)).status).toBe("delivered");
    }
    expect(await database().parkedStatus.count({ where: { workspaceId } })).toBe(0);
  }, 60_000);
});

test("the external id is stored with an answer that comes after its own failure", async () => {
  const { messageId } = await outgoing(null);
  await raiseStatus(testCtx(workspaceId), { messageId, status: "failed", at: null, error: quote("Given up") });
  expect(
    await raiseStatus(testCtx(workspaceId), { messageId, status: "sent", at: null, externalMessageId: "late" }),
  ).toBe(false);
  expect(await messageOf(messageId)).toMatchObject({ status: "failed", externalMessageId: "late", error: "Given up" });
});

describe("the status door", () => {
  test("raises the message and answers 200; so does an id that is not known yet, and a client's own message is not touched", async () => {
    const customer = customerSystem(integrationId);
    const inbound = await customer.text("maria", "Mine", { messageId: "same-id", conversationId: "thread-1" });
    const { messageId } = await outgoing("same-id");
    expect(await customer.status({ messageId: "same-id", status: "failed", error: "Blocked" })).toMatchObject({
      status: 200,
    });
    expect(await messageOf(messageId)).toMatchObject({ status: "failed", error: "Blocked" });
    expect(await messageOf(inbound.messageId)).toMatchObject({ status: "delivered", error: null });
    expect(await customer.status({ messageId: "unknown", status: "read" })).toMatchObject({ status: 200 });
    expect(await database().parkedStatus.count({ where: { workspaceId, externalMessageId: "unknown" } })).toBe(1);
  });

  test("refuses as the ingress does", async () => {
    const customer = customerSystem(integrationId);
    expect(await customer.status({ messageId: "x", status: "pending" })).toMatchObject({
      status: 422,
      body: { error: { fields: [{ path: "status" }] } },
    });
    expect(await customer.status({ status: "read" })).toMatchObject({
      status: 422,
      body: { error: { fields: [{ path: "messageId" }] } },
    });
    expect(await customer.status("{")).toMatchObject({ status: 400 });
    expect(await customer.status({ messageId: "x", status: "read" }, { "x-validate-token": "no" })).toMatchObject({
      status: 401,
    });
    expect(await customer.status({ messageId: "x", status: "read", createdAt: "soon" })).toMatchObject({ status: 422 });
    expect(await customer.status("x", { "content-type": "text/plain" })).toMatchObject({ status: 415 });
  });
});
