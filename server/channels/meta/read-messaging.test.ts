import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messagingEntry, messagingEvent, webhookCall } from "../../../simulator/graph-webhook.ts";
import type { InboundCall } from "../inbound.ts";
import { facebookAdapter } from "../facebook/adapter.ts";
import { instagramAdapter } from "../instagram/adapter.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const PAGE = { accessToken: "EAAG-page", pageId: "1010", appSecret: SECRET };
const ACCOUNT = { accessToken: "IGAA-account", accountId: "17841400000000001", appSecret: SECRET };
const PSID = "24680";
const AT = new Date("2026-11-21T09:00:00.250Z");
const MID = "m_AbC-dEf";

/** Sends entries as Meta does, for a page or an account, and reads them. */
function bring(object: "page" | "instagram", ...entries: unknown[]): Required<InboundCall> {
  const { inbound } = object === "page" ? facebookAdapter : instagramAdapter;
  const credentials = object === "page" ? PAGE : ACCOUNT;
  const { headers, body } = webhookCall(object, entries, SECRET);
  expect(inbound?.isGenuine((name) => headers[name] ?? null, credentials, Buffer.from(body))).toBe(true);
  return inbound?.read(JSON.parse(body), { identifier: "shop", credentials }) as Required<InboundCall>;
}
const event = (content: Record<string, unknown>) => messagingEvent(PSID, PAGE.pageId, content, AT);
const ofPage = (content: Record<string, unknown>) => bring("page", messagingEntry(PAGE.pageId, [event(content)]));
const ofInstagram = (content: Record<string, unknown>, from = PSID, to = ACCOUNT.accountId) =>
  bring("instagram", messagingEntry(ACCOUNT.accountId, [messagingEvent(from, to, content, AT)]));
const said = (message: Record<string, unknown>) => ofPage({ message: { mid: MID, ...message } }).messages;
const image = (url: string) => ({ type: "image", payload: { url } });

describe("messages", () => {
  const media = { id: null, mimeType: null, fileName: null, caption: null };
  const url = "https://cdn.example/file?oh=1";
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["text", { text: "Hei 👋" }, { type: "text", content: "Hei 👋", replyTo: null }],
    ["a reply", { text: "Yes", reply_to: { mid: "m_OUR" } }, { replyTo: { id: "m_OUR", content: null, type: null } }],
    [
      "an answer to a story",
      { text: "Nice", reply_to: { story: { id: "1", url: "https://cdn.example/story" } } },
      { replyTo: { id: null, content: "https://cdn.example/story", type: "story" } },
    ],
    [
      "a quick reply",
      { text: "Yes", quick_reply: { payload: "y" } },
      { type: "interactive", content: '{"reply":{"id":"y","title":"Yes"}}' },
    ],
    [
      "an image",
      { attachments: [image(url)] },
      { type: "text", content: "[Photo]", media: { ...media, type: "image", url } },
    ],
    [
      "a video",
      { attachments: [{ type: "video", payload: { url } }] },
      { content: "[Video]", media: { ...media, type: "video", url } },
    ],
    [
      "audio",
      { attachments: [{ type: "audio", payload: { url } }] },
      { content: "[Audio]", media: { ...media, type: "audio", url } },
    ],
    [
      "a file",
      { attachments: [{ type: "file", payload: { url } }] },
      { content: "[Document]", media: { ...media, type: "document", url } },
    ],
    [
      "a sticker that comes under two types",
      {
        sticker_id: 369,
        attachments: [
          { type: "image", payload: { url, sticker_id: 369 } },
          { type: "sticker", payload: { url, sticker_id: 369 } },
        ],
      },
      { content: "[Photo]", media: { ...media, type: "image", url } },
    ],
    [
      "a place",
      {
        attachments: [{ type: "location", title: "Ida's place", payload: { coordinates: { lat: 59.9, long: 10.7 } } }],
      },
      { type: "location", content: '{"latitude":59.9,"longitude":10.7,"name":"Ida\'s place"}' },
    ],
    [
      "a shared post",
      { attachments: [{ type: "ig_post", payload: { title: "Sale", url } }] },
      { content: `[Shared post] Sale ${url}` },
    ],
    [
      "a link whose payload is a text",
      { attachments: [{ type: "fallback", title: "News", url, payload: "none" }] },
      { content: `[Link] News ${url}` },
    ],
    [
      "a text with a link, which Meta adds a preview of",
      { text: `See ${url}`, attachments: [{ type: "fallback", payload: { title: "News", url } }] },
      { type: "text", content: `See ${url}` },
    ],
    ["a link without payload", { attachments: [{ type: "fallback", title: "News" }] }, { content: "[Link] News" }],
    [
      "a photo to look at once",
      { attachments: [{ type: "ephemeral" }] },
      { content: expect.stringContaining("shown in the app only") },
    ],
    [
      "a card with elements and buttons",
      {
        attachments: [
          {
            type: "template",
            payload: {
              template_type: "generic",
              elements: [
                { title: "Boots", subtitle: "€ 89", image_url: url, buttons: [{ type: "web_url", title: "Buy", url }] },
                { title: "Socks" },
              ],
            },
          },
        ],
      },
      { type: "text", content: "[Card]\nBoots – € 89\n▸ Buy\nSocks", raw: expect.anything() },
    ],
    [
      "a card that is a text with buttons",
      {
        attachments: [
          { type: "template", payload: { template_type: "button", text: "May we?", buttons: [{ title: "Yes" }, 7] } },
        ],
      },
      { type: "text", content: "[Card] May we?\n▸ Yes" },
    ],
    [
      "a product",
      {
        attachments: [
          {
            type: "template",
            payload: { product: { elements: [{ id: 1, retailer_id: "b7", title: "Boots", subtitle: "NOK 890" }] } },
          },
        ],
      },
      { type: "text", content: "[Product]\nBoots – NOK 890" },
    ],
    [
      "a card without anything to read",
      { attachments: [{ type: "template", payload: null }] },
      { type: "text", content: "[Card]", raw: { type: "template", payload: null } },
    ],
    [
      "a file that the page may not have as it is",
      { attachments: [{ type: "unsupported_type", payload: { url } }] },
      { content: "[An attachment of a kind that cannot be shown]", media: { ...media, type: "document", url } },
    ],
    [
      "an attachment of the future",
      { attachments: [{ type: "hologram", payload: { id: 1 } }] },
      { content: "[An attachment of a kind that cannot be shown]", raw: { type: "hologram", payload: { id: 1 } } },
    ],
    [
      "what the platform does not hand on",
      { is_unsupported: true },
      { content: "[A message of a kind that cannot be shown]", raw: expect.objectContaining({ is_unsupported: true }) },
    ],
    [
      "the first by an advertisement",
      {
        text: "Hi",
        referral: {
          ...{ source: "ADS", type: "OPEN_THREAD", ad_id: "7", referer_uri: "https://shop.example/sale" },
          ads_context_data: { ad_title: "Boots", photo_url: "https://x.invalid/a.jpg", post_id: "9" },
        },
      },
      {
        ...{ sourceType: "ad", sourceUrl: "https://shop.example/sale" },
        ad: { id: "7", headline: "Boots", text: null, clickId: null, pictureUrl: "https://x.invalid/a.jpg" },
      },
    ],
    [
      "the first by a link",
      { text: "Hi", referral: { source: "SHORTLINK", type: "OPEN_THREAD", ref: "spring sale" } },
      { sourceType: "link", sourceUrl: "https://m.me/1010?ref=spring%20sale" },
    ],
  ])("%s", (_, message, expected) => {
    expect(said(message)).toMatchObject([
      {
        senderId: PSID,
        externalMessageId: MID,
        externalConversationId: null,
        providerAt: AT,
        profile: {},
        ...expected,
      },
    ]);
  });

  test("of several parts are a message each, the first under the id that reactions use", () => {
    const parts = said({ text: "Look", attachments: [image("https://cdn.example/1"), image("https://cdn.example/2")] });
    expect(parts.map(({ externalMessageId, content }) => [externalMessageId, content])).toEqual([
      [MID, "Look"],
      [`${MID}:1`, "[Photo]"],
      [`${MID}:2`, "[Photo]"],
    ]);
    expect(said({ attachments: [image("https://cdn.example/1")] })[0]?.externalMessageId).toBe(MID);
  });

  test("buttons, with and without an id of their own", () => {
    const tap = {
      title: "Start",
      payload: "GET_STARTED",
      referral: { ref: "qr", source: "SHORTLINK", type: "OPEN_THREAD" },
    };
    const tapped = {
      type: "interactive",
      content: '{"reply":{"id":"GET_STARTED","title":"Start"}}',
      sourceType: "link",
    };
    expect(ofPage({ postback: { mid: "m_P", ...tap } }).messages).toMatchObject([
      { externalMessageId: "m_P", ...tapped },
    ]);
    const [without] = ofPage({ postback: tap }).messages;
    expect(without?.externalMessageId).toBe(`postback:${PSID}:${AT.getTime()}`);
  });

  test("ids that are numbers, as in old bodies", () => {
    const old = {
      sender: { id: 24680 },
      recipient: { id: 1010 },
      timestamp: AT.getTime(),
      message: { mid: MID, text: "Hi" },
    };
    expect(bring("page", { id: 1010, time: 1, messaging: [old] }).messages).toMatchObject([
      { senderId: PSID, content: "Hi" },
    ]);
  });
});

describe("what happened to messages", () => {
  test("edits, deletions, reactions", () => {
    expect(ofPage({ message_edit: { mid: MID, text: "Ten!", num_edit: 1 } }).changes).toEqual([
      { kind: "edit", at: AT, externalMessageId: MID, type: "text", content: "Ten!" },
    ]);
    const deleted = ofPage({ message: { mid: MID, is_deleted: true } });
    expect([deleted.messages, deleted.changes]).toEqual([[], [{ kind: "deletion", at: AT, externalMessageId: MID }]]);
    const react = (reaction: Record<string, unknown>) => ofPage({ reaction: { mid: MID, ...reaction } }).changes;
    const change = { kind: "reaction", at: AT, senderId: PSID, externalMessageId: MID };
    expect(react({ action: "react", reaction: "love", emoji: "❤" })).toEqual([{ ...change, emoji: "❤" }]);
    expect(react({ action: "react", reaction: "wow" })).toEqual([{ ...change, emoji: "😮" }]);
    expect(react({ action: "unreact" })).toEqual([{ ...change, emoji: null }]);
  });

  test("somebody known came by a link", () => {
    expect(ofPage({ referral: { ref: "autumn", source: "SHORTLINK", type: "OPEN_THREAD" } }).changes).toEqual([
      {
        ...{ kind: "referral", at: AT, senderId: PSID },
        ...{ sourceType: "link", sourceUrl: "https://m.me/1010?ref=autumn", ad: null },
      },
    ]);
    expect(
      ofInstagram({ referral: { ref: "autumn", source: "SHORTLINK", type: "OPEN_THREAD" } }).changes,
    ).toMatchObject([{ sourceUrl: "https://ig.me/m/shop?ref=autumn" }]);
  });

  test("Messenger's deliveries, by name and until a time; its reads until a time", () => {
    const until = new Date("2026-11-21T08:59:00Z");
    const report = { at: AT, error: null };
    expect(ofPage({ delivery: { mids: ["m_1", "m_2"], watermark: until.getTime() } }).statuses).toEqual([
      { of: "message", externalMessageId: "m_1", messageId: null, status: "delivered", ...report },
      { of: "message", externalMessageId: "m_2", messageId: null, status: "delivered", ...report },
      { of: "upToTime", senderId: PSID, until, status: "delivered", ...report },
    ]);
    expect(ofPage({ delivery: { watermark: until.getTime() } }).statuses).toHaveLength(1);
    expect(ofPage({ read: { watermark: String(until.getTime()) } }).statuses).toMatchObject([
      { of: "upToTime", until },
    ]);
    expect(ofPage({ read: { watermark: until.getTime() } }).statuses).toEqual([
      { of: "upToTime", senderId: PSID, until, status: "read", ...report },
    ]);
  });

  test("Instagram's reads, up to a message", () => {
    expect(ofInstagram({ read: { mid: "aWdfOUR" } }).statuses).toEqual([
      { of: "upToMessage", senderId: PSID, externalMessageId: "aWdfOUR", status: "read", at: AT, error: null },
    ]);
  });
});

describe("what the business wrote", () => {
  const OUR_ID = "0190a1b2-0000-7000-8000-000000000001";

  test("by us comes back with our id", () => {
    const echo = { mid: MID, is_echo: true, app_id: 1, metadata: OUR_ID, text: "Ten" };
    const { statuses, echoes, messages } = bring(
      "page",
      messagingEntry(PAGE.pageId, [messagingEvent(PAGE.pageId, PSID, { message: echo }, AT)]),
    );
    expect([statuses, messages]).toEqual([[], []]);
    expect(echoes).toMatchObject([{ externalMessageId: MID, messageId: OUR_ID, recipientId: PSID, providerAt: AT }]);
  });

  test("to itself is nothing", () => {
    const { accountId } = ACCOUNT;
    const read = ofInstagram({ message: { mid: MID, text: "Note", is_self: true } }, accountId, accountId);
    expect([read.messages, read.echoes]).toEqual([[], []]);
  });

  test("elsewhere is an echo to the client; on Instagram it comes among the messages, marked or not", () => {
    const echo = { mid: MID, is_echo: true, text: "From the inbox", metadata: "another tool's" };
    const { echoes, messages, statuses } = bring(
      "page",
      messagingEntry(PAGE.pageId, [messagingEvent(PAGE.pageId, PSID, { message: echo }, AT)]),
    );
    expect([messages, statuses]).toEqual([[], []]);
    expect(echoes).toMatchObject([
      { recipientId: PSID, externalMessageId: MID, content: "From the inbox", providerAt: AT },
    ]);
    for (const more of [{ is_echo: true }, {}]) {
      const read = ofInstagram({ message: { mid: MID, text: "From the app", ...more } }, ACCOUNT.accountId, PSID);
      expect(read.messages).toEqual([]);
      expect(read.echoes).toMatchObject([{ recipientId: PSID, content: "From the app" }]);
    }
    expect(ofInstagram({ reaction: { mid: MID, action: "react" } }, ACCOUNT.accountId, PSID).changes).toEqual([]);
    expect(ofInstagram({ postback: { payload: "x" } }, ACCOUNT.accountId, PSID).messages).toEqual([]);
  });
});

describe("a call of many parts", () => {
  const hi = (text: string) => event({ message: { mid: `m_${text}`, text } });

  test("all entries and events in order, doubles too; another page's are named", () => {
    const { messages, elsewhere } = bring(
      "page",
      messagingEntry(PAGE.pageId, [hi("b"), hi("a")]),
      messagingEntry("2020", [hi("theirs")]),
      messagingEntry(PAGE.pageId, [hi("a")]),
    );
    expect(messages.map(({ content }) => content)).toEqual(["b", "a", "a"]);
    expect(elsewhere).toEqual(["2020"]);
  });

  test("what another app answers is marked, without its receipts and the payloads of its buttons", () => {
    const standby = [
      hi("to the other"),
      event({ read: { watermark: 1_700_000_000_000 }, delivery: { mids: ["m_1"] } }),
      event({ postback: { mid: "m_2", title: "Yes" } }),
      event({ reaction: { mid: "m_1", action: "react", emoji: "👍" } }),
    ];
    const { messages, statuses, changes } = bring("page", { id: PAGE.pageId, time: 1, standby });
    expect(messages.map(({ content, isStandby }) => [content, isStandby])).toEqual([
      ["to the other", true],
      ['{"reply":{"id":"Yes","title":"Yes"}}', true],
    ]);
    expect(statuses).toEqual([]);
    expect(changes).toMatchObject([{ kind: "reaction", externalMessageId: "m_1" }]);
  });

  test("feeds, tests of the dashboard and strange elements leave the others whole", () => {
    const { messages, statuses, changes, echoes } = bring(
      "page",
      { id: PAGE.pageId, time: 1, changes: [{ field: "feed", value: {} }] },
      null,
      {
        id: PAGE.pageId,
        messaging: [null, 5, {}, { sender: {}, recipient: {} }, event({}), event({ optin: { ref: "x" } })],
      },
      messagingEntry(PAGE.pageId, [
        event({ message: "?" }),
        event({ read: 5, delivery: [], reaction: {}, postback: null }),
        hi("whole"),
      ]),
    );
    expect(messages.map(({ content }) => content)).toEqual(["whole"]);
    expect([statuses, changes, echoes]).toEqual([[], [], []]);
    const entry = { id: ACCOUNT.accountId, changes: [{ field: "messages", value: { sender: { id: "1" } } }] };
    expect(bring("instagram", entry)).toMatchObject({ messages: [], elsewhere: [] });
    for (const body of [null, 1, [], {}, { object: "instagram", entry: [messagingEntry(PAGE.pageId, [hi("x")])] }]) {
      expect(facebookAdapter.inbound?.read(body, { identifier: null, credentials: PAGE }).messages).toEqual([]);
    }
  });

  test("whatever an event is, it is read without throwing, and a message always has a sender, an id and a content", () => {
    const part = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom("24680", "1010", "m_1", { id: "1010" }, { url: "https://x" }),
    );
    const attachment = fc.record(
      { type: fc.constantFrom("image", "location", "fallback", "x"), payload: part },
      { requiredKeys: ["type"] },
    );
    const content = fc.record(
      {
        message: fc.record(
          {
            mid: fc.constantFrom("m_1", "m_2"),
            text: part,
            attachments: fc.array(attachment),
            quick_reply: part,
            is_echo: part,
          },
          { requiredKeys: ["mid"] },
        ),
        postback: fc.record({ mid: part, title: part, payload: part }),
        reaction: part,
        delivery: fc.record({ mids: part, watermark: part }),
        read: fc.record({ mid: part, watermark: part }),
      },
      { requiredKeys: [] },
    );
    let read = 0;
    fc.assert(
      fc.property(content, (given) => {
        const body = { object: "page", entry: [messagingEntry(PAGE.pageId, [event(given)])] };
        const { messages } = facebookAdapter.inbound?.read(body, { identifier: null, credentials: PAGE }) ?? {
          messages: [],
        };
        for (const each of messages) {
          read++;
          expect(each.senderId).toBe(PSID);
          expect(each.externalMessageId?.length).toBeGreaterThan(0);
          expect(typeof each.content).toBe("string");
        }
      }),
      { numRuns: 1_000 },
    );
    expect(read).toBeGreaterThan(0);
  });
});

test("Instagram signs with either of the app's two secrets", () => {
  const { inbound } = instagramAdapter;
  const call = webhookCall("instagram", [], "instagram_secret");
  const isGenuine = (credentials: unknown) =>
    inbound?.isGenuine((name) => call.headers[name] ?? null, credentials, Buffer.from(call.body));
  expect(isGenuine(ACCOUNT)).toBe(false);
  expect(isGenuine({ ...ACCOUNT, instagramAppSecret: "instagram_secret" })).toBe(true);
});
