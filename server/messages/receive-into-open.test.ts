import { beforeEach, expect, test } from "vitest";
import type { InboundMessage } from "../channels/inbound.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { receiveIntoOpen } from "./receive-message.ts";

let integration: Integration;
let workspaceId: number;
let first: { messageId: string; conversationId: string; clientId: string };

beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  const { id } = await createTestIntegration(workspaceId);
  integration = await database().integration.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
  first = await customerSystem(id).text("maria", "Hello", { messageId: "m-1" });
});

const message: InboundMessage = {
  senderId: "maria",
  externalMessageId: "m-2",
  externalConversationId: null,
  type: "text",
  content: "Are you there?",
  profile: {},
  replyTo: null,
  providerAt: null,
};

const receive = (changes: Partial<InboundMessage> = {}) =>
  receiveIntoOpen(testCtx(workspaceId), integration, { ...message, ...changes });

test("the ordinary message is taken by the one statement", async () => {
  const received = await receive();
  expect(received).toEqual({
    messageId: expect.any(String) as string,
    conversationId: first.conversationId,
    clientId: first.clientId,
  });
  expect(await database().conversation.findFirst({ where: { workspaceId } })).toMatchObject({
    lastSeq: 2,
    lastMessageId: received?.messageId,
    needsResponse: true,
  });
});

test.each<[string, Partial<InboundMessage>]>([
  ["an unknown sender", { senderId: "nobody" }],
  ["another thread", { externalConversationId: "thread" }],
  ["a repetition", { externalMessageId: "m-1" }],
  ["a file", { media: { type: "image", url: "https://files.example/1" } as unknown as InboundMessage["media"] }],
])("%s is left to the general path, and nothing of it is stored", async (_, changes) => {
  expect(await receive(changes)).toBeNull();
  expect(await database().conversation.findFirst({ where: { workspaceId } })).toMatchObject({ lastSeq: 1 });
  expect(await database().message.count({ where: { workspaceId } })).toBe(1);
});

test("an archived client, an ended conversation and the opt-out keyword are left to the general path", async () => {
  await database().client.updateMany({ where: { workspaceId }, data: { deletedAt: new Date(), archivedBy: "SYSTEM" } });
  expect(await receive()).toBeNull();
  await database().client.updateMany({ where: { workspaceId }, data: { deletedAt: null, archivedBy: null } });
  for (const optOutKeyword of ["are you there?", " ARE YOU THERE? "]) {
    await database().workspaceSettings.update({ where: { workspaceId }, data: { optOutKeyword } });
    expect(await receive()).toBeNull();
  }
  await database().workspaceSettings.update({ where: { workspaceId }, data: { optOutKeyword: "áre you there?" } });
  await database().conversation.updateMany({ where: { workspaceId }, data: { ended: true, endedAt: new Date() } });
  expect(await receive()).toBeNull();
  await database().conversation.updateMany({ where: { workspaceId }, data: { ended: false, endedAt: null } });
  expect(await receive()).not.toBeNull();
});
