import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { api as apiOf } from "../testing/api.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";

const ADD = `mutation ($input: MessageInput!) { addMessage(input: $input) {
  messageId convId clientId integrationId content type noteType isAgent agentId status error externalMessageId replyToMessageId tags
  createdAt seq senderName resendOfId } }`;

let workspaceId: number;
let apiKey: string;
let integrationId: string;
let convId: string;
let clientId: string;
let inboundId: string;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let customer: ReturnType<typeof customerSystem>;

beforeEach(async () => {
  ({ workspaceId, apiKey, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  customer = customerSystem(integrationId);
  ({
    conversationId: convId,
    clientId,
    messageId: inboundId,
  } = await customer.text("maria", "Hello", { clientInfo: { name: "Maria" } }));
});

const input = (more: Record<string, unknown> = {}) => ({ integrationId, convId, content: "Hi", type: "text", ...more });
const conv = () =>
  database().conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: convId } } });
const messages = () => database().message.count({ where: { workspaceId } });
async function refused(more: Record<string, unknown>, caller = api) {
  const before = [
    await messages(),
    await database().sendQueue.count({ where: { workspaceId } }),
    await database().event.count({ where: { workspaceId } }),
  ];
  const refusal = await caller.refusal(ADD, input(more));
  expect([
    await messages(),
    await database().sendQueue.count({ where: { workspaceId } }),
    await database().event.count({ where: { workspaceId } }),
  ]).toEqual(before);
  return refusal;
}

test("is stored as pending, queued, told, and answers the client's waiting", async () => {
  const message = await api.ok(ADD, input({ replyToMessageId: inboundId }));
  expect(message).toMatchObject({
    convId,
    clientId,
    integrationId,
    content: "Hi",
    type: "text",
    noteType: null,
    isAgent: true,
    agentId: null,
    status: "pending",
    error: null,
    externalMessageId: null,
    replyToMessageId: inboundId,
    tags: [],
    seq: 2,
  });
  const messageId = message.messageId as string;
  expect(await conv()).toMatchObject({ lastSeq: 2, lastMessageId: messageId, needsResponse: false });
  const queued = await database().sendQueue.findMany({ where: { workspaceId } });
  expect(queued).toMatchObject([{ messageId, integrationId, convId, seq: 2, priority: 0, attemptNo: 0 }]);
  const minutes = ((queued[0]?.giveUpAt.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14.5);
  expect(minutes).toBeLessThan(15.5);
  const events = await database().event.findMany({ where: { workspaceId, messageId }, orderBy: { seq: "asc" } });
  expect(events.map(({ name }) => name)).toEqual(["OUTGOING_MESSAGE", "MESSAGE_UPDATED_SMPP"]);
  expect(events[0]?.payload).toEqual({
    event: "OUTGOING_MESSAGE",
    workspaceId,
    type: "text",
    content: "Hi",
    messageId,
    integrationId,
    integrationType: "CUSTOM",
    externalClientId: "maria",
    isAgent: true,
    conversationId: convId,
    clientId,
    createdAt: message.createdAt,
  });
  expect(events[1]?.payload).toEqual({ message_id: messageId, status: "ENROUTE" });
});

test("is the agent's for a user and an agent-linked key, the key label's for a workspace key", async () => {
  const ana = await createTestAgentKey(workspaceId, "Ana");
  expect(await ana.api.ok(ADD, input())).toMatchObject({ agentId: ana.agentId, senderName: "Ana" });
  const member = await createTestMember(workspaceId, "AGENT");
  expect(await member.api.ok(ADD, input())).toMatchObject({ agentId: member.agentId, senderName: "Mia AGENT" });
  const { senderName, agentId } = await api.ok(ADD, input());
  expect(agentId).toBeNull();
  expect(senderName).toEqual(expect.stringMatching(/./));
});

test("20 messages at once and 20 one after the other keep one order of seq and time", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => api.ok(ADD, input({ content: `at once ${i}` }))));
  for (let i = 0; i < 20; i++) await api.ok(ADD, input({ content: `${i}` }));
  const rows = await database().message.findMany({
    where: { workspaceId, convId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 41 }, (_, i) => i + 1));
  expect(rows.slice(21).map(({ content }) => content)).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`));
});

describe("notes", () => {
  test("are never sent, are delivered at once, and leave the client waiting", async () => {
    const note = await api.ok(ADD, input({ type: "note", content: "Be kind" }));
    expect(note).toMatchObject({ type: "note", noteType: "internal", status: "delivered", isAgent: true });
    expect(await database().sendQueue.count({ where: { workspaceId } })).toBe(0);
    expect(await conv()).toMatchObject({ needsResponse: true, lastMessageId: note.messageId });
    const events = await database().event.findMany({ where: { workspaceId, messageId: note.messageId as string } });
    expect(events.map(({ name, payload }) => [name, (payload as { type: string }).type])).toEqual([
      ["OUTGOING_MESSAGE", "note"],
    ]);
  });

  test("are taken in ended conversations, of archived clients, on disabled channels", async () => {
    await database().integration.updateMany({ where: { workspaceId }, data: { state: "disabled" } });
    await database().client.updateMany({ where: { workspaceId }, data: { deletedAt: new Date() } });
    await database().conversation.updateMany({ where: { workspaceId }, data: { ended: true, endedAt: new Date() } });
    expect(await api.ok(ADD, input({ type: "note", noteType: "summary" }))).toMatchObject({ noteType: "summary" });
  });

  test("of the service itself cannot be written by callers, nor noteType without note", async () => {
    expect(await refused({ type: "note", noteType: "system" })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.noteType"],
    });
    expect(await refused({ noteType: "internal" })).toMatchObject({ code: "BAD_INPUT", paths: ["input.noteType"] });
  });
});

describe("is refused, and nothing stored, queued or told", () => {
  test("in an ended conversation", async () => {
    await database().conversation.updateMany({ where: { workspaceId }, data: { ended: true, endedAt: new Date() } });
    expect(await refused({})).toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("startConv") as string,
    });
  });

  test("to an archived client", async () => {
    await database().client.updateMany({ where: { workspaceId }, data: { deletedAt: new Date() } });
    expect(await refused({})).toMatchObject({ code: "CLIENT_ARCHIVED" });
  });

  test("on a disabled channel, but not on one in error, whose sends wait", async () => {
    await database().integration.updateMany({ where: { workspaceId }, data: { state: "disabled" } });
    expect(await refused({})).toMatchObject({ code: "CHANNEL_INACTIVE" });
    await database().integration.updateMany({ where: { workspaceId }, data: { state: "error" } });
    expect(await api.ok(ADD, input())).toMatchObject({ status: "pending" });
  });

  test.each(["WHATSAPP", "WA_GATEWAY", "FACEBOOK", "INSTAGRAM"] as const)(
    "on %s later than 24 h after the client's last message",
    async (type) => {
      await database().integration.updateMany({ where: { workspaceId }, data: { type } });
      const wrote = (hours: number | null) =>
        database().conversation.updateMany({
          where: { workspaceId },
          data: { lastClientMessageAt: hours === null ? null : new Date(Date.now() - hours * 3_600_000) },
        });
      await wrote(23.99);
      expect(await api.ok(ADD, input())).toMatchObject({ status: "pending" });
      for (const hours of [24.01, null]) {
        await wrote(hours);
        expect(await refused({})).toMatchObject({ code: "REPLY_WINDOW_CLOSED" });
      }
      expect(await api.ok(ADD, input({ type: "note" }))).toMatchObject({ type: "note" });
    },
  );

  test("with an unknown conversation, channel or message, and with those of another workspace", async () => {
    const other = await createTestWorkspace();
    const foreign = await createTestIntegration(other.workspaceId);
    const theirs = await customerSystem(foreign.id).text("maria", "Hello");
    const second = await createTestIntegration(workspaceId, { name: "Second" });
    for (const more of [
      { convId: theirs.conversationId },
      { integrationId: foreign.id },
      { integrationId: second.id },
      { convId: "none" },
      { replyToMessageId: theirs.messageId },
      { replyToMessageId: "none" },
    ]) {
      expect(await refused(more)).toMatchObject({ code: "NOT_FOUND" });
    }
    const elsewhere = await customer.text("bo", "Hello");
    expect(await refused({ replyToMessageId: elsewhere.messageId })).toMatchObject({ code: "NOT_FOUND" });
  });

  test.each<[string, Record<string, unknown>]>([
    ["empty text", { content: " \n" }],
    ["a text of 4,097 characters", { content: "é".repeat(4_097) }],
    ["NUL", { content: "a\u0000b" }],
    ["a media address that is none", { type: "image", content: "photo.jpg" }],
    ["a media address without https", { type: "image", content: "http://example.com/a.jpg" }],
    ["a location that is no JSON", { type: "location", content: "Lisbon" }],
    ["a location off the globe", { type: "location", content: '{"latitude": 91, "longitude": 0}' }],
    ["contacts without phones", { type: "contacts", content: '[{"name": "Ana"}]' }],
    ["interactive without body", { type: "interactive", content: '{"buttons": [{"id": "1", "title": "Yes"}]}' }],
    ["a template", { type: "template", content: "welcome" }],
  ])("with %s", async (_, more) => {
    expect(await refused(more)).toMatchObject({ code: "BAD_INPUT" });
  });
});

test.each<[string, string]>([
  ["text", "👍".repeat(4_096)],
  ["image", "https://example.com/a.jpg"],
  ["document", "http://localhost:3000/files/1"],
  ["location", '{"latitude": 38.7, "longitude": -9.1, "name": "Lisbon"}'],
  ["contacts", '[{"name": "Ana", "phones": ["+351210000000"]}]'],
  ["interactive", '{"body": "Sure?", "buttons": [{"id": "1", "title": "Yes"}]}'],
  [
    "interactive",
    '{"body": "Pick", "list": {"button": "Open", "sections": [{"title": "A", "rows": [{"id": "1", "title": "One"}]}]}}',
  ],
])("takes %s as it is", async (type, content) => {
  expect(await api.ok(ADD, input({ type, content }))).toMatchObject({ type, content });
});

describe("Idempotency-Key", () => {
  const post = async (key: string, more: Record<string, unknown> = {}, bearer = apiKey) => {
    const { data, errors } = await apiOf({ key: bearer }, workspaceId).post(
      { query: ADD, variables: { input: { workspaceId, ...input(more) } } },
      { "idempotency-key": key },
    );
    return {
      message: (data as { addMessage: Record<string, unknown> } | null)?.addMessage ?? null,
      code: errors[0]?.extensions.code,
    };
  };

  test("50 parallel requests with one key store one message and get one answer; later ones too", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post("k-1")));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.message).toMatchObject({ status: "pending" });
    await database().message.updateMany({ where: { workspaceId, isAgent: true }, data: { status: "read" } });
    expect(await post("k-1")).toEqual(answers[0]);
    expect(await database().message.count({ where: { workspaceId, isAgent: true } })).toBe(1);
    expect(await database().event.count({ where: { workspaceId, name: "OUTGOING_MESSAGE" } })).toBe(1);
    expect(await database().sendQueue.count({ where: { workspaceId } })).toBe(1);
  });

  test("with another input is CONFLICT, of another caller its own", async () => {
    const first = await post("k-1");
    expect(await post("k-1", { content: "Other" })).toMatchObject({ code: "CONFLICT" });
    const ana = await createTestAgentKey(workspaceId);
    const theirs = await post("k-1", {}, ana.key);
    expect(theirs.message?.messageId).not.toBe(first.message?.messageId);
  });

  test("keeps nothing of a refused input, and forgets after 24 hours", async () => {
    expect(await post("k-1", { content: "" })).toMatchObject({ code: "BAD_INPUT" });
    const first = await post("k-1");
    expect(first.message).not.toBeNull();
    await database().idempotencyKey.updateMany({
      where: { workspaceId },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    const second = await post("k-1", { content: "Other" });
    expect(second.message?.messageId).not.toBe(first.message?.messageId);
  });

  test("must be a key", async () => {
    expect(await post("x".repeat(256))).toMatchObject({ code: "BAD_INPUT" });
    expect((await post("x".repeat(255))).message).not.toBeNull();
  });
});

describe("resendMessage and messageAttempts", () => {
  const RESEND =
    "mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId content status resendOfId } }";

  test("a failed message goes out again as a new one that names it, once", async () => {
    const { messageId } = await api.ok<{ messageId: string }>(ADD, input());
    expect(await api.refusal(RESEND, { messageId })).toMatchObject({ code: "CONFLICT" });
    await database().message.updateMany({
      where: { workspaceId, id: messageId },
      data: { status: "failed", error: "Blocked" },
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.call(RESEND, { messageId })));
    const made = answers.filter(({ errors }) => errors.length === 0);
    expect(made.length).toBe(1);
    expect(made[0]?.data).toMatchObject({ resendMessage: { content: "Hi", status: "pending", resendOfId: messageId } });
    expect(new Set(answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code)))).toEqual(
      new Set(["CONFLICT"]),
    );
    expect(
      await database().message.findUnique({ where: { workspaceId_id: { workspaceId, id: messageId } } }),
    ).toMatchObject({ status: "failed" });
    expect(await api.refusal(RESEND, { messageId: inboundId })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("attempts are listed first to last", async () => {
    const { messageId } = await api.ok<{ messageId: string }>(ADD, input());
    const startedAt = new Date();
    await database().sendAttempt.createMany({
      data: [
        { workspaceId, messageId, attemptNo: 2, startedAt },
        {
          workspaceId,
          messageId,
          attemptNo: 1,
          startedAt,
          endedAt: startedAt,
          outcome: "retry",
          responseStatus: 503,
          error: "Busy",
        },
      ],
    });
    const query =
      "query ($input: MessageAttemptsInput!) { messageAttempts(input: $input) { nodes { attemptNo outcome responseStatus error endedAt } nextAttemptAt } }";
    expect(await api.ok(query, { messageId })).toMatchObject({
      nodes: [
        { attemptNo: 1, outcome: "retry", responseStatus: 503, error: "Busy" },
        { attemptNo: 2, outcome: null, endedAt: null },
      ],
      // The second attempt is in progress.
      nextAttemptAt: null,
    });
    expect(await api.refusal(query, { messageId: "none" })).toMatchObject({ code: "NOT_FOUND" });
  });
});

test("a caption goes with a file on channels that take one, is kept, and is sent again with it", async () => {
  const asked = { type: "image", content: "https://cdn.example/a.jpg", caption: "The blue one" };
  expect(await refused(asked)).toEqual({
    code: "BAD_INPUT",
    message: "A custom channel takes files without a caption; send the text as a message of its own",
    paths: ["input.caption"],
  });
  await database().integration.update({
    where: { workspaceId_id: { workspaceId, id: integrationId } },
    data: { type: "WHATSAPP" },
  });
  const { messageId } = await api.ok<{ messageId: string }>(ADD, input(asked));
  const stored = () => database().message.findMany({ where: { workspaceId, caption: "The blue one" } });
  expect(await stored()).toMatchObject([{ id: messageId, content: asked.content }]);
  await database().message.updateMany({ where: { workspaceId, id: messageId }, data: { status: "failed" } });
  await api.ok("mutation ($input: MessageResendInput!) { resendMessage(input: $input) { caption } }", { messageId });
  expect(await stored()).toHaveLength(2);
  // A caption of spaces counts as none.
  expect(await api.ok(ADD, input({ ...asked, type: "text", caption: "  " }))).toBeTruthy();
});
