import { inEnglish } from "../../say.ts";
import { english } from "../../testing/english.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTelegram, type TelegramStandIn } from "../../../simulator/telegram.ts";
import { OUTGOING } from "../../testing/outgoing.ts";
import type { OutgoingMessage } from "../channel.ts";
import { telegramAdapter, updateSecret } from "./adapter.ts";

const TOKEN = "700100:AAH-adapter_test";
const CHAT = 424242;
const ADDRESS = "https://desk.example/ext/v1/incoming/telegram/one";

let telegram: TelegramStandIn;

beforeAll(async () => {
  telegram = await startTelegram();
  process.env.TELEGRAM_API_URL = telegram.url;
});
afterAll(() => telegram.stop());
beforeEach(() => {
  telegram.addBot({ token: TOKEN, firstName: "Shop", username: "shop_bot" });
  telegram.start(CHAT);
});

const MESSAGE: OutgoingMessage = {
  ...OUTGOING,
  content: "Olá 👋 <b>not bold</b> *nor this*",
  externalClientId: String(CHAT),
};

const send = (message: Partial<OutgoingMessage> = {}, accessToken = TOKEN) =>
  telegramAdapter.send({ ...MESSAGE, ...message }, { accessToken }, new AbortController().signal);
const lastCall = () => telegram.calls.at(-1);

test.each<[string, Partial<OutgoingMessage>, string, Record<string, unknown>]>([
  ["text, as it is", {}, "sendMessage", { text: MESSAGE.content }],
  [
    "an image",
    { type: "image", content: "https://cdn.example/a.jpg" },
    "sendPhoto",
    { photo: "https://cdn.example/a.jpg" },
  ],
  [
    "a video",
    { type: "video", content: "https://cdn.example/a.mp4" },
    "sendVideo",
    { video: "https://cdn.example/a.mp4" },
  ],
  [
    "audio",
    { type: "audio", content: "https://cdn.example/a.mp3" },
    "sendAudio",
    { audio: "https://cdn.example/a.mp3" },
  ],
  [
    "a document",
    { type: "document", content: "https://cdn.example/a.pdf" },
    "sendDocument",
    { document: "https://cdn.example/a.pdf" },
  ],
  [
    "a picture that moves, with a caption",
    { type: "image", content: "https://cdn.example/a.gif?expires=1", caption: "Look *here*" },
    "sendAnimation",
    { animation: "https://cdn.example/a.gif?expires=1", caption: "Look *here*" },
  ],
  [
    "a voice message",
    { type: "audio", content: "https://cdn.example/a.ogg" },
    "sendVoice",
    { voice: "https://cdn.example/a.ogg" },
  ],
  [
    "a document with a caption",
    { type: "document", content: "https://cdn.example/a.pdf", caption: "Your invoice" },
    "sendDocument",
    { document: "https://cdn.example/a.pdf", caption: "Your invoice" },
  ],
  [
    "a location",
    { type: "location", content: '{"latitude": 38.7, "longitude": -9.1}' },
    "sendLocation",
    { latitude: 38.7, longitude: -9.1 },
  ],
  [
    "a place with a name",
    { type: "location", content: '{"latitude": 38.7, "longitude": -9.1, "name": "Shop", "address": "Rua 1"}' },
    "sendVenue",
    { latitude: 38.7, longitude: -9.1, title: "Shop", address: "Rua 1" },
  ],
  [
    "a place with an address only",
    { type: "location", content: '{"latitude": 38.7, "longitude": -9.1, "address": "Rua 1"}' },
    "sendVenue",
    { latitude: 38.7, longitude: -9.1, title: "Rua 1", address: "Rua 1" },
  ],
  [
    "a contact",
    { type: "contacts", content: '[{"name": "Ana", "phones": ["+351210000000"], "emails": ["a@x.pt"]}]' },
    "sendContact",
    { phone_number: "+351210000000", first_name: "Ana" },
  ],
  [
    "several contacts, as one text",
    {
      type: "contacts",
      content: '[{"name": "Ana", "phones": ["+1"]}, {"name": "Bo", "phones": ["+2"], "emails": ["b@x.pt"]}]',
    },
    "sendMessage",
    { text: "Ana\n+1\n\nBo\n+2\nb@x.pt" },
  ],
  [
    "buttons",
    {
      type: "interactive",
      content: JSON.stringify({
        header: "Order 7",
        body: "Confirm?",
        footer: "Until noon",
        buttons: [
          { id: "y", title: "Yes" },
          { id: "n", title: "No" },
        ],
      }),
    },
    "sendMessage",
    {
      text: "Order 7\n\nConfirm?\n\nUntil noon",
      reply_markup: {
        inline_keyboard: [[{ text: "Yes", callback_data: "y" }], [{ text: "No", callback_data: "n" }]],
      },
    },
  ],
  [
    "a list",
    {
      type: "interactive",
      content: JSON.stringify({
        body: "Pick",
        list: {
          button: "Open",
          sections: [
            {
              title: "Sizes",
              rows: [
                { id: "s", title: "S", description: "36" },
                { id: "m", title: "M" },
              ],
            },
          ],
        },
      }),
    },
    "sendMessage",
    {
      text: "Pick\n\nSizes\nS – 36",
      reply_markup: { inline_keyboard: [[{ text: "S", callback_data: "s" }], [{ text: "M", callback_data: "m" }]] },
    },
  ],
  [
    "an answer to a message",
    { replyTo: { externalId: `${CHAT}:17`, content: "?", type: "text" } },
    "sendMessage",
    { text: MESSAGE.content, reply_parameters: { message_id: 17, allow_sending_without_reply: true } },
  ],
  [
    "an answer to a tapped button",
    { replyTo: { externalId: "callback:12345", content: "?", type: "interactive" } },
    "sendMessage",
    { text: MESSAGE.content },
  ],
  [
    "an answer to a message whose id is not known",
    { replyTo: { externalId: null, content: "?", type: "text" } },
    "sendMessage",
    { text: MESSAGE.content },
  ],
])("sends %s", async (_, message, method, parameters) => {
  expect(await send(message)).toEqual({
    outcome: "accepted",
    externalMessageId: expect.stringMatching(/^424242:\d+$/),
    responseStatus: 200,
  });
  expect(lastCall()).toEqual({
    token: TOKEN,
    method,
    parameters: { chat_id: CHAT, ...parameters },
    status: 200,
  });
});

test.each<[string, Partial<OutgoingMessage>, string]>([
  ["a template", { type: "template", content: "welcome" }, "Telegram cannot send messages of type template"],
  ["content that is no JSON", { type: "location", content: "Lisbon" }, "The content of the message is no JSON"],
  ["content of another shape", { type: "contacts", content: "[]" }, "The content of the message does not fit its type"],
  [
    "a button whose id is too long",
    { type: "interactive", content: JSON.stringify({ body: "?", buttons: [{ id: "é".repeat(33), title: "Yes" }] }) },
    'Telegram takes ids of buttons up to 64 bytes; that of "Yes" is longer',
  ],
])("refuses %s without asking Telegram", async (_, message, error) => {
  const before = telegram.calls.length;
  expect(await send(message)).toEqual({ outcome: "refused", error, responseStatus: null });
  expect(telegram.calls.length).toBe(before);
});

describe("what Telegram refuses", () => {
  test("a user who blocked the bot, and one who never wrote: failed, in words that say what to do", async () => {
    telegram.block(7);
    expect(await send({ externalClientId: "7" })).toEqual({
      outcome: "refused",
      error:
        "The contact has blocked the bot; nothing reaches them here until they unblock it (Telegram: bot was blocked by the user)",
      responseStatus: 403,
    });
    expect(await send({ externalClientId: "8" })).toEqual({
      outcome: "refused",
      error:
        "The contact has not written to this bot yet, and a bot cannot write first; ask them to open the bot and press Start (Telegram: chat not found)",
      responseStatus: 400,
    });
  });

  test.each([
    [
      "Forbidden: user is deactivated",
      403,
      "The contact's Telegram account was deleted (Telegram: user is deactivated)",
    ],
    ["Bad Request: message is too long", 400, "The text is longer than the 4,096 characters"],
    ["Bad Request: message caption is too long", 400, "The caption is longer than the 1,024 characters"],
    ["Bad Request: failed to get HTTP URL content", 400, "Telegram could not take the file from its address"],
    ["Bad Request: wrong file identifier/HTTP URL specified", 400, "Telegram could not take the file from its address"],
    ["Bad Request: something new", 400, "Telegram says: something new"],
  ])("%s", async (description, status, words) => {
    telegram.failNext({ status, description });
    const refused = await send();
    expect(refused).toMatchObject({ outcome: "refused", responseStatus: status });
    expect("error" in refused && inEnglish(refused.error)).toContain(words);
  });

  test("too many at once: tried again after exactly the time it names, and nothing of the bot's meanwhile", async () => {
    telegram.failNext({ status: 429, description: "Too Many Requests: retry after 7", retryAfter: 7 });
    expect(await send()).toEqual({
      outcome: "retry",
      error: "Too Many Requests: retry after 7",
      responseStatus: 429,
      retryAfterSeconds: 7,
      pausesChannel: true,
    });
    telegram.failNext({ status: 502, description: "Bad Gateway" });
    expect(await send()).toEqual({ outcome: "retry", error: "Bad Gateway", responseStatus: 502 });
  });

  test("a token that was revoked or never was one: the channel's fault, not the message's", async () => {
    telegram.failNext({ status: 404, description: "Not Found" });
    expect(await send()).toMatchObject({ outcome: "unauthorized", responseStatus: 404 });
    telegram.revoke(TOKEN);
    const refused = await send();
    expect(refused).toEqual({
      outcome: "unauthorized",
      error:
        "Telegram no longer accepts the bot's token; copy the current one from @BotFather into the channel (Telegram: Unauthorized)",
      responseStatus: 401,
    });
    expect(JSON.stringify(refused)).not.toContain(TOKEN);
  });

  test("an answer that never comes is unknown", async () => {
    telegram.failNext("drop");
    expect(await send()).toMatchObject({ outcome: "unknown", responseStatus: null });
  });
});

describe("set-up", () => {
  const setup = telegramAdapter.setup;
  if (!setup) throw new Error("Telegram has a set-up");

  test("names the bot by its username, else by its name", async () => {
    expect(await setup.identify({ accessToken: TOKEN })).toEqual({
      outcome: "known",
      identifier: "shop_bot",
      accountId: TOKEN.split(":")[0],
    });
    telegram.addBot({ token: "700200:nameless", firstName: "Nameless" });
    expect(await setup.identify({ accessToken: "700200:nameless" })).toEqual({
      outcome: "known",
      identifier: "Nameless",
      accountId: "700200",
    });
  });

  test("a refused token names its property; a provider that is away is another matter", async () => {
    expect(await setup.identify({ accessToken: "1:unknown" })).toEqual({
      outcome: "refused",
      path: "accessToken",
      error: "Telegram does not accept this token; copy it again from @BotFather",
    });
    telegram.failNext({ status: 500, description: "Internal Server Error" });
    expect(await setup.identify({ accessToken: TOKEN })).toMatchObject({ outcome: "unreachable" });
    telegram.failNext({ status: 429, description: "Too Many Requests", retryAfter: 3 });
    expect(await setup.identify({ accessToken: TOKEN })).toMatchObject({ outcome: "unreachable" });
  });

  test("registers the address with the bot's secret and the kinds of updates it reads", async () => {
    expect(await setup.subscribe({ accessToken: TOKEN }, ADDRESS)).toEqual({ outcome: "subscribed" });
    expect(lastCall()?.parameters).toEqual({
      url: ADDRESS,
      secret_token: updateSecret(TOKEN),
      allowed_updates: [
        ...["message", "edited_message", "callback_query", "my_chat_member", "message_reaction"],
        ...["business_connection", "business_message", "edited_business_message", "deleted_business_messages"],
      ],
    });
    expect(updateSecret(TOKEN)).toMatch(/^[\w-]{43}$/);
    expect(updateSecret(`${TOKEN}2`)).not.toBe(updateSecret(TOKEN));
    expect(await setup.subscribe({ accessToken: TOKEN }, "http://localhost:3000/x")).toMatchObject({
      outcome: "refused",
      error: "Telegram says: bad webhook: An HTTPS URL must be provided for webhook",
    });
  });

  test.each(["", "no token", "123", "123:with space", "123:a/../getMe", "123:a?b", 5, undefined])(
    "%j is no bot token",
    (accessToken) => {
      expect(telegramAdapter.credentials.safeParse({ accessToken }).success).toBe(false);
    },
  );
});

const signal = new AbortController().signal;

describe("gestures", () => {
  const gesture = (
    more: { kind: "typing" } | { kind: "read" } | { kind: "reaction"; emoji: string | null },
    id = `${CHAT}:17`,
    thread: string | null = null,
  ) =>
    telegramAdapter.gesture?.(
      { externalClientId: String(CHAT), externalConversationId: thread, externalMessageId: id, ...more },
      { accessToken: TOKEN },
      signal,
    );

  test.each([
    ["typing", { kind: "typing" } as const, "sendChatAction", { action: "typing" }],
    [
      "a reaction, without the sign that asks for colours",
      { kind: "reaction", emoji: "❤️" } as const,
      "setMessageReaction",
      { message_id: 17, reaction: [{ type: "emoji", emoji: "❤" }] },
    ],
    [
      "a reaction that is taken back",
      { kind: "reaction", emoji: null } as const,
      "setMessageReaction",
      { message_id: 17, reaction: [] },
    ],
  ])("%s", async (_, given, method, parameters) => {
    expect(await gesture(given)).toEqual({ outcome: "accepted", externalMessageId: null, responseStatus: 200 });
    expect(lastCall()).toEqual({ token: TOKEN, method, parameters: { chat_id: CHAT, ...parameters }, status: 200 });
  });

  test("what Telegram has not, or takes not, is refused in words", async () => {
    expect(await gesture({ kind: "read" })).toMatchObject({ outcome: "refused", responseStatus: null });
    expect(await gesture({ kind: "reaction", emoji: "👍" }, "callback:99")).toMatchObject({
      outcome: "refused",
      error: "Telegram takes no reaction to a tapped button",
    });
    expect(await gesture({ kind: "reaction", emoji: "🧩" })).toEqual({
      outcome: "refused",
      error: "Telegram takes only the reactions of its own list; choose another one (Telegram: REACTION_INVALID)",
      responseStatus: 400,
    });
  });
});

describe("files", () => {
  const file = (id: string | null) => ({
    type: "document" as const,
    id,
    url: null,
    mimeType: null,
    fileName: null,
    caption: null,
  });
  const locate = (id: string | null, accessToken = TOKEN) =>
    telegramAdapter.locateMedia?.(file(id), { accessToken }, signal);

  test("are where getFile says, at an address with the token in it", async () => {
    const { file_id } = telegram.addFile(Buffer.from("%PDF-1.7"), "über uns.pdf");
    const place = await locate(file_id);
    expect(place).toMatchObject({ outcome: "found", headers: {}, sizeBytes: 8 });
    if (place?.outcome !== "found") throw new Error("not found");
    expect(place.url.startsWith(`${telegram.url}/file/bot${TOKEN}/files/`)).toBe(true);
    expect(await (await fetch(place.url)).text()).toBe("%PDF-1.7");
  });

  test("of more than 20 MB are lost, and one that is not there now is asked for again", async () => {
    const { file_id } = telegram.addFile(Buffer.alloc(1), "film.mp4", { size: 21 * 1024 * 1024 });
    expect(await locate(file_id)).toEqual({
      outcome: "lost",
      error:
        "Telegram gives bots files up to 20 MB; ask the contact for a smaller one, or for a link (Telegram: file is too big)",
    });
    expect(await locate("nonsense")).toEqual({ outcome: "lost", error: "Telegram says: invalid file_id" });
    expect(await locate(null)).toMatchObject({ outcome: "lost" });
    telegram.failNext({ status: 400, description: "Bad Request: file is temporarily unavailable" });
    expect(await locate(file_id)).toMatchObject({ outcome: "retry" });
    telegram.failNext({ status: 502, description: "Bad Gateway" });
    expect(await locate(file_id)).toMatchObject({ outcome: "retry" });
    expect(await locate(file_id, "1:unknown")).toMatchObject({ outcome: "unauthorized" });
  });

  test("a profile picture in the size that is shown; none where the user hides theirs", async () => {
    const profileOf = (id: string) => telegramAdapter.profileOf?.(id, { accessToken: TOKEN }, signal);
    const photo = (width: number) => ({ file_id: `p-${width}`, width, height: width });
    telegram.setPhotos(CHAT, [[photo(160), photo(640), photo(320)]]);
    expect(await profileOf(String(CHAT))).toEqual({ avatar: { id: "p-320" } });
    expect(lastCall()?.parameters).toEqual({ user_id: CHAT, limit: 1 });
    expect(await profileOf("5")).toEqual({});
    telegram.failNext({ status: 500, description: "Internal Server Error" });
    expect(await profileOf(String(CHAT))).toBeNull();
  });
});

describe("health", () => {
  const health = (address = ADDRESS) => telegramAdapter.health?.({ accessToken: TOKEN }, address);
  const subscribe = () => telegramAdapter.setup?.subscribe({ accessToken: TOKEN }, ADDRESS);

  test("works where the webhook is ours and brings everything", async () => {
    await subscribe();
    expect(await health()).toEqual({ outcome: "working" });
  });

  test("says who took the bot over and what does not arrive", async () => {
    expect(await health()).toMatchObject({ outcome: "failing", error: english("webhook was removed") });
    await subscribe();
    expect(await health("https://desk.example/other")).toMatchObject({
      error: "Telegram brings this bot's messages to another service, at desk.example",
    });
    telegram.holdBack(TOKEN, { pending: 3, error: "Connection refused" });
    expect(await health()).toEqual({
      outcome: "failing",
      error: "3 messages wait since Telegram could not bring them: Connection refused",
      whatToDo: "Make sure that desk.example can be reached from the internet",
    });
    telegram.failNext({ status: 502, description: "Bad Gateway" });
    expect(await health()).toEqual({ outcome: "unreachable", error: "Bad Gateway" });
    telegram.revoke(TOKEN);
    expect(await health()).toMatchObject({ outcome: "failing", whatToDo: "Copy the current token from @BotFather" });
  });

  test("a bot that was connected when fewer kinds of updates were read gets the others", async () => {
    await subscribe();
    const bot = telegram.addBot({ token: TOKEN, firstName: "Shop" });
    bot.webhook = { url: ADDRESS, secret_token: "s", allowed_updates: ["message"] };
    telegram.failNext({ status: 502, description: "Bad Gateway" }, "setWebhook");
    expect(await health()).toEqual({ outcome: "unreachable", error: "Bad Gateway" });
    expect(await health()).toEqual({ outcome: "working" });
    expect(bot.webhook).toMatchObject({ url: ADDRESS, secret_token: updateSecret(TOKEN) });
    expect(bot.webhook.allowed_updates).toContain("business_message");
  });
});

describe("threads", () => {
  test.each([
    ["topic:12", { message_thread_id: 12 }],
    ["business:bc_1:2", { business_connection_id: "bc_1:2" }],
    ["a name from elsewhere", {}],
    ["topic:x", {}],
  ])("a message and typing go into %s", async (externalConversationId, parameters) => {
    telegram.connectBusiness(TOKEN, "bc_1:2");
    const sent = await send({ externalConversationId });
    expect(lastCall()).toMatchObject({ method: "sendMessage", status: 200 });
    expect(lastCall()?.parameters).toEqual({ chat_id: CHAT, text: MESSAGE.content, ...parameters });
    const connection = "business_connection_id" in parameters ? "bc_1:2:" : "";
    const externalMessageId = sent.outcome === "accepted" ? sent.externalMessageId : null;
    expect(externalMessageId?.replace(/\d+$/, "")).toBe(`${connection}${CHAT}:`);
    const gesture = { externalClientId: String(CHAT), externalConversationId, externalMessageId: `${CHAT}:17` };
    await telegramAdapter.gesture?.({ ...gesture, kind: "typing" }, { accessToken: TOKEN }, signal);
    expect(lastCall()?.parameters).toEqual({ chat_id: CHAT, action: "typing", ...parameters });
  });

  test("in a business account's chat there are no reactions, and its owner decides", async () => {
    const thread = { externalClientId: String(CHAT), externalConversationId: "business:gone" };
    const reaction = { ...thread, externalMessageId: `gone:${CHAT}:17`, kind: "reaction", emoji: "👍" } as const;
    expect(await telegramAdapter.gesture?.(reaction, { accessToken: TOKEN }, signal)).toMatchObject({
      outcome: "refused",
      error: "Telegram takes no reactions in the chats of a business account",
    });
    expect(await send(thread)).toMatchObject({
      outcome: "refused",
      error: english("The business account no longer lets the bot answer"),
    });
    telegram.failNext({ status: 400, description: "Bad Request: BUSINESS_PEER_USAGE_MISSING" });
    expect(await send(thread)).toMatchObject({ error: english("up to 24 hours") });
  });
});
