import { beforeEach, describe, expect, test } from "vitest";
import { systemCtx } from "../auth/system-ctx.ts";
import type { InboundMessage } from "../channels/inbound.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { receiveIntoOpen, receiveMessage } from "./receive-message.ts";

// The reply window counts from the time a message was sent .

const HOUR = 3_600_000;
const ADD = `mutation ($input: MessageInput!) { addMessage(input: $input) { status } }`;

let workspaceId: number;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let integration: Integration;

beforeEach(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  const { id } = await createTestIntegration(workspaceId);
  const where = { workspaceId_id: { workspaceId, id } };
  integration = await database().integration.update({ where, data: { type: "WHATSAPP" } });
});

const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const message = (providerAt: Date | null, more: Partial<InboundMessage> = {}): InboundMessage => ({
  senderId: "48600100200",
  externalMessageId: null,
  externalConversationId: null,
  type: "text",
  content: "Hello",
  profile: {},
  replyTo: null,
  providerAt,
  ...more,
});
const ctx = () => systemCtx(workspaceId, "test");
const first = (sentAt: Date | null) => receiveMessage(ctx(), integration, message(sentAt));
const quick = (sentAt: Date | null) => receiveIntoOpen(ctx(), integration, message(sentAt));
/** A replied-to message needs a lookup, so this message takes the general path. */
const general = (sentAt: Date | null) =>
  receiveMessage(ctx(), integration, message(sentAt, { replyTo: { id: null, content: "before", type: null } }));

const conv = () => database().conversation.findFirstOrThrow({ where: { workspaceId } });
const reply = async () => ({ integrationId: integration.id, convId: (await conv()).id, type: "text", content: "Hi" });

describe.each([
  ["the first message", first],
  ["the first message, that answers something", general],
])("%s", (_, receive) => {
  test("opens the window from when it was sent", async () => {
    const sentAt = ago(23);
    await receive(sentAt);
    expect((await conv()).lastClientMessageAt).toEqual(sentAt);
    expect(await api.ok(ADD, await reply())).toMatchObject({ status: "pending" });
  });

  test("opens none when it was sent more than 24 hours ago", async () => {
    await receive(ago(25));
    expect((await api.refusal(ADD, await reply())).code).toBe("REPLY_WINDOW_CLOSED");
  });

  test.each([
    ["has no time", null],
    ["is from the future", ago(-5)],
  ])("counts from its receipt when it %s", async (_words, sentAt) => {
    await receive(sentAt);
    const { lastClientMessageAt, lastMessageAt } = await conv();
    expect(lastClientMessageAt).toEqual(lastMessageAt);
    expect(lastMessageAt.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

async function oneByOne(times: Date[]) {
  for (const at of times) await general(at);
}

describe.each([
  ["the quick way", async (times: Date[]) => void (await Promise.all(times.map(quick)))],
  ["the general way", oneByOne],
])("later messages by %s", (_, receive) => {
  test("move the window to the latest time of sending, and never back", async () => {
    await first(ago(30));
    const latest = ago(2);
    await receive([ago(3)]);
    await receive([ago(4), latest, ago(5)]);
    await receive([ago(26)]);
    expect((await conv()).lastClientMessageAt).toEqual(latest);
    await receive([ago(1), ago(-9)]);
    const { lastClientMessageAt, lastMessageAt } = await conv();
    expect(lastClientMessageAt!.getTime()).toBeGreaterThan(Date.now() - 10_000);
    expect(lastClientMessageAt!.getTime()).toBeLessThanOrEqual(lastMessageAt.getTime());
  });
});
