import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import { api as apiOf, type Api } from "../../testing/api.ts";
import { startAnswering } from "../../work/handlers/answer-turns.ts";
import { eventually } from "../../testing/receiver.ts";
import { createTestIntegration, createTestWorkspace } from "../../testing/factories.ts";
import { chatOr404 } from "./access.ts";
import { sayLine } from "./say-in-playground.ts";

const OPEN =
  "mutation ($input: PlaygroundOpenInput!) { openPlayground(input: $input) { builtInId ais { id name type integrationProperties } testNumbers { phone active } } }";
const CHAT = `convId aiId versionId versionNumber phone ended isHandedOver isThinking isReplaying createdAt firstLine clientFields tags
  messages { id isClient isNote type content createdAt answerId } answers { id messageId outcome question answer }`;
const START = `mutation ($input: PlaygroundChatStartInput!) { startPlaygroundChat(input: $input) { ${CHAT} } }`;
const SAY = `mutation ($input: PlaygroundSayInput!) { sayInPlayground(input: $input) { nodes { ${CHAT} } } }`;
const GET = `query ($input: PlaygroundChatInput!) { playgroundChat(input: $input) { ${CHAT} } }`;
const LIST = `query ($input: PlaygroundChatsInput!) { playgroundChats(input: $input) { nodes { ${CHAT} } pageInfo { count } } }`;

type Line = { id: string; isClient: boolean; isNote: boolean; content: string; answerId: string | null };
type Chat = {
  convId: string;
  versionId: string | null;
  versionNumber: number;
  ended: boolean;
  isHandedOver: boolean;
  isThinking: boolean;
  isReplaying: boolean;
  firstLine: string | null;
  messages: Line[];
  answers: { id: string; messageId: string | null; outcome: string }[];
};
type Opened = { builtInId: string; ais: { id: string; type: string; integrationProperties: object }[] };

const PHONE = "+48601234567";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let bot: Api;

beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  bot = apiOf({ key: workspace.apiKey }, workspaceId, "/bot/gq");
  await database().workspaceTestNumber.createMany({
    data: [
      { workspaceId, phone: PHONE, active: true, position: 0 },
      { workspaceId, phone: "+48601234568", active: false, position: 1 },
    ],
  });
});

async function openedBuiltIn(): Promise<string> {
  return (await bot.ok<Opened>(OPEN)).builtInId;
}
async function start(input: object = {}): Promise<Chat> {
  return bot.ok<Chat>(START, { aiId: await openedBuiltIn(), phone: PHONE, ...input });
}
async function say(convIds: string[], content: string, externalMessageId?: string): Promise<Chat[]> {
  return (await bot.ok<{ nodes: Chat[] }>(SAY, { convIds, content, externalMessageId })).nodes;
}

describe("openPlayground", () => {
  test("makes the built-in assistant on the first access, once, whoever comes at the same time", async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => bot.ok<Opened>(OPEN)));
    const [{ builtInId, ais } = { builtInId: "", ais: [] }] = opened;
    expect(new Set(opened.map((each) => each.builtInId))).toEqual(new Set([builtInId]));
    expect(ais).toEqual([
      {
        id: builtInId,
        name: "Built-in assistant",
        type: "builtIn",
        integrationProperties: { handover: { enabled: true } },
      },
    ]);
    expect(await database().assistant.count({ where: { workspaceId } })).toBe(1);
  });

  test("answers the test numbers as the settings have them", async () => {
    expect(await bot.ok(OPEN)).toMatchObject({
      testNumbers: [
        { phone: PHONE, active: true },
        { phone: "+48601234568", active: false },
      ],
    });
  });
});

describe("startPlaygroundChat", () => {
  test("opens a conversation that is the assistant's, on a hidden channel with a hidden client", async () => {
    const aiId = await openedBuiltIn();
    const [chat, other] = await Promise.all([start(), start()]);
    expect(chat).toMatchObject({
      aiId,
      versionId: null,
      versionNumber: 1,
      phone: PHONE,
      ended: false,
      isHandedOver: false,
      isThinking: false,
      isReplaying: false,
      firstLine: null,
      clientFields: { phone: PHONE },
      tags: [],
      messages: [],
      answers: [],
    });
    const conv = await database().conversation.findFirstOrThrow({
      where: { id: chat.convId },
      include: { client: { include: { identities: true } }, integration: true },
    });
    expect(conv).toMatchObject({ isPlayground: true, aiId, assigneeId: null });
    expect(conv.client).toMatchObject({ isPlayground: true, phone: PHONE, externalClientId: null });
    expect(conv.client.identities).toMatchObject([
      { scope: `custom:${conv.integrationId}`, externalId: conv.clientId },
    ]);
    expect(conv.integration).toMatchObject({ isPlayground: true, type: "CUSTOM", name: "Playground" });
    expect(conv.integration.credentials).not.toBe("");
    expect(await database().integration.count({ where: { workspaceId } })).toBe(1);
    expect(other.convId).not.toBe(chat.convId);
  });

  test("plays active test numbers only, and says where they are", async () => {
    for (const phone of ["+48601234568", "+48601234569"]) {
      expect(await bot.refusal(START, { aiId: await openedBuiltIn(), phone })).toEqual({
        code: "BAD_INPUT",
        message: `${phone} is no active test number; add it, or switch it on, under Settings, Test numbers`,
        paths: ["input.phone"],
      });
    }
    expect(await start({ phone: "+48 601 234 567" })).toMatchObject({ phone: PHONE });
    expect(await database().conversation.count({ where: { workspaceId } })).toBe(1);
  });

  test("tries a version of the assistant, and no other's", async () => {
    const aiId = await openedBuiltIn();
    const { id: otherId } = await bot.ok<{ id: string }>(
      "mutation ($input: AICreateInput!) { createAi(input: $input) { id } }",
      { name: "Other", type: "builtIn", integrationProperties: {} },
    );
    const [own, others] = await Promise.all(
      [aiId, otherId].map((id) => database().assistantVersion.findFirstOrThrow({ where: { workspaceId, aiId: id } })),
    );
    expect(await start({ versionId: own?.id })).toMatchObject({ versionId: own?.id, versionNumber: 1 });
    expect(await bot.refusal(START, { aiId, phone: PHONE, versionId: others?.id })).toMatchObject({
      code: "NOT_FOUND",
      message: "Version of this assistant not found",
    });
  });
});

describe("sayInPlayground", () => {
  test("the line comes in as a client's message, and waits for the assistant", async () => {
    const { convId } = await start();
    const [chat] = await say([convId], " What does delivery cost? ");
    expect(chat).toMatchObject({ convId, isThinking: true, firstLine: "What does delivery cost?" });
    expect(chat?.messages).toMatchObject([
      { isClient: true, isNote: false, type: "text", content: "What does delivery cost?", answerId: null },
    ]);
    expect(await database().conversation.findFirstOrThrow({ where: { id: convId } })).toMatchObject({
      needsResponse: true,
      ended: false,
      lastSeq: 1,
    });
    expect(await bot.ok<Chat>(GET, { convId })).toEqual(chat);
  });

  test("the same line in two chats side by side; said again under the same id, nothing happens", async () => {
    const [one, two] = [await start(), await start()];
    const convIds = [two.convId, one.convId];
    const first = await say(convIds, "Hello", "line-1");
    expect(first.map(({ convId, messages }) => [convId, messages.length])).toEqual(convIds.map((id) => [id, 1]));
    const again = await Promise.all([say(convIds, "Hello", "line-1"), say(convIds, "Hello", "line-1")]);
    for (const chats of again) expect(chats).toEqual(first);
    await say([one.convId], "Hello", "line-2");
    expect(await database().message.count({ where: { workspaceId } })).toBe(3);
    // A caller that lost the response retries after the assistant has ended the chat. The retry succeeds, because the line was stored.
    await database().conversation.updateMany({
      where: { id: one.convId },
      data: { ended: true, endedAt: new Date(), endedBy: "SYSTEM" },
    });
    expect(await say([one.convId], "Hello", "line-2")).toMatchObject([{ ended: true }]);
  });

  test("refuses what cannot be said, and then says it nowhere", async () => {
    const [one, two] = [await start(), await start()];
    await database().conversation.updateMany({
      where: { id: two.convId },
      data: { ended: true, endedAt: new Date(), endedBy: "SYSTEM" },
    });
    const both = [one.convId, two.convId];
    expect(await bot.refusal(SAY, { convIds: both, content: "Hello" })).toMatchObject({
      code: "CONFLICT",
      message: "This chat has ended; start a new one",
    });
    expect(await bot.refusal(SAY, { convIds: [one.convId], content: " \n" })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.content"],
    });
    expect(await bot.refusal(SAY, { convIds: [one.convId], content: "x".repeat(4_097) })).toMatchObject({
      code: "BAD_INPUT",
    });
    for (const convIds of [[], [one.convId, two.convId, (await start()).convId]]) {
      expect(await bot.refusal(SAY, { convIds, content: "Hello" })).toMatchObject({ paths: ["input.convIds"] });
    }
    expect(await bot.refusal(SAY, { convIds: [one.convId], content: "x", externalMessageId: "" })).toMatchObject({
      paths: ["input.externalMessageId"],
    });
    const { id: integrationId } = await createTestIntegration(workspaceId);
    const client = await database().client.create({ data: { workspaceId } });
    const real = await database().conversation.create({ data: { workspaceId, integrationId, clientId: client.id } });
    expect(await bot.refusal(SAY, { convIds: [real.id], content: "Hello" })).toMatchObject({
      code: "NOT_FOUND",
      message: "Playground chat not found",
    });
    expect(await database().message.count({ where: { workspaceId } })).toBe(0);
  });

  test("a chat that ends in the very moment is not opened anew", async () => {
    const { convId } = await start();
    const chat = await chatOr404(workspace.ctx, convId);
    await database().conversation.updateMany({
      where: { id: convId },
      data: { ended: true, endedAt: new Date(), endedBy: "SYSTEM" },
    });
    await expect(sayLine(chat, "Too late", "line-1")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await database().conversation.count({ where: { workspaceId } })).toBe(1);
    expect(await database().message.count({ where: { workspaceId } })).toBe(0);
  });
});

test("hands over as the channel has it that the assistant works on: by its keywords, with its message, to nobody", async () => {
  const aiId = await openedBuiltIn();
  const properties = { start: "AI", assigneeId: aiId, handover: { message: "One moment", keywords: ["a human"] } };
  await createTestIntegration(workspaceId);
  const { id } = await createTestIntegration(workspaceId);
  await database().integration.updateMany({ where: { id }, data: { properties } });
  const { convId } = await start();
  await say([convId], "I want a human");
  const engineOf = () => () => Promise.reject(new Error("the assistant was asked"));
  const answering = startAnswering(50, { engineOf, timeScale: 0.05 });
  try {
    await eventually(async () => (await bot.ok<Chat>(GET, { convId })).isHandedOver);
  } finally {
    await answering.stop(1_000);
  }
  const { messages, answers, isThinking } = await bot.ok<Chat>(GET, { convId });
  expect(isThinking).toBe(false);
  expect(messages.map(({ content }) => content)).toEqual([
    "I want a human",
    "Handed over to the team, because the contact asked for a person",
    "One moment",
  ]);
  expect(answers).toMatchObject([{ outcome: "handedOver", messageId: null }]);
});

test("playgroundChats: newest first, with what was said in each", async () => {
  const [one, two] = [await start(), await start()];
  await say([one.convId], "First");
  const { nodes, pageInfo } = await bot.ok<{ nodes: Chat[]; pageInfo: { count: number } }>(LIST);
  expect(nodes.map(({ convId, firstLine, messages }) => [convId, firstLine, messages.length])).toEqual([
    [two.convId, null, 0],
    [one.convId, "First", 1],
  ]);
  expect(pageInfo.count).toBe(2);
});
