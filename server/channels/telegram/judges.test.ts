import { inEnglish } from "../../say.ts";
import { createTelegramAdapter, type TelegramAdapterConfig } from "@chat-adapter/telegram";
import type { ApiMethods, Update } from "@grammyjs/types";
import { Bot, GrammyError, webhookCallback } from "grammy";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTelegram, type TelegramStandIn } from "../../../simulator/telegram.ts";
import { OUTGOING } from "../../testing/outgoing.ts";
import type { Gesture, OutgoingMessage } from "../channel.ts";
import { telegramAdapter, updateSecret } from "./adapter.ts";
import { gestureRequest, sendRequest } from "./request.ts";

type Logger = NonNullable<TelegramAdapterConfig["logger"]>;
type Methods = ApiMethods<never>;
/** The parameters of a method, from the Bot API's types. */
type Parameters<Method extends keyof Methods> = NonNullable<globalThis.Parameters<Methods[Method]>[0]>;

// Third-party clients of the Bot API. They send our messages to the same simulator, which must accept theirs, and their
// parameters must equal ours. They also read the simulator's updates.

const TOKEN = "700300:AAH-judges";
const CHAT = 5_500_000_042;
const ADDRESS = "https://desk.example/ext/v1/incoming/telegram/one";
const signal = new AbortController().signal;

let telegram: TelegramStandIn;
let grammy: Bot;
const quiet: Logger = { child: () => quiet, debug: noop, error: noop, info: noop, warn: noop };

beforeAll(async () => {
  telegram = await startTelegram();
  process.env.TELEGRAM_API_URL = telegram.url;
});
afterAll(() => telegram.stop());
beforeEach(async () => {
  telegram.addBot({ token: TOKEN, firstName: "Shop", username: "shop_bot" });
  telegram.start(CHAT);
  telegram.connectBusiness(TOKEN, "bc1");
  grammy = new Bot(TOKEN, { client: { apiRoot: telegram.url } });
  await telegramAdapter.setup?.subscribe({ accessToken: TOKEN }, ADDRESS);
});

const MESSAGE: OutgoingMessage = { ...OUTGOING, content: "Olá 👋 <b>", externalClientId: String(CHAT) };
const link = (name: string) => `https://cdn.example/${name}`;
const place = { latitude: 38.7, longitude: -9.1, name: "Loja", address: "Rua 1" };
const keyboard = [[{ text: "Yes", callback_data: "y" }], [{ text: "No", callback_data: "n" }]];
const buttons = {
  body: "Confirm?",
  buttons: [
    { id: "y", title: "Yes" },
    { id: "n", title: "No" },
  ],
};

type Case = [
  name: string,
  ours: Partial<OutgoingMessage>,
  theirs: (api: Bot["api"]) => Promise<{ message_id: number }>,
  typed: { [Method in keyof Methods]?: Parameters<Method> },
];
const CASES: Case[] = [
  ["text", {}, (api) => api.sendMessage(CHAT, "Olá 👋 <b>"), { sendMessage: { chat_id: CHAT, text: "Olá 👋 <b>" } }],
  [
    "an answer",
    { replyTo: { externalId: `${CHAT}:17`, content: "?", type: "text" } },
    (api) =>
      api.sendMessage(CHAT, "Olá 👋 <b>", {
        reply_parameters: { message_id: 17, allow_sending_without_reply: true },
      }),
    {
      sendMessage: {
        chat_id: CHAT,
        text: "Olá 👋 <b>",
        reply_parameters: { message_id: 17, allow_sending_without_reply: true },
      },
    },
  ],
  [
    "an answer in a topic",
    { externalConversationId: "topic:12" },
    (api) => api.sendMessage(CHAT, "Olá 👋 <b>", { message_thread_id: 12 }),
    { sendMessage: { chat_id: CHAT, text: "Olá 👋 <b>", message_thread_id: 12 } },
  ],
  [
    "an answer for a business account",
    { externalConversationId: "business:bc1" },
    (api) => api.sendMessage(CHAT, "Olá 👋 <b>", { business_connection_id: "bc1" }),
    { sendMessage: { chat_id: CHAT, text: "Olá 👋 <b>", business_connection_id: "bc1" } },
  ],
  [
    "a photo with a caption",
    { type: "image", content: link("a.jpg"), caption: "Look" },
    (api) => api.sendPhoto(CHAT, link("a.jpg"), { caption: "Look" }),
    { sendPhoto: { chat_id: CHAT, photo: link("a.jpg"), caption: "Look" } },
  ],
  [
    "a picture that moves",
    { type: "image", content: link("a.gif") },
    (api) => api.sendAnimation(CHAT, link("a.gif")),
    { sendAnimation: { chat_id: CHAT, animation: link("a.gif") } },
  ],
  [
    "a video",
    { type: "video", content: link("a.mp4") },
    (api) => api.sendVideo(CHAT, link("a.mp4")),
    { sendVideo: { chat_id: CHAT, video: link("a.mp4") } },
  ],
  [
    "a song",
    { type: "audio", content: link("a.mp3") },
    (api) => api.sendAudio(CHAT, link("a.mp3")),
    { sendAudio: { chat_id: CHAT, audio: link("a.mp3") } },
  ],
  [
    "a voice message",
    { type: "audio", content: link("a.ogg") },
    (api) => api.sendVoice(CHAT, link("a.ogg")),
    { sendVoice: { chat_id: CHAT, voice: link("a.ogg") } },
  ],
  [
    "a document",
    { type: "document", content: link("a.pdf") },
    (api) => api.sendDocument(CHAT, link("a.pdf")),
    { sendDocument: { chat_id: CHAT, document: link("a.pdf") } },
  ],
  [
    "a position",
    { type: "location", content: '{"latitude": 38.7, "longitude": -9.1}' },
    (api) => api.sendLocation(CHAT, 38.7, -9.1),
    { sendLocation: { chat_id: CHAT, latitude: 38.7, longitude: -9.1 } },
  ],
  [
    "a place",
    { type: "location", content: JSON.stringify(place) },
    (api) => api.sendVenue(CHAT, 38.7, -9.1, "Loja", "Rua 1"),
    { sendVenue: { chat_id: CHAT, latitude: 38.7, longitude: -9.1, title: "Loja", address: "Rua 1" } },
  ],
  [
    "a contact",
    { type: "contacts", content: '[{"name": "Ana", "phones": ["+351210000000"]}]' },
    (api) => api.sendContact(CHAT, "+351210000000", "Ana"),
    { sendContact: { chat_id: CHAT, phone_number: "+351210000000", first_name: "Ana" } },
  ],
  [
    "buttons",
    { type: "interactive", content: JSON.stringify(buttons) },
    (api) => api.sendMessage(CHAT, "Confirm?", { reply_markup: { inline_keyboard: keyboard } }),
    { sendMessage: { chat_id: CHAT, text: "Confirm?", reply_markup: { inline_keyboard: keyboard } } },
  ],
];

describe("what we send", () => {
  test.each(CASES)(
    "%s: as grammY sends it, and as the types of the Bot API have it",
    async (_, ours, theirs, typed) => {
      const accepted = await telegramAdapter.send({ ...MESSAGE, ...ours }, { accessToken: TOKEN }, signal);
      expect(accepted).toMatchObject({
        outcome: "accepted",
        externalMessageId: expect.stringMatching(`^(bc1:)?${CHAT}:\\d+$`),
      });
      const own = telegram.calls.at(-1);
      expect((await theirs(grammy.api)).message_id).toBeGreaterThan(0);
      expect(telegram.calls.at(-1)).toEqual(own);
      const request = sendRequest({ ...MESSAGE, ...ours });
      if ("error" in request) throw new Error(inEnglish(request.error));
      expect({ [request.method]: request.parameters }).toEqual(typed);
    },
  );

  test("gestures", async () => {
    const gesture = (given: { kind: "typing" } | { kind: "reaction"; emoji: string | null }): Gesture => ({
      externalClientId: String(CHAT),
      externalConversationId: null,
      externalMessageId: `${CHAT}:17`,
      ...given,
    });
    const typing = { chat_id: CHAT, action: "typing" } satisfies Parameters<"sendChatAction">;
    const reaction = {
      chat_id: CHAT,
      message_id: 17,
      reaction: [{ type: "emoji", emoji: "❤" }],
    } satisfies Parameters<"setMessageReaction">;
    const cases = [
      [gesture({ kind: "typing" }), typing, () => grammy.api.sendChatAction(CHAT, "typing")],
      [
        gesture({ kind: "reaction", emoji: "❤️" }),
        reaction,
        () => grammy.api.setMessageReaction(CHAT, 17, [{ type: "emoji", emoji: "❤" }]),
      ],
    ] as const;
    for (const [given, parameters, theirs] of cases) {
      expect(await telegramAdapter.gesture?.(given, { accessToken: TOKEN }, signal)).toMatchObject({
        outcome: "accepted",
      });
      const own = telegram.calls.at(-1);
      expect(await theirs()).toBe(true);
      expect(telegram.calls.at(-1)).toEqual(own);
      expect(gestureRequest(given)).toMatchObject({ parameters });
    }
  });

  test("the webhook, asked for and looked at", async () => {
    const own = telegram.calls.at(-1);
    const allowed_updates = [
      ...(["message", "edited_message", "callback_query", "my_chat_member", "message_reaction"] as const),
      ...(["business_connection", "business_message", "edited_business_message", "deleted_business_messages"] as const),
    ] as const satisfies readonly Exclude<keyof Update, "update_id">[];
    await grammy.api.setWebhook(ADDRESS, { secret_token: updateSecret(TOKEN), allowed_updates });
    expect(telegram.calls.at(-1)).toEqual(own);
    expect(await grammy.api.getWebhookInfo()).toMatchObject({ url: ADDRESS, pending_update_count: 0, allowed_updates });
    expect(await grammy.api.getMe()).toMatchObject({ id: 700300, is_bot: true, username: "shop_bot" });
  });
});

describe("what the stand-in refuses, grammY reads as Telegram's", () => {
  const refusal = async (call: Promise<unknown>) => {
    const error: unknown = await call.catch((reason: unknown) => reason);
    if (!(error instanceof GrammyError)) throw new Error(`no refusal: ${String(error)}`);
    return { code: error.error_code, description: error.description, retryAfter: error.parameters.retry_after };
  };

  test("blocked, unknown, too fast, revoked, too large", async () => {
    telegram.block(7);
    expect(await refusal(grammy.api.sendMessage(7, "Hi"))).toMatchObject({
      code: 403,
      description: "Forbidden: bot was blocked by the user",
    });
    expect(await refusal(grammy.api.sendMessage(8, "Hi"))).toMatchObject({ code: 400 });
    telegram.failNext({ status: 429, description: "Too Many Requests: retry after 7", retryAfter: 7 });
    expect(await refusal(grammy.api.sendMessage(CHAT, "Hi"))).toMatchObject({ code: 429, retryAfter: 7 });
    const { file_id } = telegram.addFile(Buffer.alloc(1), "a.mp4", { size: 30_000_000 });
    expect(await refusal(grammy.api.getFile(file_id))).toMatchObject({ description: "Bad Request: file is too big" });
    telegram.revoke(TOKEN);
    expect(await refusal(grammy.api.getMe())).toMatchObject({ code: 401 });
  });

  test("a file, and a profile picture, where they are", async () => {
    const { file_id, file_unique_id } = telegram.addFile(Buffer.from("bytes"), "a.jpg");
    telegram.setPhotos(CHAT, [[{ file_id, file_unique_id, width: 160, height: 160 }]]);
    const { photos, total_count } = await grammy.api.getUserProfilePhotos(CHAT, { limit: 1 });
    expect([total_count, photos[0]?.[0]?.file_id]).toEqual([1, file_id]);
    const { file_path, file_size } = await grammy.api.getFile(file_id);
    expect(file_size).toBe(5);
    const response = await fetch(`${telegram.url}/file/bot${TOKEN}/${file_path}`);
    expect([response.status, await response.text()]).toEqual([200, "bytes"]);
    expect((await fetch(`${telegram.url}/file/bot1:other/${file_path}`)).status).toBe(401);
  });
});

const FROM = { id: CHAT, is_bot: false, first_name: "Maria", last_name: "Silva", language_code: "pt" } as const;
const chat = { id: CHAT, type: "private", first_name: "Maria" } as const;
const frame = { message_id: 71, date: 1_790_000_000, chat, from: FROM } as const;
const file = (id: string) => ({ file_id: id, file_unique_id: `u${id}` });
const photo = (id: string) => [{ ...file(id), width: 90, height: 60 }];
const answered = { message_id: 70, date: 1_789_999_000, chat, text: "?" } as const;

/** Updates as Telegram sends them, typed by the Bot API, and our type for each. */
const UPDATES = [
  [{ message: { ...frame, text: "Olá 👋" } }, "text"],
  [{ message: { ...frame, text: "Sim", reply_to_message: { ...answered, reply_to_message: undefined } } }, "text"],
  [{ message: { ...frame, photo: photo("p"), caption: "Look" } }, "image"],
  // An album: one update for each picture.
  [{ message: { ...frame, message_id: 72, media_group_id: "album", photo: photo("p1") } }, "image"],
  [{ message: { ...frame, message_id: 73, media_group_id: "album", photo: photo("p2") } }, "image"],
  [
    { message: { ...frame, video: { ...file("v"), width: 320, height: 240, duration: 4, mime_type: "video/mp4" } } },
    "video",
  ],
  [{ message: { ...frame, voice: { ...file("o"), duration: 2, mime_type: "audio/ogg" } } }, "audio"],
  [{ message: { ...frame, audio: { ...file("a"), duration: 200, title: "Barco Negro" } } }, "audio"],
  [{ message: { ...frame, video_note: { ...file("n"), length: 240, duration: 3 } } }, "video"],
  [{ message: { ...frame, document: { ...file("d"), file_name: "a.pdf", mime_type: "application/pdf" } } }, "document"],
  [
    {
      message: {
        ...frame,
        sticker: { ...file("s"), type: "regular", width: 512, height: 512, is_animated: false, is_video: false },
      },
    },
    "image",
  ],
  [{ message: { ...frame, location: { latitude: 38.7, longitude: -9.1 } } }, "location"],
  [{ message: { ...frame, contact: { phone_number: "+351210000000", first_name: "Ana" } } }, "contacts"],
  [{ message: { ...frame, dice: { emoji: "🎲", value: 4 } } }, "text"],
  [
    {
      callback_query: {
        id: "77",
        from: FROM,
        chat_instance: "1",
        data: "y",
        message: {
          ...answered,
          from: { id: 700300, is_bot: true, first_name: "Shop" },
          reply_markup: { inline_keyboard: keyboard },
        },
      },
    },
    "interactive",
  ],
  [{ edited_message: { ...frame, text: "Olá!", edit_date: 1_790_000_100 } }, "edit"],
  [
    {
      message_reaction: {
        chat,
        message_id: 71,
        user: FROM,
        date: 1_790_000_200,
        old_reaction: [],
        new_reaction: [{ type: "emoji", emoji: "❤" }],
      },
    },
    "reaction",
  ],
  [
    {
      my_chat_member: {
        chat,
        from: FROM,
        date: 1_790_000_300,
        old_chat_member: { status: "member", user: { id: 700300, is_bot: true, first_name: "Shop" } },
        new_chat_member: { status: "kicked", user: { id: 700300, is_bot: true, first_name: "Shop" }, until_date: 0 },
      },
    },
    "reachability",
  ],
] as const satisfies readonly (readonly [Omit<Update, "update_id">, string])[];

describe("what the stand-in brings", () => {
  const brought = () => UPDATES.map(([content]) => telegram.update(TOKEN, content));
  const request = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
    new Request(ADDRESS, { method: "POST", headers, body });
  const kinds = UPDATES.map(([content]) => Object.keys(content)[0]);

  test("is ours by its secret, and each is what it is", () => {
    const read = brought().map(({ headers, body }) => {
      const header = (name: string) => headers[name] ?? null;
      const credentials = { accessToken: TOKEN };
      expect(telegramAdapter.inbound?.isGenuine(header, credentials, Buffer.from(body))).toBe(true);
      expect(telegramAdapter.inbound?.isGenuine(header, { accessToken: `${TOKEN}2` }, Buffer.from(body))).toBe(false);
      const call = telegramAdapter.inbound?.read(JSON.parse(body), { identifier: "shop_bot", credentials });
      const [message] = call?.messages ?? [];
      return message ? (message.media?.type ?? message.type) : call?.changes?.[0]?.kind;
    });
    expect(read).toEqual(UPDATES.map(([, kind]) => kind));
  });

  test("is taken in by grammY, under the secret only", async () => {
    const heard: (string | undefined)[] = [];
    await grammy.init();
    grammy.use((context) => {
      const { update_id, ...content } = context.update;
      expect(update_id).toBeGreaterThan(0);
      heard.push(Object.keys(content)[0]);
    });
    const take = webhookCallback(grammy, "std/http", { secretToken: updateSecret(TOKEN) });
    for (const update of brought()) expect((await take(request(update))).status).toBe(200);
    expect(heard).toEqual(kinds);
    const [first] = brought();
    if (!first) throw new Error("there is no update");
    const forged = { ...first, headers: { ...first.headers, "x-telegram-bot-api-secret-token": "guess" } };
    expect((await take(request(forged))).status).toBe(401);
  });

  test("is taken in by @chat-adapter/telegram, whose answers the stand-in takes", async () => {
    const secretToken = updateSecret(TOKEN);
    const adapter = createTelegramAdapter({
      botToken: TOKEN,
      secretToken,
      apiUrl: telegram.url,
      logger: quiet,
      mode: "webhook",
    });
    const heard = { texts: [] as string[], files: 0, reactions: [] as string[], actions: [] as string[] };
    const state = new Map<string, unknown>();
    type Message = { text: string; attachments: unknown[] };
    const chatOfTheirs = {
      getState: () => ({
        get: (key: string) => state.get(key) ?? null,
        set: (key: string, value: unknown) => state.set(key, value),
        setIfNotExists: (key: string, value: unknown) => !state.has(key) && Boolean(state.set(key, value)),
        delete: (key: string) => state.delete(key),
      }),
      getUserName: () => "shop_bot",
      getLogger: () => quiet,
      processMessage: (_adapter: unknown, _thread: string, message: Message) => {
        heard.texts.push(message.text);
        heard.files += message.attachments.length;
      },
      processReaction: ({ rawEmoji }: { rawEmoji: string }) => void heard.reactions.push(rawEmoji),
      processAction: ({ actionId, value }: { actionId: string; value?: string }) =>
        void heard.actions.push(value ?? actionId),
    };
    await adapter.initialize(chatOfTheirs as never);
    for (const update of brought()) expect((await adapter.handleWebhook(request(update))).status).toBe(200);
    await expect.poll(() => heard.texts.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(12);
    expect(heard.texts.slice(0, 2)).toEqual(["Olá 👋", "Sim"]);
    expect(heard).toMatchObject({ reactions: ["❤"], actions: ["y"] });
    expect(heard.files).toBeGreaterThanOrEqual(6);

    const [first] = brought();
    if (!first) throw new Error("there is no update");
    const headers = { ...first.headers, "x-telegram-bot-api-secret-token": "guess" };
    expect((await adapter.handleWebhook(request({ ...first, headers }))).status).toBe(401);

    const thread = adapter.encodeThreadId({ chatId: String(CHAT) });
    const sent = await adapter.postMessage(thread, { raw: "Até já" });
    expect(sent.id).toContain(String(CHAT));
    expect(telegram.calls.at(-1)).toMatchObject({
      method: "sendMessage",
      status: 200,
      parameters: { chat_id: String(CHAT), text: "Até já" },
    });
    await adapter.startTyping(thread);
    expect(telegram.calls.at(-1)).toMatchObject({ method: "sendChatAction", status: 200 });
  });
});

function noop(): void {
  // Discards the log.
}
