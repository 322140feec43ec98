import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTelegram, type TelegramStandIn } from "../../simulator/telegram.ts";
import { POST } from "../../app/ext/v1/incoming/[type]/[integrationId]/route.ts";
import { database } from "../db.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { takeCalls } from "../testing/take-calls.ts";

const CREATE = "mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { id identifier } }";
const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";

let telegram: TelegramStandIn;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let integrationId: string;
let token: string;
let username: string;

beforeAll(async () => {
  telegram = await startTelegram();
  process.env.TELEGRAM_API_URL = telegram.url;
  process.env.APP_URL = "https://desk.example";
});
afterAll(() => telegram.stop());

beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  const bot = telegram.addBot({
    token: `${randomInt(1_000_000, 2 ** 40)}:AAH-inbound`,
    firstName: "Shop",
    username: `shop_${randomInt(2 ** 40)}_bot`,
  });
  ({ token } = bot);
  username = bot.username ?? "";
  ({ id: integrationId } = await workspace.api.ok<{ id: string }>(CREATE, {
    name: "Telegram",
    type: "TELEGRAM",
    integrationProperties: { accessToken: token },
  }));
});

const MARIA = {
  id: 5_500_000_001,
  is_bot: false,
  first_name: "Maria",
  last_name: "Silva",
  username: "maria",
  language_code: "pt",
};
let lastMessageId = 0;

/** A message from Maria in her private chat with the bot. */
const message = (content: Record<string, unknown>, from: Record<string, unknown> = MARIA) => ({
  message: {
    message_id: ++lastMessageId,
    date: 1_790_000_000,
    chat: { id: from.id, type: "private", first_name: from.first_name },
    from,
    ...content,
  },
});

/** Sends an update like Telegram. Returns the response. */
async function bring(
  content: Record<string, unknown>,
  changes: { headers?: Record<string, string>; body?: string } = {},
) {
  const update = telegram.update(token, content);
  const response = await POST(
    new Request(update.url, {
      method: "POST",
      headers: { ...update.headers, ...changes.headers },
      body: changes.body ?? update.body,
    }),
    { params: Promise.resolve({ type: "telegram", integrationId }) },
  );
  await takeCalls();
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const stored = () =>
  database().message.findMany({ where: { workspaceId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
const lastStored = async () => (await stored()).at(-1);

test("a first message makes the client, the conversation and their events, once however often it is brought", async () => {
  const first = message({ text: "Olá 👋" });
  const answers = await Promise.all(Array.from({ length: 10 }, () => bring(first)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"status":200,"body":{}}']));
  expect(await stored()).toMatchObject([
    {
      type: "text",
      content: "Olá 👋",
      isAgent: false,
      externalMessageId: `${MARIA.id}:${first.message.message_id}`,
      providerAt: new Date(1_790_000_000_000),
      raw: null,
    },
  ]);
  const client = await database().client.findFirstOrThrow({ where: { workspaceId }, include: { identities: true } });
  expect(client).toMatchObject({
    name: "Maria",
    surname: "Silva",
    phone: null,
    country: null,
    externalClientId: String(MARIA.id),
    identities: [{ scope: "telegram", externalId: String(MARIA.id) }],
  });
  const events = await database().event.findMany({
    where: { workspaceId, name: { in: ["NEW_CLIENT", "NEW_CONV", "INCOMING_MESSAGE"] } },
    orderBy: { seq: "asc" },
  });
  expect(events.map(({ name }) => name)).toEqual(["NEW_CLIENT", "NEW_CONV", "INCOMING_MESSAGE"]);
  expect(events[2]?.payload).toMatchObject({ integrationType: "TELEGRAM", externalClientId: String(MARIA.id) });
});

test("an agent's answer goes to that chat, as a reply, and the client's reply to it is tied to it", async () => {
  telegram.start(MARIA.id);
  const first = message({ text: "How much?" });
  await bring(first);
  const [question] = await stored();
  const worker = startSending(50);
  const { messageId } = await workspace.api.ok<{ messageId: string }>(ADD, {
    integrationId,
    convId: question?.convId,
    type: "text",
    content: "Ten",
    replyToMessageId: question?.id,
  });
  const where = { workspaceId_id: { workspaceId, id: messageId } };
  await eventually(async () => (await database().message.findUniqueOrThrow({ where })).status === "sent");
  await worker.stop(5_000);
  expect(telegram.calls.at(-1)).toMatchObject({
    method: "sendMessage",
    parameters: {
      chat_id: MARIA.id,
      text: "Ten",
      reply_parameters: { message_id: first.message.message_id, allow_sending_without_reply: true },
    },
  });
  const { externalMessageId } = await database().message.findUniqueOrThrow({ where });
  const [chat, id] = (externalMessageId ?? "").split(":").map(Number);
  await bring(
    message({ text: "Deal", reply_to_message: { message_id: id, chat: { id: chat, type: "private" }, text: "Ten" } }),
  );
  expect(await lastStored()).toMatchObject({ content: "Deal", replyToMessageId: messageId });
});

/** A file has one of our URLs from the start. */
const OURS = expect.stringMatching(/^https:\/\/desk\.example\/uploads\/\d+\/[0-9a-f]{32}\.[a-z0-9]+$/) as string;

describe("every kind of message", () => {
  const photo = [
    { file_id: "small", width: 90, height: 90 },
    { file_id: "large", width: 900, height: 900 },
  ];
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["text", { text: "Hi" }, { type: "text", content: "Hi" }],
    [
      "location",
      { location: { latitude: 38.7, longitude: -9.1 } },
      { type: "location", content: '{"latitude":38.7,"longitude":-9.1}' },
    ],
    [
      "venue",
      {
        location: { latitude: 38.7, longitude: -9.1 },
        venue: { location: { latitude: 38.7, longitude: -9.1 }, title: "Shop", address: "Rua 1" },
      },
      { type: "location", content: '{"latitude":38.7,"longitude":-9.1,"name":"Shop","address":"Rua 1"}' },
    ],
    [
      "contact",
      { contact: { phone_number: "+351910000000", first_name: "Ana", last_name: "Lima", user_id: 7 } },
      { type: "contacts", content: '[{"name":"Ana Lima","phones":["+351910000000"]}]' },
    ],
    ["photo", { photo, caption: "Look" }, { type: "image", content: OURS, caption: "Look", raw: null }],
    ["voice", { voice: { file_id: "v", duration: 3 } }, { type: "audio", content: OURS, caption: null }],
    [
      "animation, which is a document too",
      { animation: { file_id: "a" }, document: { file_id: "a" } },
      { type: "video", content: OURS },
    ],
    ["document", { document: { file_id: "d", file_name: "offer.pdf" } }, { type: "document", content: OURS }],
    ["sticker", { sticker: { file_id: "s", emoji: "👍" } }, { type: "image", content: OURS }],
    [
      "poll",
      { poll: { id: "1", question: "?" } },
      {
        type: "text",
        content: "[Poll: ?]",
        raw: { poll: { id: "1", question: "?" } },
      },
    ],
    [
      "a kind of the future",
      { hologram: { file_id: "h" } },
      { type: "text", content: "[A Telegram message of a kind that cannot be shown]" },
    ],
  ])("%s", async (_, content, expected) => {
    expect(await bring(message(content))).toEqual({ status: 200, body: {} });
    expect(await lastStored()).toMatchObject({ ...expected, isAgent: false });
  });

  test("a tapped button is the client's choice, and the answer stops its spinning", async () => {
    const query = {
      callback_query: {
        id: "cb-1",
        from: MARIA,
        data: "y",
        chat_instance: "1",
        message: {
          message_id: 77,
          date: 1_790_000_000,
          chat: { id: MARIA.id, type: "private" },
          text: "Confirm?",
          reply_markup: {
            inline_keyboard: [[{ text: "Yes", callback_data: "y" }], [{ text: "No", callback_data: "n" }]],
          },
        },
      },
    };
    const answer = { method: "answerCallbackQuery", callback_query_id: "cb-1" };
    expect(await bring(query)).toEqual({ status: 200, body: answer });
    expect(await bring(query)).toEqual({ status: 200, body: answer });
    expect(await stored()).toMatchObject([
      {
        type: "interactive",
        content: '{"reply":{"id":"y","title":"Yes"}}',
        replyContext: { id: `${MARIA.id}:77`, content: "Confirm?", type: "text" },
      },
    ]);
  });

  test("an album is one message for each of its pictures, in one conversation", async () => {
    for (const id of ["p1", "p2", "p3"]) {
      await bring(message({ media_group_id: "album", photo: [{ file_id: id, width: 900, height: 900 }] }));
    }
    const messages = await stored();
    expect(messages.map(({ type }) => type)).toEqual(["image", "image", "image"]);
    expect(new Set(messages.map(({ content }) => content)).size).toBe(3);
    expect(new Set(messages.map(({ convId }) => convId)).size).toBe(1);
    const sources = await database().mediaCopy.findMany({ where: { workspaceId }, orderBy: { uploadId: "asc" } });
    expect(sources).toMatchObject([{ source: { id: "p1" } }, { source: { id: "p2" } }, { source: { id: "p3" } }]);
  });

  test("a new sender's picture is theirs by an address of ours", async () => {
    const { file_id } = telegram.addFile(Buffer.from("picture"), "p.jpg");
    telegram.setPhotos(MARIA.id, [[{ file_id, width: 320, height: 320 }]]);
    await bring(message({ text: "Hi" }));
    telegram.setPhotos(MARIA.id, []);
    const client = await database().client.findFirstOrThrow({ where: { workspaceId } });
    expect(client).toMatchObject({ name: "Maria", avatarUrl: OURS });
    const copies = await database().mediaCopy.findMany({ where: { workspaceId } });
    expect(copies).toMatchObject([{ clientId: client.id, messageId: null, source: { id: file_id } }]);
  });

  test("a deep link is the referral of the first message", async () => {
    await bring(message({ text: "/start spring_sale" }));
    expect(await lastStored()).toMatchObject({
      content: "/start spring_sale",
      sourceType: "link",
      sourceUrl: `https://t.me/${username}?start=spring_sale`,
    });
    const opened = await database().event.findFirstOrThrow({ where: { workspaceId, name: "NEW_CONV" } });
    expect(opened.payload).toMatchObject({ sourceType: "link" });
  });

  test("NUL and half an emoji do not lose a message", async () => {
    await bring(
      message({ text: "a\u0000b \ud83d", poll: { question: "\u0000" } }, { ...MARIA, first_name: "M\u0000" }),
    );
    expect(await lastStored()).toMatchObject({ content: "a\ufffdb \ufffd" });
  });

  test("a sender without names has their username, and ids beyond 32 bits are kept", async () => {
    await bring(message({ text: "Hi" }, { id: 7_999_999_999_999, is_bot: false, first_name: "", username: "who" }));
    expect(await database().client.findFirst({ where: { workspaceId } })).toMatchObject({
      name: "who",
      externalClientId: "7999999999999",
    });
  });
});

describe("what happens to messages and senders", () => {
  const at = 1_790_000_500;

  test("an edit changes the message and keeps what it said", async () => {
    const first = message({ text: "Tuesday" });
    await bring(first);
    await bring({ edited_message: { ...first.message, text: "Wednesday", edit_date: at } });
    expect(await stored()).toMatchObject([{ content: "Wednesday", editedAt: new Date(at * 1000) }]);
    const versions = await database().messageVersion.findMany({ where: { workspaceId } });
    expect(versions).toMatchObject([{ content: "Tuesday" }]);
  });

  test("a reaction is put on the message, and taken back", async () => {
    const first = message({ text: "Done" });
    await bring(first);
    const reaction = (emoji: string[], date: number) => ({
      message_reaction: {
        chat: first.message.chat,
        message_id: first.message.message_id,
        user: MARIA,
        date,
        old_reaction: [],
        new_reaction: emoji.map((each) => ({ type: "emoji", emoji: each })),
      },
    });
    const reactions = () => database().messageReaction.findMany({ where: { workspaceId } });
    await bring(reaction(["👍"], at));
    expect(await reactions()).toMatchObject([{ isAgent: false, emoji: "👍" }]);
    await bring(reaction([], at + 1));
    expect(await reactions()).toMatchObject([{ isAgent: false, emoji: null }]);
    expect(await stored()).toHaveLength(1);
  });

  test("who blocks the bot is noted where an agent would answer them, once each time", async () => {
    const membership = (status: string) => ({
      my_chat_member: {
        chat: { id: MARIA.id, type: "private" },
        from: MARIA,
        date: at,
        old_chat_member: { status: "member" },
        new_chat_member: { status },
      },
    });
    await bring(membership("kicked"));
    expect(await stored()).toEqual([]);
    await bring(message({ text: "Hi" }));
    for (const status of ["member", "kicked", "kicked", "member", "member"]) await bring(membership(status));
    expect((await stored()).map(({ type, noteType, content }) => [type, noteType, content.split(":")[0]])).toEqual([
      ["text", null, "Hi"],
      ["note", "system", "The contact has blocked this channel on Telegram"],
      ["note", "system", "The contact has unblocked this channel on Telegram"],
    ]);
  });
});

describe("threads of one person", () => {
  const OWNER = { id: 9, is_bot: false, first_name: "Olga" };
  const business = (content: Record<string, unknown>, from = MARIA) => {
    const { message: written } = message({ business_connection_id: "bc1", ...content });
    return { business_message: { ...written, from } };
  };

  /** Answers in the conversation of this stored message, and waits until the answer is sent. Returns its external id. */
  async function answer(convId: string | undefined, content: string): Promise<string | null> {
    const worker = startSending(50);
    const given = { integrationId, convId, type: "text", content };
    const { messageId } = await workspace.api.ok<{ messageId: string }>(ADD, given);
    const where = { workspaceId_id: { workspaceId, id: messageId } };
    await eventually(async () => (await database().message.findUniqueOrThrow({ where })).status === "sent");
    await worker.stop(5_000);
    return (await database().message.findUniqueOrThrow({ where })).externalMessageId;
  }

  test("a topic, a business account's chat and the bot's own chat are three conversations of one contact", async () => {
    telegram.start(MARIA.id);
    telegram.connectBusiness(token, "bc1");
    await bring(message({ text: "To the bot" }));
    await bring(message({ text: "In a topic", message_thread_id: 12, is_topic_message: true }));
    await bring(business({ text: "To Olga" }));
    const messages = await stored();
    expect(new Set(messages.map(({ clientId }) => clientId)).size).toBe(1);
    expect(new Set(messages.map(({ convId }) => convId)).size).toBe(3);
    const [, inTopic, toOlga] = messages;
    await answer(inTopic?.convId, "There");
    expect(telegram.calls.at(-1)?.parameters).toEqual({ chat_id: MARIA.id, message_thread_id: 12, text: "There" });
    const externalId = await answer(toOlga?.convId, "For Olga");
    const parameters = { chat_id: MARIA.id, business_connection_id: "bc1", text: "For Olga" };
    expect(telegram.calls.at(-1)?.parameters).toEqual(parameters);
    // Telegram may report the bot's own message too.
    const message_id = Number(externalId?.split(":").at(-1));
    const sender_business_bot = { id: 1, is_bot: true, first_name: "Shop", username };
    await bring(business({ message_id, text: "For Olga", sender_business_bot }, { ...MARIA, ...OWNER }));
    expect(await stored()).toHaveLength(5);
  });

  test("somebody whom the owner of the business account wrote to first has their name from the chat", async () => {
    await bring(business({ text: "Your parcel is here" }, { ...MARIA, ...OWNER }));
    const clients = await database().client.findMany({ where: { workspaceId } });
    expect(clients).toMatchObject([{ name: "Maria", externalClientId: String(MARIA.id) }]);
  });

  test("what the owner of the business account writes is sent elsewhere; what is deleted there is marked", async () => {
    const first = business({ text: "Open today?" });
    await bring(first);
    const answered = business({ text: "Until six" }, { ...MARIA, ...OWNER });
    await bring(answered);
    expect(await stored()).toMatchObject([
      { isAgent: false, removedAt: null },
      { isAgent: true, sentElsewhere: true, content: "Until six", status: "sent" },
    ]);
    expect(await database().conversation.findMany({ where: { workspaceId } })).toMatchObject([
      { externalConversationId: "business:bc1", needsResponse: false },
    ]);
    const ids = [first, answered].map(({ business_message }) => business_message.message_id);
    const { chat } = first.business_message;
    await bring({ deleted_business_messages: { business_connection_id: "bc1", chat, message_ids: ids } });
    expect((await stored()).map(({ removedAt }) => removedAt !== null)).toEqual([true, true]);
  });

  test("an automatic greeting of the business account leaves the contact waiting", async () => {
    await bring(business({ text: "Open today?" }));
    await bring(business({ text: "Thanks, we will be back soon", is_from_offline: true }, { ...MARIA, ...OWNER }));
    expect(await stored()).toHaveLength(2);
    expect(await database().conversation.findMany({ where: { workspaceId } })).toMatchObject([{ needsResponse: true }]);
  });

  test("who blocks the bot is noted in the bot's own chat only", async () => {
    await bring(message({ text: "To the bot" }));
    await bring(business({ text: "To Olga" }));
    const chat = { id: MARIA.id, type: "private" };
    await bring({ my_chat_member: { chat, from: MARIA, date: at(), new_chat_member: { status: "kicked" } } });
    const [own] = await stored();
    const notes = (await stored()).filter(({ type }) => type === "note");
    expect(notes.map(({ convId }) => convId)).toEqual([own?.convId]);
  });

  test("a business account that disconnects the bot is in the audit log", async () => {
    const connection = { id: "bc1", user: OWNER, user_chat_id: 9, date: at() };
    await bring({ business_connection: { ...connection, is_enabled: false } });
    const [entry] = await database().auditEntry.findMany({ where: { workspaceId, action: "accountNotice" } });
    expect(JSON.stringify(entry?.after)).toContain("provider.tg.businessOff");
  });
  const at = () => Math.floor(Date.now() / 1000) - 60;
});

describe("is taken with 200 and stores nothing", () => {
  test.each<[string, Record<string, unknown>]>([
    [
      "a group's message",
      { message: { message_id: 1, date: 1, chat: { id: -100, type: "group" }, from: MARIA, text: "Hi" } },
    ],
    ["a bot's message", message({ text: "Hi" }, { ...MARIA, is_bot: true })],
    ["a service note", message({ pinned_message: {} })],
    ["a message without sender", { message: { message_id: 1, date: 1, chat: { id: 1, type: "private" }, text: "Hi" } }],
    ["a message that is none", { message: "Hi" }],
    ["a message with odd parts", { message: { message_id: {}, date: "now", chat: null, from: [] } }],
    ["a callback that is none", { callback_query: { id: 5 } }],
  ])("%s", async (_, content) => {
    expect(await bring(content)).toEqual({ status: 200, body: {} });
    expect(await stored()).toEqual([]);
    expect(await database().client.count({ where: { workspaceId } })).toBe(0);
  });

  test.each(["{}", '{"update_id":1}', '{"edited_message":{"text":"x"}}', '{"update_id":1,"message":null}'])(
    "the body %s",
    async (body) => {
      expect(await bring(message({ text: "unused" }), { body })).toEqual({ status: 200, body: {} });
      expect(await stored()).toEqual([]);
    },
  );
});

describe("is refused", () => {
  test.each([
    ["no secret", ""],
    ["a wrong secret", "x".repeat(43)],
    ["the bot's token", "TOKEN"],
  ])("with %s: 401, nothing stored", async (_, secret) => {
    const headers = { "x-telegram-bot-api-secret-token": secret === "TOKEN" ? token : secret };
    expect(await bring(message({ text: "Hi" }), { headers })).toMatchObject({
      status: 401,
      body: { error: { code: "UNAUTHENTICATED" } },
    });
    expect(await stored()).toEqual([]);
  });

  test("with the secret of another bot, and on a channel that is none of Telegram's", async () => {
    const other = telegram.addBot({ token: `${randomInt(1_000_000, 2 ** 40)}:AAH-other`, firstName: "Other" });
    await workspace.api.ok(CREATE, {
      name: "Other",
      type: "TELEGRAM",
      integrationProperties: { accessToken: other.token },
    });
    const headers = { "x-telegram-bot-api-secret-token": other.webhook?.secret_token ?? "" };
    expect((await bring(message({ text: "Hi" }), { headers })).status).toBe(401);
    const mine = integrationId;
    for (const id of [randomUUID(), "x"]) {
      integrationId = id;
      expect((await bring(message({ text: "Hi" }))).status).toBe(404);
    }
    await database().integration.updateMany({ where: { id: mine }, data: { type: "WEBCHAT" } });
    integrationId = mine;
    expect((await bring(message({ text: "Hi" }))).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  test("on a disabled channel (409: Telegram keeps it for a day), with another type or no JSON", async () => {
    await database().integration.updateMany({ where: { id: integrationId }, data: { state: "disabled" } });
    expect((await bring(message({ text: "Hi" }))).status).toBe(409);
    await database().integration.updateMany({ where: { id: integrationId }, data: { state: "error" } });
    expect((await bring(message({ text: "Hi" }))).status).toBe(200);
    expect((await bring(message({ text: "Hi" }), { headers: { "content-type": "text/plain" } })).status).toBe(415);
    expect((await bring(message({ text: "Hi" }), { body: "{" })).status).toBe(400);
  });
});
