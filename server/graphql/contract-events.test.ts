import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemCtx } from "../auth/system-ctx.ts";
import type { InboundMessage } from "../channels/inbound.ts";
import { database } from "../db.ts";
import type { IntegrationType, MessageStatus } from "../generated/prisma/enums.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { updateMessageStatus } from "../sending/update-message-status.ts";
import { startDelivering } from "../work/handlers/deliver-webhooks.ts";
import { startFanOut } from "../work/handlers/fan-out-events.ts";
import { ISO, UUID, wholeAnswers, type Json } from "../testing/contract/whole-answers.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Received, type Receiver } from "../testing/receiver.ts";
import { coreSchema } from "./schema.ts";

/** In all events except receipts, in addition to the contract's fields. */
const SEQ = expect.any(Number) as number;

// The full data a subscriber receives: every payload of contract.md, Events, as it arrives at the registered URL.
let call: ReturnType<typeof wholeAnswers>["call"];
let workspaceId: number, integrationId: string;
let subscriber: Receiver, receipts: Receiver;
let parts: { stop: (graceMs: number) => Promise<void> }[];
let ids: { messageId: string; conversationId: string; clientId: string };

beforeAll(async () => {
  const workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  ({ call } = wholeAnswers(coreSchema, workspace.api));
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  [subscriber, receipts] = [await startReceiver(), await startReceiver()];
  const headers = { "x-crm": "7" };
  await call("createWebhook", { label: "CRM", url: subscriber.url, event: "ANY_EVENT", headers });
  await call("createWebhook", { label: "SMS", url: receipts.url, event: "MESSAGE_UPDATED_SMPP" });
  parts = [await startFanOut(30), startDelivering(30, 1)];
  const clientInfo = { name: "Maria", surname: "Silva", email: "m@example.com", phone: "+5511998765432" };
  ids = await customerSystem(integrationId).text("maria", "Hello", { conversationId: "thread-1", clientInfo });
});
afterAll(async () => {
  await Promise.all(parts.map((part) => part.stop(5_000)));
  await Promise.all([subscriber.close(), receipts.close()]);
});

async function told(event: string, about: Json = {}): Promise<{ request: Received; body: Json }> {
  const bodyOf = (request: Received) => JSON.parse(request.body) as Json;
  const isIt = (request: Received) =>
    Object.entries({ event, ...about }).every(([name, value]) => bodyOf(request)[name] === value);
  const complaint = () =>
    `no ${event} ${JSON.stringify(about)} among ${subscriber.received.map(({ body }) => body).join()}`;
  await eventually(() => subscriber.received.some(isIt), 10_000, complaint);
  const request = subscriber.received.find(isIt) as Received;
  return { request, body: bodyOf(request) };
}

const aboutMaria = () => ({
  workspaceId,
  integrationId,
  integrationType: "CUSTOM",
  externalClientId: "maria",
  conversationId: ids.conversationId,
  clientId: ids.clientId,
  createdAt: expect.stringMatching(ISO),
  seq: SEQ,
});
const place = () => ({ integrationId, convId: ids.conversationId });

describe("conversation and message events", () => {
  const first = () => ({ ...aboutMaria(), type: "text", content: "Hello", messageId: ids.messageId, isAgent: false });

  test("INCOMING_MESSAGE", async () => {
    expect((await told("INCOMING_MESSAGE")).body).toEqual({ event: "INCOMING_MESSAGE", ...first() });
  });

  test("NEW_CONV carries the message that opened it", async () => {
    expect((await told("NEW_CONV")).body).toEqual({ event: "NEW_CONV", ...first(), dormant: false });
  });

  test("OUTGOING_MESSAGE, of a note too", async () => {
    for (const type of ["text", "note"]) {
      const { messageId } = await call("addMessage", { ...place(), type, content: "Hi" });
      expect((await told("OUTGOING_MESSAGE", { messageId })).body).toEqual({
        event: "OUTGOING_MESSAGE",
        ...aboutMaria(),
        type,
        content: "Hi",
        messageId,
        isAgent: true,
      });
    }
  });

  test("ENDING_CONV carries the last message", async () => {
    const other = await customerSystem(integrationId).text("bo", "Thanks, bye");
    await call("endConv", { integrationId, convId: other.conversationId });
    expect((await told("ENDING_CONV")).body).toEqual({
      event: "ENDING_CONV",
      ...aboutMaria(),
      externalClientId: "bo",
      conversationId: other.conversationId,
      clientId: other.clientId,
      type: "text",
      content: "Thanks, bye",
      messageId: other.messageId,
      isAgent: false,
    });
  });

  test("sourceType and sourceUrl on INCOMING_MESSAGE, NEW_CONV and NEW_CLIENT when there is a referral, left out otherwise", async () => {
    const ad = { id: "7", headline: "Boots", text: null, clickId: "c", pictureUrl: "https://x.invalid/ad.jpg" };
    const referral = { sourceType: "ad", sourceUrl: "https://example.com/ad/7", ad };
    const { clientId } = await receive("CUSTOM", "from-an-ad", referral);
    for (const event of ["INCOMING_MESSAGE", "NEW_CONV"])
      expect((await told(event, { clientId })).body).toMatchObject(referral);
    expect((await told("NEW_CLIENT", { id: clientId })).body).toMatchObject(referral);
    for (const event of ["INCOMING_MESSAGE", "NEW_CONV", "NEW_CLIENT"]) {
      const { body } = await told(event, { externalClientId: "maria" });
      expect(Object.keys(body)).not.toContain("sourceType");
      expect(Object.keys(body)).not.toContain("sourceUrl");
      expect(Object.keys(body)).not.toContain("ad");
    }
  });

  test("a type that the sender's system may send stands in the event under its own name", async () => {
    const contents = {
      text: "Hi",
      image: "https://example.com/a.png",
      audio: "https://example.com/a.ogg",
      document: "https://example.com/a.pdf",
      video: "https://example.com/a.mp4",
      location: '{"latitude":1,"longitude":2}',
      interactive: '{"reply":{"id":"1","title":"Yes"}}',
      template: "welcome",
      contacts: '[{"name":"Bo","phones":["+4740000000"]}]',
    };
    for (const [type, content] of Object.entries(contents)) {
      const { messageId } = await customerSystem(integrationId).text("of-all-types", content, { type });
      expect((await told("INCOMING_MESSAGE", { messageId })).body).toMatchObject({ type, content });
    }
  });
});

describe("MESSAGE_UPDATED", () => {
  test("has exactly these fields, for each of the four statuses", async () => {
    const { messageId } = await call("addMessage", { ...place(), type: "text", content: "Status?" });
    const where = { workspaceId_id: { workspaceId, id: String(messageId) } };
    await database().message.update({ where, data: { externalMessageId: "ext-status" } });
    for (const status of ["sent", "failed", "delivered", "read"] as const) {
      // Slightly ahead, like providers' clocks: a status cannot be older than the message's acceptance.
      const at = new Date(Date.now() + 30_000);
      await report("ext-status", status, at);
      expect((await told("MESSAGE_UPDATED", { status })).body).toEqual({
        event: "MESSAGE_UPDATED",
        workspaceId,
        integrationId,
        integrationType: "CUSTOM",
        status,
        externalMessageId: "ext-status",
        externalConversationId: "thread-1",
        messageId,
        conversationId: ids.conversationId,
        clientId: ids.clientId,
        createdAt: at.toISOString(),
        seq: SEQ,
      });
    }
  });
});

describe("NEW_CLIENT and CLIENT_UPDATED", () => {
  const record = () => ({
    workspaceId,
    id: ids.clientId,
    email: "m@example.com",
    name: "Maria",
    surname: "Silva",
    phone: "+5511998765432",
    address: null,
    city: null,
    country: "BR",
    avatarUrl: null,
    externalClientId: "maria",
    tags: [],
    stageId: null,
    createdAt: expect.stringMatching(ISO),
    patchedAt: null,
    seq: SEQ,
  });

  test("NEW_CLIENT is the full record with the channel; what is missing is null", async () => {
    const { body } = await told("NEW_CLIENT", { id: ids.clientId });
    expect(body).toEqual({ event: "NEW_CLIENT", ...record(), integrationId, integrationType: "CUSTOM" });
  });

  test.each<IntegrationType>(["WHATSAPP", "WA_GATEWAY", "FACEBOOK", "INSTAGRAM", "TELEGRAM", "WEBCHAT"])(
    "NEW_CLIENT names the channel's type: %s",
    async (type) => {
      const { clientId, integrationId: channel } = await receive(type, `48600100${type.length}00`);
      const { body } = await told("NEW_CLIENT", { id: clientId });
      expect(body).toMatchObject({ integrationType: type, integrationId: channel });
    },
  );

  test("CLIENT_UPDATED after patchClient and putClient is the record alone, with patchedAt", async () => {
    await call("patchClient", { id: ids.clientId, city: "Santos" });
    const updated = { event: "CLIENT_UPDATED", ...record(), city: "Santos", patchedAt: expect.stringMatching(ISO) };
    expect((await told("CLIENT_UPDATED", { city: "Santos" })).body).toEqual(updated);
    await call("putClient", { externalClientId: "maria", city: "Recife" });
    expect((await told("CLIENT_UPDATED", { city: "Recife" })).body).toEqual({ ...updated, city: "Recife" });
  });

  test("a contact made by hand is no NEW_CLIENT", async () => {
    const { id } = await call("createClient", { externalClientId: "by-hand" });
    await customerSystem(integrationId).text("after-by-hand", "Hello");
    await told("NEW_CLIENT", { externalClientId: "after-by-hand" });
    expect(subscriber.received.filter(({ body }) => body.includes(String(id)))).toEqual([]);
  });
});

describe("MESSAGE_UPDATED_SMPP", () => {
  const WORDS: [MessageStatus, string][] = [
    ["sent", "ACCEPTD"],
    ["pending", "ENROUTE"],
    ["delivered", "DELIVRD"],
    ["read", "DELIVRD"],
    ["played", "DELIVRD"],
    ["failed", "UNDELIV"],
  ];

  test.each(WORDS)("%s gives %s", async (status, word) => {
    const { messageId } = await call("addMessage", { ...place(), type: "text", content: status });
    const where = { workspaceId_id: { workspaceId, id: String(messageId) } };
    await database().message.update({ where, data: { externalMessageId: `ext-${status}` } });
    if (status !== "pending") await report(`ext-${status}`, status, null);
    const query = `message_id=${String(messageId)}&status=${word}`;
    await eventually(() => receipts.received.some(({ path }) => path.endsWith(`?${query}`)), 10_000);
    const last = receipts.received.filter(({ path }) => path.includes(String(messageId))).at(-1);
    expect(last).toMatchObject({ method: "GET", path: `/hook?${query}`, body: "" });
  });
});

test("every event but the receipts is a POST of JSON with the caller's own headers", async () => {
  await told("INCOMING_MESSAGE");
  expect(subscriber.received.length).toBeGreaterThan(10);
  for (const { method, headers } of subscriber.received) {
    expect(method).toBe("POST");
    expect(headers).toMatchObject({ "content-type": "application/json", "x-crm": "7" });
  }
  const names = new Set(subscriber.received.map(({ body }) => (JSON.parse(body) as { event: string }).event));
  expect(names).not.toContain("MESSAGE_UPDATED_SMPP");
  expect(receipts.received.every(({ method }) => method === "GET")).toBe(true);
});

function report(externalMessageId: string, status: MessageStatus, at: Date | null): Promise<void> {
  return updateMessageStatus(systemCtx(workspaceId, "test"), integrationId, { externalMessageId, status, at });
}

/** A first message through a channel of this type, as its adapter would pass it on. */
async function receive(
  type: IntegrationType,
  senderId: string,
  more: Partial<Pick<InboundMessage, "sourceType" | "sourceUrl" | "ad">> = {},
) {
  const data = { workspaceId, name: type, type, state: "active" as const, credentials: "" };
  const integration = await database().integration.create({ data });
  const received = await receiveMessage(systemCtx(workspaceId, "test"), integration, {
    senderId,
    externalMessageId: null,
    externalConversationId: null,
    type: "text",
    content: "Hello",
    profile: {},
    replyTo: null,
    providerAt: null,
    ...more,
  });
  expect(received.clientId).toMatch(UUID);
  return { ...received, integrationId: integration.id };
}
