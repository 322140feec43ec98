import { beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { claimDue } from "../testing/claim-due.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { createMetaChannel, metaId } from "../testing/meta-channel.ts";
import { mustBeSendable, placeOf } from "./sendable.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const RESEND = "mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId } }";
const PATCH = "mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { lateReplies } }";
const ROWS =
  "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { replyWindowClosesAt lateReplyUntil } } }";
const HOUR_MS = 3_600_000;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let person: Awaited<ReturnType<typeof createTestMember>>;
let integrationId: string;
let convId: string;
beforeEach(async () => {
  workspace = await createTestWorkspace();
  const { workspaceId } = workspace;
  person = await createTestMember(workspaceId, "ADMIN");
  ({
    integration: { id: integrationId },
  } = await createMetaChannel(workspaceId, "FACEBOOK"));
  const { id: clientId } = await createTestClient(workspaceId);
  const { accountId } = await database().integration.findFirstOrThrow({ where: { id: integrationId } });
  const identity = { workspaceId, clientId, scope: `page:${accountId}`, externalId: metaId() };
  await database().clientIdentity.create({ data: identity });
  ({ id: convId } = await createTestConv(workspaceId, { integrationId, clientId, assigneeId: person.agentId }));
});

/** The contact wrote last this many hours ago. */
const wrote = (hours: number) =>
  database().conversation.updateMany({
    where: { id: convId },
    data: { lastClientMessageAt: new Date(Date.now() - hours * HOUR_MS) },
  });
const permit = () => person.api.ok(PATCH, { id: integrationId, lateReplies: true });
const text = () => ({ convId, integrationId, content: "Sorry for the wait", type: "text" });
const isLate = async () => (await claimDue()).map(({ message }) => message.isLateReply);

test("a person may answer for seven days where the provider permits it, and the message says that it is late", async () => {
  await wrote(72);
  expect(await person.api.refusal(ADD, text())).toMatchObject({ code: "REPLY_WINDOW_CLOSED" });
  await permit();
  await person.api.ok(ADD, text());
  expect(await isLate()).toEqual([true]);
  await wrote(169);
  expect(await person.api.refusal(ADD, text())).toMatchObject({
    code: "REPLY_WINDOW_CLOSED",
    message: "The contact’s last message is more than 168 hours old; send an approved template instead",
  });
});

test("a failed message may be sent again late; within the window nothing is late", async () => {
  await permit();
  await wrote(1);
  const { messageId } = await person.api.ok<{ messageId: string }>(ADD, text());
  expect(await isLate()).toEqual([false]);
  await wrote(30);
  await database().sendQueue.deleteMany({ where: { workspaceId: workspace.workspaceId } });
  await database().message.updateMany({ where: { id: messageId }, data: { status: "failed" } });
  await person.api.ok(RESEND, { messageId });
  expect(await isLate()).toEqual([true]);
});

test("keys, which may be programs, and assistants keep the window; what a key wrote in time is not late", async () => {
  await permit();
  const key = await createTestAgentKey(workspace.workspaceId);
  await database().conversation.updateMany({ where: { id: convId }, data: { assigneeId: key.agentId } });
  await wrote(1);
  await key.api.ok(ADD, text());
  await wrote(30);
  expect(await isLate()).toEqual([false]);
  expect(await key.api.refusal(ADD, text())).toMatchObject({ code: "REPLY_WINDOW_CLOSED" });
  expect(await workspace.api.refusal(ADD, text())).toMatchObject({ code: "REPLY_WINDOW_CLOSED" });
  const conv = await database().conversation.findFirstOrThrow({ where: { id: convId } });
  const place = await placeOf(testCtx(workspace.workspaceId), conv);
  expect(() => mustBeSendable(place, new Date())).toThrow();
});

test("people see until when, and only channels that have it take the setting", async () => {
  await permit();
  await wrote(30);
  const rows = async ({ api }: Pick<typeof person, "api">) =>
    (await api.ok<{ nodes: unknown[] }>(ROWS, { view: "all" })).nodes;
  expect(await rows(person)).toEqual([{ replyWindowClosesAt: null, lateReplyUntil: expect.any(String) as string }]);
  expect(await rows(workspace)).toEqual([{ replyWindowClosesAt: null, lateReplyUntil: null }]);
  const { integration } = await createMetaChannel(workspace.workspaceId, "WHATSAPP");
  expect(await person.api.refusal(PATCH, { id: integration.id, lateReplies: true })).toMatchObject({
    code: "BAD_INPUT",
    message: "WhatsApp permits no late replies",
    paths: ["input.lateReplies"],
  });
  expect(await person.api.ok(PATCH, { id: integration.id, lateReplies: false })).toEqual({ lateReplies: false });
});
