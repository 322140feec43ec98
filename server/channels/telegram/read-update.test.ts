import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inEnglish } from "../../say.ts";
import { readUpdate } from "./read-update.ts";

const MESSAGE = {
  message_id: 7,
  date: 1_790_000_000,
  chat: { id: 42, type: "private" },
  from: { id: 42, is_bot: false, first_name: "Maria" },
};

test("whatever an update is, it is read without throwing, and a message always has a sender, an id and a content", () => {
  const part = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(MESSAGE)));
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        message_id: fc.oneof(fc.constant(7), part),
        date: fc.oneof(fc.constant(1_790_000_000), fc.double(), part),
        chat: fc.oneof(fc.constant(MESSAGE.chat), part),
        from: fc.oneof(fc.constant(MESSAGE.from), part),
        text: part,
        caption: part,
        location: part,
        venue: part,
        contact: part,
        photo: fc.oneof(part, fc.array(fc.record({ file_id: fc.string(), width: part, height: part }))),
        document: part,
        sticker: part,
        quote: part,
        reply_to_message: part,
      },
      { requiredKeys: ["message_id", "date", "chat", "from"] },
    ),
  );
  const change = fc.oneof(
    message,
    fc.record({
      chat: fc.constant(MESSAGE.chat),
      message_id: part,
      user: fc.constant(MESSAGE.from),
      from: fc.constant(MESSAGE.from),
      date: fc.double(),
      new_reaction: fc.oneof(part, fc.array(fc.record({ type: fc.string(), emoji: part }))),
      new_chat_member: part,
    }),
  );
  const update = fc.oneof(
    fc.jsonValue(),
    fc.record({ message }),
    fc.record({ callback_query: part }),
    fc.record({ edited_message: change }),
    fc.record({ message_reaction: change }),
    fc.record({ my_chat_member: change }),
    fc.record({ business_connection: change }),
    fc.record({ business_message: change }),
    fc.record({ deleted_business_messages: change }),
  );
  let read = 0;
  fc.assert(
    fc.property(update, (body) => {
      const { message: inbound } = readUpdate(body, "shop_bot");
      if (!inbound) return;
      read++;
      expect(inbound.senderId).toBe("42");
      expect(inbound.externalMessageId).toMatch(/^42:./);
      expect(typeof inbound.content).toBe("string");
      expect(inbound.providerAt === null || Number.isFinite(inbound.providerAt.getTime())).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(read).toBeGreaterThan(0);
});

test.each([
  ["a time that is none", { date: 1e300 }, { providerAt: null }],
  ["no time", { date: 0 }, { providerAt: null }],
  ["a reply to something unreadable", { reply_to_message: { message_id: 5 } }, { replyTo: null }],
  [
    "a reply to a photo",
    { reply_to_message: { message_id: 5, chat: { id: 42 }, photo: [], caption: "Look" } },
    { replyTo: { id: "42:5", content: "Look", type: null } },
  ],
  ["ids as texts", { message_id: "7" }, { externalMessageId: "42:7" }],
])("%s", (_, changes, expected) => {
  const { message } = readUpdate({ update_id: 1, message: { ...MESSAGE, text: "Hi", ...changes } }, null);
  expect(message).toMatchObject({ senderId: "42", content: "Hi", ...expected });
});

test("a deep link on a bot whose name is not known has no address", () => {
  const { message } = readUpdate({ message: { ...MESSAGE, text: "/start abc" } }, null);
  expect(message).toMatchObject({ sourceType: "link", sourceUrl: null });
  for (const text of ["/start", "/start a b", "start abc", "/start ä"]) {
    expect(readUpdate({ message: { ...MESSAGE, text } }, "shop_bot").message?.sourceType, text).toBeUndefined();
  }
});

test("a tapped button without its message, or that is unknown to it, has its own id as title", () => {
  const query = { id: "cb", from: MESSAGE.from, data: "y" };
  for (const message of [undefined, { message_id: 5, date: 0, chat: MESSAGE.chat }, { ...MESSAGE, reply_markup: 7 }]) {
    expect(readUpdate({ callback_query: { ...query, message } }, null)).toMatchObject({
      callbackQueryId: "cb",
      message: { type: "interactive", content: '{"reply":{"id":"y","title":"y"}}', externalMessageId: "callback:cb" },
    });
  }
  // A game's button and a button in a group are no contact's messages, but still get a response.
  const group = { message_id: 5, chat: { id: -1, type: "group" } };
  for (const changes of [{ data: undefined, game_short_name: "g" }, { message: group }]) {
    expect(readUpdate({ callback_query: { ...query, ...changes } }, null)).toEqual({
      callbackQueryId: "cb",
      message: null,
      echo: null,
      changes: [],
    });
  }
});

const file = (id: string, more: Record<string, unknown> = {}) => ({ file_id: id, file_unique_id: "u", ...more });
const media = (type: string, id: string, more: Record<string, unknown> = {}) => ({
  media: { type, id, url: null, mimeType: null, fileName: null, caption: null, ...more },
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  [
    "a photo in its largest size",
    {
      photo: [
        file("s", { width: 90, height: 60 }),
        file("l", { width: 1280, height: 853 }),
        file("m", { width: 320, height: 213 }),
      ],
    },
    media("image", "l", { mimeType: "image/jpeg" }),
  ],
  [
    "a video with a caption",
    { video: file("v", { mime_type: "video/mp4", file_name: "a.mp4" }), caption: "Look" },
    media("video", "v", { mimeType: "video/mp4", fileName: "a.mp4", caption: "Look" }),
  ],
  [
    "an animation, which is a document too",
    { animation: file("a", { mime_type: "video/mp4" }), document: file("a", { mime_type: "video/mp4" }) },
    media("video", "a", { mimeType: "video/mp4" }),
  ],
  ["a round video", { video_note: file("n") }, media("video", "n", { mimeType: "video/mp4" })],
  ["a voice message", { voice: file("o", { mime_type: "audio/ogg" }) }, media("audio", "o", { mimeType: "audio/ogg" })],
  [
    "a song without a name",
    { audio: file("s", { performer: "Amália", title: "Barco Negro", mime_type: "audio/mpeg" }) },
    media("audio", "s", { mimeType: "audio/mpeg", fileName: "Amália – Barco Negro" }),
  ],
  [
    "a document",
    { document: file("d", { mime_type: "application/pdf", file_name: "Fatura.pdf" }) },
    media("document", "d", { mimeType: "application/pdf", fileName: "Fatura.pdf" }),
  ],
  [
    "a sticker",
    { sticker: file("st", { is_animated: false, is_video: false }) },
    media("image", "st", { mimeType: "image/webp" }),
  ],
  [
    "a sticker that is a film",
    { sticker: file("st", { is_animated: false, is_video: true }) },
    media("video", "st", { mimeType: "video/webm" }),
  ],
  [
    "a drawn sticker, as the picture that stands for it",
    { sticker: file("st", { is_animated: true, is_video: false, thumbnail: file("th") }) },
    media("image", "th", { mimeType: "image/webp" }),
  ],
  [
    "a drawn sticker without one",
    { sticker: file("st", { is_animated: true, is_video: false }) },
    media("document", "st", { fileName: "sticker.tgs" }),
  ],
  [
    "a poll",
    { poll: { question: "Tea?", options: [] } },
    { type: "text", content: "[Poll: Tea?]", raw: expect.anything() },
  ],
  [
    "a poll with its options",
    { poll: { question: "Tea?", options: [{ text: "Yes", voter_count: 1 }, 7, { text: "No" }] } },
    { type: "text", content: "[Poll: Tea?]\n• Yes\n• No" },
  ],
  [
    "a checklist",
    {
      checklist: {
        title: "Move",
        tasks: [
          { id: 1, text: "Boxes" },
          { id: 2, text: "Van" },
        ],
      },
    },
    { type: "text", content: "[Checklist: Move]\n• Boxes\n• Van", raw: expect.anything() },
  ],
  [
    "data of a mini app",
    { web_app_data: { button_text: "Order", data: '{"size":"M"}' } },
    { type: "text", content: '[Data of a mini app: Order]\n{"size":"M"}', raw: expect.anything() },
  ],
  [
    "a payment",
    { successful_payment: { currency: "EUR", total_amount: 1450, invoice_payload: "7" } },
    { type: "text", content: "[Payment: 14.50 EUR]" },
  ],
  [
    "a payment in a currency without smaller units",
    { successful_payment: { currency: "JPY", total_amount: 900 } },
    { content: "[Payment: 900 JPY]" },
  ],
  ["stars", { successful_payment: { currency: "XTR", total_amount: 50 } }, { content: "[Payment: 50 stars]" }],
  [
    "an invoice",
    { invoice: { title: "Lamp", description: "Oak", currency: "?", total_amount: 8900 } },
    { content: "[Invoice: Lamp]\nOak\n89.00 ?" },
  ],
  [
    "shared people",
    {
      users_shared: { users: [{ user_id: 1, first_name: "Bo", last_name: "Li" }, { user_id: 2, username: "ana" }, {}] },
    },
    { content: "[Shared users: Bo Li, @ana, somebody]" },
  ],
  [
    "paid media, with a caption",
    { paid_media: { star_count: 5 }, caption: "Look" },
    { content: "[Paid media for 5 stars] Look" },
  ],
  [
    "a formatted message",
    {
      rich_message: {
        blocks: [
          { type: "heading", size: 1, text: "Terms" },
          {
            type: "paragraph",
            text: ["See ", { type: "url", text: { type: "bold", text: "our shop" }, url: "https://shop.example" }],
          },
          { type: "list", items: [{ blocks: [{ type: "paragraph", text: "One" }] }, { text: "Two" }] },
          {
            type: "table",
            cells: [
              [{ text: "Size" }, { text: "Colour" }],
              [{ text: ["M", "L"] }, { text: "Red" }],
            ],
            caption: { text: "Stock", credit: "Shop" },
          },
          { type: "blockquote", blocks: [{ type: "paragraph", text: "Never late" }], credit: "A client" },
          { type: "math", expression: "a + b" },
          { type: "paragraph", text: [{ type: "custom_emoji", alternative_text: "👍" }, " yes"] },
          { type: "buttons", buttons: [{ text: "Buy", url: "https://buy.example" }] },
          { type: "hologram", blocks: [{ text: "Inside" }] },
          { type: "divider" },
        ],
      },
    },
    {
      type: "text",
      content:
        "[Formatted message]\nTerms\nSee our shop (https://shop.example)\nOne\nTwo\nSize | Colour\nML | Red\nStock\nShop\nNever late\nA client\na + b\n👍 yes\nBuy (https://buy.example)\nInside",
      raw: expect.anything(),
    },
  ],
  [
    "a formatted message that says nothing",
    { rich_message: { blocks: [7, null] } },
    { content: "[Formatted message]" },
  ],
  [
    "links whose addresses are beside the text",
    {
      text: "👋 our shop and https://b.example",
      entities: [
        { type: "text_link", offset: 3, length: 8, url: "https://a.example" },
        { type: "text_link", offset: 16, length: 17, url: "https://b.example" },
        { type: "text_link", offset: 0, length: 2, url: "javascript:alert(1)" },
        { type: "text_link", offset: 900, length: 2, url: "https://c.example" },
        { type: "bold", offset: 0, length: 2 },
      ],
    },
    { type: "text", content: "👋 our shop (https://a.example) and https://b.example" },
  ],
  [
    "a link in a caption",
    {
      photo: [file("p", { width: 9, height: 9 })],
      caption: "Here",
      caption_entities: [{ type: "text_link", offset: 0, length: 4, url: "https://a.example" }],
    },
    {
      content: "[Photo] Here (https://a.example)",
      ...media("image", "p", { mimeType: "image/jpeg", caption: "Here (https://a.example)" }),
    },
  ],
  ["a die", { dice: { emoji: "🎲", value: 4 } }, { type: "text", content: "[🎲 4]", raw: expect.anything() }],
  ["a game", { game: {} }, { type: "text", content: "[Game]", raw: expect.anything() }],
  ["a story", { story: {} }, { type: "text", content: "[Story]", raw: expect.anything() }],
  [
    "something of next year's",
    { hologram: {}, caption: "See" },
    { type: "text", content: "[A Telegram message of a kind that cannot be shown] See", raw: expect.anything() },
  ],
  [
    "a quote out of a message",
    {
      text: "This?",
      quote: { text: "the blue one" },
      reply_to_message: { ...MESSAGE, text: "Not the red, the blue one" },
    },
    { replyTo: { id: "42:7", content: "the blue one", type: "text" } },
  ],
  [
    "a quote out of another chat",
    { text: "This?", quote: { text: "On sale" }, external_reply: { origin: {} } },
    { replyTo: { id: null, content: "On sale", type: "text" } },
  ],
  [
    "a reply to a photo of ours",
    { text: "Yes", reply_to_message: { ...MESSAGE, photo: [file("p")], caption: "This?" } },
    { replyTo: { id: "42:7", content: "This?", type: "image" } },
  ],
])("%s", (_, content, expected) => {
  const { message } = readUpdate({ message: { ...MESSAGE, ...content } }, null);
  expect(message).toMatchObject(expected);
  if ("media" in expected) expect(message?.raw).toBeUndefined();
});

const NOTHING = { message: null, echo: null, changes: [], callbackQueryId: null };

test("service messages and groups are nothing", () => {
  const group = { chat: { id: -5, type: "group" }, text: "Hi" };
  for (const content of [{ pinned_message: {} }, { new_chat_members: [] }, { video_chat_started: {} }, group]) {
    const update = { ...MESSAGE, ...content };
    expect(readUpdate({ message: update }, null)).toEqual(NOTHING);
    expect(readUpdate({ edited_message: update }, null)).toEqual(NOTHING);
  }
});

describe("changes", () => {
  const at = new Date(1_790_000_100_000);
  const edited = (content: Record<string, unknown>) =>
    readUpdate({ edited_message: { ...MESSAGE, edit_date: 1_790_000_100, ...content } }, null).changes[0];

  test("an edit has what the message says now", () => {
    expect(edited({ text: "Hi!" })).toEqual({
      kind: "edit",
      at,
      externalMessageId: "42:7",
      type: "text",
      content: "Hi!",
    });
    expect(edited({ photo: [file("p")], caption: "New" })).toMatchObject(
      media("image", "p", { mimeType: "image/jpeg", caption: "New" }),
    );
  });

  test("of a position that moves only its end is an edit", () => {
    const location = { latitude: 38.7, longitude: -9.1 };
    expect(edited({ location: { ...location, live_period: 900 } })).toBeUndefined();
    expect(edited({ location })).toMatchObject({ type: "location", content: JSON.stringify(location) });
  });

  const reacted = (new_reaction: unknown[], more: Record<string, unknown> = {}) =>
    readUpdate(
      {
        message_reaction: {
          ...MESSAGE,
          user: MESSAGE.from,
          date: 1_790_000_100,
          old_reaction: [],
          new_reaction,
          ...more,
        },
      },
      null,
    ).changes[0];

  test.each([
    [
      "the last of several",
      [
        { type: "emoji", emoji: "👍" },
        { type: "emoji", emoji: "🔥" },
      ],
      "🔥",
    ],
    ["none any more", [], null],
    ["a picture of their own", [{ type: "custom_emoji", custom_emoji_id: "5" }], "✨"],
    ["a star that was paid for", [{ type: "paid" }], "⭐"],
  ])("a reaction: %s", (_, given, emoji) => {
    expect(reacted(given)).toEqual({ kind: "reaction", at, senderId: "42", externalMessageId: "42:7", emoji });
  });

  test("a reaction in a group is nothing", () => {
    expect(reacted([], { chat: { id: -1, type: "group" } })).toBeUndefined();
  });

  test("blocked and unblocked", () => {
    const member = (status: string, chat: object = MESSAGE.chat) =>
      readUpdate(
        { my_chat_member: { chat, from: MESSAGE.from, date: 1_790_000_100, new_chat_member: { status, user: {} } } },
        null,
      ).changes[0];
    expect(member("kicked")).toEqual({ kind: "reachability", at, senderId: "42", isReachable: false });
    expect(member("member")).toMatchObject({ isReachable: true });
    expect(member("administrator")).toBeUndefined();
    expect(member("kicked", { id: -1, type: "group" })).toBeUndefined();
  });
});

test("a topic is a conversation of its own; a thread of replies is not", () => {
  const read = (more: Record<string, unknown>) => readUpdate({ message: { ...MESSAGE, text: "Hi", ...more } }, null);
  const inTopic = read({ message_thread_id: 12, is_topic_message: true });
  expect(inTopic.message).toMatchObject({ externalConversationId: "topic:12", externalMessageId: "42:7" });
  expect(read({ message_thread_id: 12 }).message).toMatchObject({ externalConversationId: null });
});

describe("a business account that the bot answers for", () => {
  const OWNER = { id: 9, is_bot: false, first_name: "Olga", last_name: "Berg" };
  const written = { ...MESSAGE, business_connection_id: "bc1", text: "Hi" };

  test("what the contact writes is a message in a conversation of its own", () => {
    const replied = { message_id: 5, chat: MESSAGE.chat, date: 1, text: "Before" };
    expect(readUpdate({ business_message: { ...written, reply_to_message: replied } }, "shop_bot")).toMatchObject({
      echo: null,
      message: {
        senderId: "42",
        profile: { name: "Maria" },
        externalConversationId: "business:bc1",
        externalMessageId: "bc1:42:7",
        replyTo: { id: "bc1:42:5", content: "Before" },
      },
    });
  });

  test("what is written there for the business is an echo, which says by whom", () => {
    const owners = (bot?: string) => {
      const sender_business_bot = bot === undefined ? undefined : { id: 7, is_bot: true, username: bot };
      return readUpdate({ business_message: { ...written, from: OWNER, sender_business_bot } }, "shop_bot");
    };
    const echo = {
      recipientId: "42",
      profile: { name: null },
      externalConversationId: "business:bc1",
      externalMessageId: "bc1:42:7",
    };
    for (const read of [owners(), owners("other_bot")]) {
      expect(read).toMatchObject({
        message: null,
        echo: { ...echo, isForeign: true, isAutomatic: false, content: "Hi" },
      });
    }
    expect(owners("shop_bot")).toMatchObject({ message: null, echo: { ...echo, isForeign: false } });
    const greeting = { ...written, from: OWNER, is_from_offline: true };
    expect(readUpdate({ business_message: greeting }, "shop_bot")).toMatchObject({ echo: { isAutomatic: true } });
  });

  test("edits, deletions and buttons name the message there", () => {
    const edited = readUpdate({ edited_business_message: { ...written, edit_date: 1_790_000_100 } }, null);
    expect(edited.changes).toMatchObject([{ kind: "edit", externalMessageId: "bc1:42:7", content: "Hi" }]);
    const deleted = { business_connection_id: "bc1", chat: MESSAGE.chat, message_ids: [7, 8] };
    expect(readUpdate({ deleted_business_messages: deleted }, null).changes).toEqual([
      { kind: "deletion", at: null, externalMessageId: "bc1:42:7" },
      { kind: "deletion", at: null, externalMessageId: "bc1:42:8" },
    ]);
    const query = { id: "cb", from: MESSAGE.from, data: "y", message: written };
    expect(readUpdate({ callback_query: query }, null).message).toMatchObject({
      externalConversationId: "business:bc1",
      replyTo: { id: "bc1:42:7" },
    });
    const owners = { ...query, from: OWNER };
    expect(readUpdate({ callback_query: owners }, null)).toEqual({ ...NOTHING, callbackQueryId: "cb" });
    for (const odd of [7, {}, { ...deleted, message_ids: "7" }]) {
      expect(readUpdate({ deleted_business_messages: odd }, null)).toEqual(NOTHING);
    }
  });

  test.each([
    [{ is_enabled: true, rights: { can_reply: true } }, false, "read and answer the chats of Olga Berg"],
    [{ is_enabled: true, rights: {} }, true, "but not answer"],
    [{ is_enabled: false }, true, "Olga Berg's Telegram account disconnected the bot"],
  ])("its owner decides what the bot may do: %j", (state, isUrgent, words) => {
    const connection = { id: "bc1", user: OWNER, user_chat_id: 9, date: 1_790_000_100, ...state };
    const { changes } = readUpdate({ business_connection: connection }, null);
    expect(changes).toMatchObject([{ kind: "account", at: null, notice: { isUrgent } }]);
    expect(changes[0]?.kind === "account" && inEnglish(changes[0].notice.words)).toContain(words);
    expect(readUpdate({ business_connection: { id: "bc1" } }, null)).toEqual(NOTHING);
  });
});
