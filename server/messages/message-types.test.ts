import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { MessageType as MESSAGE_TYPES, type MessageType } from "../generated/prisma/enums.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import type { WorkPool } from "../work/pool.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";

const ADD =
  "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId type content status createdAt } }";
const NOTIFY =
  "mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { messageId type content status createdAt } }";

type Added = { messageId: string; type: string; content: string; status: string; createdAt: string };

/** Every type that can be sent, with its content. */
const CONTENTS = {
  text: "Olá 👋\nsecond line",
  image: "https://cdn.example/photo.jpg?size=l",
  audio: "https://cdn.example/voice.ogg",
  video: "https://cdn.example/film.mp4",
  document: "https://cdn.example/offer.pdf",
  location: '{"latitude":38.7,"longitude":-9.1,"name":"Lisboa","address":"Rua do Ouro 1"}',
  contacts: '[{"name":"Ana","phones":["+351210000000"],"emails":["ana@example.com"]}]',
  interactive:
    '{"body":"Pick","header":"Sizes","footer":"Today only","list":{"button":"Open","sections":[{"title":"All","rows":[{"id":"s","title":"S","description":"36"}]}]}}',
} as const satisfies Partial<Record<MessageType, string>>;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let endpoint: Receiver;
let worker: WorkPool;
let integrationId: string;
let customer: ReturnType<typeof customerSystem>;
let opened: Awaited<ReturnType<typeof customer.text>>;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  endpoint = await startReceiver((request, response) => {
    const { messageId } = JSON.parse(request.body) as { messageId: string };
    response.end(JSON.stringify({ externalMessageId: `theirs-${messageId}` }));
  });
  ({ id: integrationId } = await createTestIntegration(workspaceId, { endpoint: endpoint.url }));
  customer = customerSystem(integrationId);
  opened = await customer.text("maria", "How much is it?", {
    conversationId: "thread-7",
    messageId: "their-question",
    clientInfo: { name: "Maria", surname: "Silva", phone: "+351912345678" },
  });
  worker = startSending(50);
});
afterAll(async () => {
  await worker.stop(5_000);
  await endpoint.close();
});

/** The only request that the endpoint received for this message, once the message is sent. */
async function egress(messageId: string): Promise<Record<string, unknown>> {
  const where = { workspaceId_id: { workspaceId, id: messageId } };
  await eventually(async () => (await database().message.findUniqueOrThrow({ where })).status === "sent");
  const bodies = endpoint.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const mine = bodies.filter((body) => body.messageId === messageId);
  expect(mine).toHaveLength(1);
  return mine[0] ?? {};
}

const add = (type: string, content: string, more: Record<string, unknown> = {}) =>
  workspace.api.ok<Added>(ADD, { integrationId, convId: opened.conversationId, type, content, ...more });
const rowOf = (id: string) => database().message.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });

test("every type of the contract is looked at here", () => {
  expect([...Object.keys(CONTENTS), "template", "note"].sort()).toEqual(Object.values(MESSAGE_TYPES).sort());
});

describe("to the endpoint of a CUSTOM channel", () => {
  test.each(Object.entries(CONTENTS))("%s leaves as it is, in the contract's body", async (type, content) => {
    const message = await add(type, content);
    expect(message).toMatchObject({ type, content, status: "pending" });
    expect(await egress(message.messageId)).toEqual({
      content,
      type,
      senderId: "shop",
      receiptId: "maria",
      conversationId: "thread-7",
      createdAt: message.createdAt,
      messageId: message.messageId,
    });
    expect((await rowOf(message.messageId)).externalMessageId).toBe(`theirs-${message.messageId}`);
  });

  test.each(Object.entries(CONTENTS))(
    "%s as a reply names what it answers, under the customer's id",
    async (type, content) => {
      const message = await add(type, content, { replyToMessageId: opened.messageId });
      expect(await egress(message.messageId)).toMatchObject({
        type,
        content,
        context: { replyToId: "their-question", replyToContent: "How much is it?", replyToType: "text" },
      });
    },
  );

  test("a reply to a message of ours carries the id that the endpoint gave it", async () => {
    const first = await add("image", CONTENTS.image);
    await egress(first.messageId);
    const second = await add("text", "This one", { replyToMessageId: first.messageId });
    expect((await egress(second.messageId)).context).toEqual({
      replyToId: `theirs-${first.messageId}`,
      replyToContent: CONTENTS.image,
      replyToType: "image",
    });
  });

  test("template: its name as content, and the template with placeholders filled", async () => {
    const message = await workspace.api.ok<Added>(NOTIFY, {
      integrationId,
      clientId: opened.clientId,
      templateName: "order_shipped",
      templateLang: "pt",
      templateComponents: [
        { type: "header", parameters: [{ type: "image", image: { link: "https://cdn.example/{{code}}.jpg" } }] },
        { type: "body", parameters: [{ type: "text", text: "{{fullName}}, {{phone}}, {{orderNo}}" }] },
      ],
    });
    expect(message).toMatchObject({ type: "template", content: "order_shipped", status: "pending" });
    expect(await egress(message.messageId)).toEqual({
      content: "order_shipped",
      type: "template",
      senderId: "shop",
      receiptId: "maria",
      conversationId: "thread-7",
      createdAt: message.createdAt,
      messageId: message.messageId,
      template: {
        name: "order_shipped",
        language: "pt",
        components: [
          { type: "header", parameters: [{ type: "image", image: { link: "https://cdn.example/.jpg" } }] },
          { type: "body", parameters: [{ type: "text", text: "Maria Silva, +351912345678, {{orderNo}}" }] },
        ],
      },
    });
  });

  test("template with trunk and senderId carries them, beside the channel's own senderId", async () => {
    const message = await workspace.api.ok<Added>(NOTIFY, {
      integrationId,
      clientId: opened.clientId,
      templateName: "otp",
      trunk: "trunk-3",
      senderId: "ShopSMS",
    });
    expect(await egress(message.messageId)).toMatchObject({
      senderId: "shop",
      template: { name: "otp", language: null, components: null, trunk: "trunk-3", senderId: "ShopSMS" },
    });
  });

  test("a template that failed is sent again as it was, placeholders as they were filled", async () => {
    const { messageId } = await workspace.api.ok<Added>(NOTIFY, {
      integrationId,
      clientId: opened.clientId,
      templateName: "otp",
      templateComponents: ["{{name}}"],
      trunk: "trunk-3",
    });
    await egress(messageId);
    await database().message.updateMany({ where: { workspaceId, id: messageId }, data: { status: "failed" } });
    await database().client.updateMany({ where: { workspaceId, id: opened.clientId }, data: { name: "Renamed" } });
    const again = await workspace.api.ok<Added>(
      "mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId type content status createdAt } }",
      { messageId },
    );
    expect(await egress(again.messageId)).toMatchObject({
      type: "template",
      content: "otp",
      template: { name: "otp", components: ["Maria"], trunk: "trunk-3" },
    });
  });

  test("a note stays inside", async () => {
    const note = await add("note", "Be kind");
    const after = await add("text", "after the note");
    await egress(after.messageId);
    expect(endpoint.received.some(({ body }) => body.includes(note.messageId))).toBe(false);
    expect(await rowOf(note.messageId)).toMatchObject({ status: "delivered", externalMessageId: null });
  });
});

describe("from the customer's system", () => {
  /** Incoming content is stored as received, even if it differs from what we would send. */
  const INCOMING: [string, string][] = [
    ...Object.entries(CONTENTS),
    ["interactive", '{"reply":{"id":"s","title":"S"}}'],
    ["template", "order_shipped"],
    ["image", "https://cdn.example/photo.jpg"],
    ["location", '{"latitude":52.2,"longitude":21}'],
    ["contacts", "Ana, 21 000 00 00"],
  ];

  test.each(INCOMING)("%s %j is stored as it came, told, and waits for an answer", async (type, content) => {
    const { status, body } = await customer.send({
      senderId: "maria",
      conversationId: "thread-7",
      messageId: `in-${type}-${content.length}`,
      type,
      content,
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { conversationId: opened.conversationId, clientId: opened.clientId },
    });
    expect(await rowOf(body.messageId ?? "")).toMatchObject({
      type,
      content,
      isAgent: false,
      status: "delivered",
      externalMessageId: `in-${type}-${content.length}`,
    });
    const event = await database().event.findFirstOrThrow({
      where: { workspaceId, messageId: body.messageId ?? "", name: "INCOMING_MESSAGE" },
    });
    expect(event.payload).toMatchObject({ type, content, isAgent: false, externalClientId: "maria" });
    const conv = await database().conversation.findFirstOrThrow({ where: { id: opened.conversationId } });
    expect(conv.needsResponse).toBe(true);
  });

  test("a reply to our message is tied to it by the id that the endpoint gave", async () => {
    const ours = await add("text", "38 or 39?");
    await egress(ours.messageId);
    const { body } = await customer.send({
      senderId: "maria",
      conversationId: "thread-7",
      type: "text",
      content: "39",
      context: { replyToId: `theirs-${ours.messageId}`, replyToContent: "38 or 39?", replyToType: "text" },
    });
    expect(await rowOf(body.messageId ?? "")).toMatchObject({ replyToMessageId: ours.messageId, replyContext: null });
  });

  test("a note is no type that a customer can send", async () => {
    const { status, body } = await customer.send({ senderId: "maria", type: "note", content: "psst" });
    expect({ status, paths: body.error?.fields?.map(({ path }) => path) }).toEqual({ status: 422, paths: ["type"] });
  });
});
