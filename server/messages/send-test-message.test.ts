import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { startTelegram, type TelegramStandIn } from "../../simulator/telegram.ts";
import { database } from "../db.ts";
import { startWorker } from "../work/worker.ts";
import { sealCredentials } from "../integrations/access.ts";
import type { Api } from "../testing/api.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { eventually, startReceiver } from "../testing/receiver.ts";
import { needsNothing } from "./send-test-message.ts";

const CONNECT = `mutation ($input: ChannelConnectInput!) { connectChannel(input: $input) { id } }`;
const SEND = `mutation ($input: TestMessageSendInput!) { sendTestMessage(input: $input) { messageId convId clientId type content status } }`;

type Sent = { messageId: string; convId: string; clientId: string; type: string; content: string; status: string };

let graph: GraphStandIn;
let telegram: TelegramStandIn;
let worker: Awaited<ReturnType<typeof startWorker>>;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let admin: Api;

beforeAll(async () => {
  [graph, telegram] = await Promise.all([startGraph(), startTelegram()]);
  process.env.META_GRAPH_URL = graph.url;
  process.env.TELEGRAM_API_URL = telegram.url;
  process.env.APP_URL = "https://desk.example";
  worker = await startWorker({ pollMs: 200 });
});
afterAll(async () => {
  await worker.stop();
  await Promise.all([graph.stop(), telegram.stop()]);
});
beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ api: admin } = await createTestMember(workspace.workspaceId, "ADMIN"));
});

const digits = () => String(randomInt(1_000_000_000, 2 ** 40));
const connect = async (type: string, integrationProperties: object) =>
  (await admin.ok<{ id: string }>(CONNECT, { name: `My ${type}`, type, integrationProperties })).id;
const send = (id: string, to: string) => admin.ok<Sent>(SEND, { id, to });
const statusOf = async (id: string) => (await database().message.findFirstOrThrow({ where: { id } })).status;
const isSent = (messageId: string) => eventually(async () => (await statusOf(messageId)) === "sent");
const messages = () => database().message.count({ where: { workspaceId: workspace.workspaceId } });

type Templates = Parameters<GraphStandIn["addAccount"]>[2];
async function whatsapp(templates: Templates) {
  const appSecret = "0123456789abcdef0123456789abcdef";
  const given = { phoneNumberId: digits(), wabaId: digits(), accessToken: `EAAG-${digits()}`, appSecret };
  graph.addAccount(given.wabaId, given.accessToken, templates);
  graph.addNumber({ ...given, displayPhoneNumber: "+47 22 33 44 55" });
  return connect("WHATSAPP", given);
}
const template = (name: string, text: string, status = "APPROVED"): Templates[number] => ({
  id: digits(),
  name,
  language: "en_US",
  status,
  category: "UTILITY",
  components: [{ type: "BODY", text, ...(text.includes("{{") ? { example: { body_text: [["7"]] } } : {}) }],
});

test("CUSTOM: free text to any id, in a conversation that it opens, and the tick follows", async () => {
  const endpoint = await startReceiver();
  const { id } = await createTestIntegration(workspace.workspaceId, { endpoint: endpoint.url });
  const sent = await send(id, "tester-1");
  expect(sent).toMatchObject({
    type: "text",
    content: "Test message: the channel “Shop” can send.",
    status: "pending",
  });
  const [arrived] = await endpoint.arrived(1);
  expect(JSON.parse(arrived?.body ?? "")).toMatchObject({ receiptId: "tester-1", content: sent.content });
  await isSent(sent.messageId);
  expect(await send(id, "tester-1")).toMatchObject({ convId: sent.convId, clientId: sent.clientId });
  expect(await database().client.count({ where: { workspaceId: workspace.workspaceId } })).toBe(1);
  await endpoint.close();
});

test("WhatsApp: before anybody wrote, the first approved template that wants nothing; within the window, free text", async () => {
  const id = await whatsapp([
    template("a_order", "Order {{1}}"),
    template("b_later", "Later", "PENDING"),
    template("c_plain", "We are here"),
    template("hello_world", "Hello World"),
  ]);
  const sent = await send(id, "+47 900 00 001");
  expect(sent).toMatchObject({ type: "template", content: "hello_world" });
  await isSent(sent.messageId);
  expect(graph.sent.at(-1)?.body).toMatchObject({ to: "4790000001", template: { name: "hello_world" } });

  await database().conversation.updateMany({ where: { id: sent.convId }, data: { lastClientMessageAt: new Date() } });
  const text = await send(id, "4790000001");
  expect(text).toMatchObject({ type: "text", convId: sent.convId });
  await isSent(text.messageId);
});

test("WhatsApp without such a template says what to do, and stores nothing", async () => {
  const id = await whatsapp([template("a_order", "Order {{1}}")]);
  expect(await admin.refusal(SEND, { id, to: "+4790000002" })).toEqual({
    code: "REPLY_WINDOW_CLOSED",
    message:
      "WhatsApp takes free text only within 24 hours after the contact wrote. Write to +4722334455 from the phone or account that you test with, then send again, or have a template without variables approved",
    paths: [],
  });
  expect(await messages()).toBe(0);
  expect(await database().client.count({ where: { workspaceId: workspace.workspaceId } })).toBe(0);
  expect(await admin.refusal(SEND, { id, to: "my phone" })).toMatchObject({ code: "BAD_INPUT", paths: ["input.to"] });
});

test("Telegram: to a client who has written to the bot, and to nobody else", async () => {
  const botId = digits();
  const { token } = telegram.addBot({ token: `${botId}:AAH-test`, firstName: "Shop", username: `shop_${botId}` });
  const id = await connect("TELEGRAM", { accessToken: token });
  const { workspaceId } = workspace;
  const [known, stranger] = [await createTestClient(workspaceId), await createTestClient(workspaceId)];
  const chatId = randomInt(1_000_000);
  telegram.start(chatId);
  await database().clientIdentity.create({
    data: { workspaceId, scope: "telegram", externalId: String(chatId), clientId: known.id },
  });
  const sent = await send(id, known.id);
  await isSent(sent.messageId);
  expect(telegram.calls.at(-1)).toMatchObject({ method: "sendMessage", parameters: { text: sent.content } });
  expect(await admin.refusal(SEND, { id, to: stranger.id })).toMatchObject({
    code: "BAD_INPUT",
    message: expect.stringContaining("has never written on the channel"),
    paths: ["input.to"],
  });
  const foreign = await createTestClient((await createTestWorkspace()).workspaceId);
  for (const to of [foreign.id, "no id", digits()]) {
    expect(await admin.refusal(SEND, { id, to })).toMatchObject({ code: "NOT_FOUND", message: "Client not found" });
  }
});

test("Messenger outside its window says what to do: there are no templates to fall back on", async () => {
  const { workspaceId } = workspace;
  const place = { workspaceId, id: "0190a1b2-0000-7000-8000-0000000000f1" };
  const { id } = await database().integration.create({
    data: {
      ...place,
      name: "Page",
      identifier: "Ida's shop",
      accountId: "1010",
      type: "FACEBOOK",
      state: "active",
      credentials: await sealCredentials(place, {}),
    },
  });
  const client = await createTestClient(workspaceId);
  await database().clientIdentity.create({
    data: { workspaceId, scope: "page:1010", externalId: digits(), clientId: client.id },
  });
  await createTestConv(workspaceId, { integrationId: id, clientId: client.id });
  const refusal = await admin.refusal(SEND, { id, to: client.id });
  expect(refusal.code).toBe("REPLY_WINDOW_CLOSED");
  expect(refusal.message).toMatch(/Write to Ida's shop from the phone or account that you test with, then send again$/);
});

test("is refused as any message is: below admin, on the Gateway plan, off, archived", async () => {
  const { id } = await createTestIntegration(workspace.workspaceId);
  const agent = await createTestAgentKey(workspace.workspaceId);
  expect((await agent.api.refusal(SEND, { id, to: "x" })).code).toBe("FORBIDDEN_ROLE");
  const prepaid = await createTestWorkspace({ plan: "GATEWAY" });
  expect((await prepaid.api.refusal(SEND, { id, to: "x" })).code).toBe("PLAN_REQUIRED");
  expect((await admin.refusal(SEND, { id, to: " " })).paths).toEqual(["input.to"]);
  const { clientId } = await send(id, "tester-2");
  await database().client.updateMany({ where: { id: clientId }, data: { deletedAt: new Date() } });
  expect((await admin.refusal(SEND, { id, to: "tester-2" })).code).toBe("CLIENT_ARCHIVED");
  await database().integration.updateMany({ where: { id }, data: { state: "disabled" } });
  expect((await admin.refusal(SEND, { id, to: "tester-3" })).code).toBe("CHANNEL_INACTIVE");
  expect(await messages()).toBe(1);
});

test.each<[string, unknown, boolean]>([
  [
    "words alone",
    [
      { type: "BODY", text: "Hello" },
      { type: "FOOTER", text: "Shop" },
    ],
    true,
  ],
  [
    "a title of text and an answer button",
    [
      { type: "HEADER", format: "TEXT", text: "Hi" },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Yes" }] },
    ],
    true,
  ],
  ["a variable", [{ type: "BODY", text: "Hello {{name}}" }], false],
  [
    "a picture",
    [
      { type: "HEADER", format: "IMAGE" },
      { type: "BODY", text: "Hello" },
    ],
    false,
  ],
  [
    "an address that is filled in",
    [{ type: "BUTTONS", buttons: [{ type: "URL", url: "https://x.example/{{1}}" }] }],
    false,
  ],
  ["a code to copy", [{ type: "BUTTONS", buttons: [{ type: "COPY_CODE" }] }], false],
  [
    "cards",
    [
      { type: "BODY", text: "Hello" },
      { type: "CAROUSEL", cards: [] },
    ],
    false,
  ],
  ["nothing that can be read", null, false],
])("a template of %s can be sent as it is: %#", (_, components, isPlain) => {
  expect(needsNothing(components)).toBe(isPlain);
});
