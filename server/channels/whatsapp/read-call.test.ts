import { english } from "../../testing/english.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  webhookCall,
  whatsappEntry,
  whatsappMessage,
  whatsappStatus,
  type WebhookCall,
  type WhatsappCustomer,
} from "../../../simulator/graph-webhook.ts";
import type { InboundCall } from "../inbound.ts";
import { whatsappAdapter } from "./adapter.ts";

const PROPERTIES = {
  accessToken: "EAAG-whatsapp",
  phoneNumberId: "900100200300",
  wabaId: "500600700",
  appSecret: "0123456789abcdef0123456789abcdef",
};
const NUMBER = { ...PROPERTIES, displayPhoneNumber: "+47 900 00 100" };
const OTHER = { wabaId: "500600700", phoneNumberId: "900100200301", displayPhoneNumber: "+47 900 00 101" };
const IDA: WhatsappCustomer = { waId: "4790000001", userId: "NO.7Xk29", name: "Ida Lund" };
const AT = new Date("2026-11-21T09:00:00Z");
const { inbound } = whatsappAdapter;
if (!inbound) throw new Error("WhatsApp brings messages");

const isGenuine = ({ headers, body }: WebhookCall, properties = PROPERTIES) =>
  inbound.isGenuine((name) => headers[name] ?? null, properties, Buffer.from(body));
const readBody = (body: unknown): InboundCall =>
  inbound.read(body, { identifier: "+4790000100", credentials: PROPERTIES });
/** Reads a call like the endpoint: first the signature, then the body. */
function bring(...entries: unknown[]): InboundCall {
  const call = webhookCall("whatsapp_business_account", entries, PROPERTIES.appSecret);
  expect(isGenuine(call)).toBe(true);
  return readBody(JSON.parse(call.body));
}
const says = (content: { type: string } & Record<string, unknown>, customer = IDA) =>
  whatsappEntry(NUMBER, whatsappMessage(customer, content, AT));
const text = (body: string) => ({ type: "text", text: { body } });

describe("every type of message", () => {
  const file = { id: "77", mime_type: "image/jpeg", sha256: "aGFzaA==" };
  const media = { id: "77", url: null, mimeType: "image/jpeg", fileName: null, caption: null };
  test.each<[string, { type: string } & Record<string, unknown>, Record<string, unknown>]>([
    ["text", text("Hei 👋 æøå"), { type: "text", content: "Hei 👋 æøå", replyTo: null }],
    [
      "image",
      { type: "image", image: { ...file, caption: "Look" } },
      { type: "text", content: "[Photo] Look", media: { ...media, type: "image", caption: "Look" } },
    ],
    ["video", { type: "video", video: file }, { content: "[Video]", media: { ...media, type: "video" } }],
    [
      "audio",
      { type: "audio", audio: { ...file, voice: false } },
      { content: "[Audio]", media: { ...media, type: "audio" } },
    ],
    [
      "voice note",
      { type: "audio", audio: { ...file, voice: true } },
      { content: "[Voice message]", media: { ...media, type: "audio" } },
    ],
    [
      "document",
      { type: "document", document: { ...file, filename: "a.pdf" } },
      { content: "[Document] a.pdf", media: { ...media, type: "document", fileName: "a.pdf" } },
    ],
    [
      "sticker",
      { type: "sticker", sticker: { ...file, animated: false } },
      { content: "[Sticker]", media: { ...media, type: "image" } },
    ],
    [
      "location",
      {
        type: "location",
        location: { latitude: 59.9, longitude: 10.7, name: "Shop", address: "Gate 1", url: "https://x.example" },
      },
      { type: "location", content: '{"latitude":59.9,"longitude":10.7,"name":"Shop","address":"Gate 1"}' },
    ],
    [
      "contacts",
      {
        type: "contacts",
        contacts: [
          {
            name: { formatted_name: "Bo Li", first_name: "Bo" },
            phones: [{ phone: "+47 91", wa_id: "4791", type: "CELL" }, { wa_id: "4792" }],
            emails: [{ email: "b@x.no", type: "WORK" }],
          },
          { phones: [{ phone: "+1 2" }] },
        ],
      },
      {
        type: "contacts",
        content: '[{"name":"Bo Li","phones":["+47 91","+4792"],"emails":["b@x.no"]},{"name":"+1 2","phones":["+1 2"]}]',
      },
    ],
    [
      "button reply",
      {
        type: "interactive",
        interactive: { type: "button_reply", button_reply: { id: "y", title: "Yes" } },
        context: { from: "47", id: "wamid.OUR" },
      },
      {
        type: "interactive",
        content: '{"reply":{"id":"y","title":"Yes"}}',
        replyTo: { id: "wamid.OUR", content: null, type: null },
      },
    ],
    [
      "list reply",
      {
        type: "interactive",
        interactive: { type: "list_reply", list_reply: { id: "m", title: "M", description: "40" } },
      },
      { type: "interactive", content: '{"reply":{"id":"m","title":"M"}}' },
    ],
    [
      "form",
      {
        type: "interactive",
        interactive: { type: "nfm_reply", nfm_reply: { response_json: '{"a":1}', body: "Sent", name: "flow" } },
      },
      { type: "text", content: "[Form]\na: 1", raw: expect.anything() },
    ],
    [
      "form with named fields, choices and a token",
      flow(
        JSON.stringify({
          flow_token: "secret",
          screen_0_First_name_0: "Ana",
          screen_1_Sizes_1: ["S", "M"],
          when: { day: 3 },
          note: null,
        }),
      ),
      { type: "text", content: '[Form]\nFirst name: Ana\nSizes: S, M\nwhen: {"day":3}\nnote: –' },
    ],
    [
      "form with names of its own",
      flow(JSON.stringify({ address_line_1: "Main St", address_line_2: "Flat 4" })),
      { type: "text", content: "[Form]\naddress line 1: Main St\naddress line 2: Flat 4" },
    ],
    [
      "form whose answer is deeper than any form",
      flow(`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
      { type: "text", content: expect.stringContaining('{"a":[[[') },
    ],
    ["form that is no JSON", flow("{broken"), { type: "text", content: "[Form]\n{broken" }],
    ["form without answers", flow(null), { type: "text", content: "[Form] Sent" }],
    [
      "interactive of the future, with a text",
      { type: "interactive", interactive: { type: "carousel_reply", body: { text: "The blue one" } } },
      { type: "text", content: "The blue one", raw: expect.anything() },
    ],
    [
      "question about a product",
      {
        ...text("Is it waterproof?"),
        context: { referred_product: { catalog_id: "1", product_retailer_id: "boots-7" } },
      },
      { type: "text", content: "[Product boots-7]\nIs it waterproof?", raw: expect.anything() },
    ],
    [
      "answer to the question for calls",
      {
        type: "interactive",
        interactive: { type: "call_permission_reply", call_permission_reply: { response: "accept" } },
      },
      { type: "text", content: "[Calls allowed]" },
    ],
    [
      "button of a template",
      { type: "button", button: { payload: "p-1", text: "Stop" } },
      { type: "interactive", content: '{"reply":{"id":"p-1","title":"Stop"}}' },
    ],
    [
      "order",
      {
        type: "order",
        order: {
          catalog_id: "1",
          text: "Please",
          product_items: [
            { product_retailer_id: "sku-1", quantity: 2, item_price: 10, currency: "EUR" },
            { product_retailer_id: "sku-2" },
          ],
        },
      },
      { type: "text", content: "[Order] Please\n2 × sku-1 at 10 EUR\n1 × sku-2" },
    ],
    [
      "order with every price, in numbers and texts",
      {
        type: "order",
        order: {
          catalog_id: 1,
          text: "",
          product_items: [
            { product_retailer_id: 17, quantity: "3", item_price: "4.10", currency: "EUR" },
            { product_retailer_id: "sku-2", quantity: 1, item_price: 0.2, currency: "EUR" },
          ],
        },
      },
      { type: "text", content: "[Order]\n3 × 17 at 4.10 EUR\n1 × sku-2 at 0.2 EUR\nTotal 12.5 EUR" },
    ],
    [
      "order of which not everything can be read",
      {
        type: "order",
        order: {
          product_items: [
            { product_retailer_id: "a", quantity: null, item_price: 2, currency: "EUR" },
            { product_retailer_id: null, quantity: 1, item_price: 5, currency: "EUR" },
          ],
        },
      },
      { type: "text", content: "[Order]\n1 × a at 2 EUR" },
    ],
    [
      "a poll",
      { type: "unsupported", unsupported: { type: "poll_creation" }, errors: [{ code: 131051 }] },
      { type: "text", content: "[Poll, shown in WhatsApp only]", raw: expect.anything() },
    ],
    [
      "unsupported",
      {
        type: "unsupported",
        errors: [
          {
            code: 131051,
            title: "Message type unknown",
            error_data: { details: "Message type is currently not supported." },
          },
        ],
      },
      {
        type: "text",
        content: "[A WhatsApp message of a kind that cannot be shown: Message type is currently not supported.]",
        raw: expect.objectContaining({ type: "unsupported" }),
      },
    ],
    [
      "a kind of the future",
      { type: "hologram", hologram: { id: "h" } },
      {
        content: "[A WhatsApp message of a kind that cannot be shown]",
        raw: expect.objectContaining({ hologram: { id: "h" } }),
      },
    ],
    [
      "a kind that claims to be everything",
      { type: "__proto__" },
      { content: "[A WhatsApp message of a kind that cannot be shown]" },
    ],
    ["a text without its body", { type: "text" }, { content: "[A WhatsApp message of a kind that cannot be shown]" }],
    ["a broken choice", { type: "interactive" }, { content: "[A WhatsApp message of a kind that cannot be shown]" }],
    ["a forwarded text", { ...text("Hi"), context: { forwarded: true } }, { content: "Hi", replyTo: null }],
    [
      "the first after an advertisement",
      {
        ...text("Hi"),
        referral: {
          ...{ source_url: "https://fb.me/x", source_type: "ad", source_id: 1, headline: "Boots", ctwa_clid: "c" },
          ...{ media_type: "video", video_url: "https://x.invalid/a.mp4", thumbnail_url: "https://x.invalid/a.jpg" },
        },
      },
      {
        ...{ content: "Hi", sourceType: "ad", sourceUrl: "https://fb.me/x" },
        ad: { id: "1", headline: "Boots", text: null, clickId: "c", pictureUrl: "https://x.invalid/a.jpg" },
      },
    ],
    ["the first after something unnamed", { ...text("Hi"), referral: { headline: 7 } }, { sourceType: "ad", ad: null }],
  ])("%s", (_, content, expected) => {
    const { messages, changes, statuses, echoes, elsewhere } = bring(says(content));
    expect({ changes, statuses, echoes, elsewhere }).toEqual({ changes: [], statuses: [], echoes: [], elsewhere: [] });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      senderId: "4790000001",
      externalMessageId: expect.stringMatching(/^wamid\./),
      externalConversationId: null,
      providerAt: AT,
      profile: { name: "Ida Lund", phone: "+4790000001", country: null },
      ...expected,
    });
  });
});

function flow(response_json: unknown) {
  return {
    type: "interactive",
    interactive: { type: "nfm_reply", nfm_reply: { response_json, body: "Sent", name: "flow" } },
  };
}

describe("who wrote", () => {
  const senderOf = (customer: WhatsappCustomer) => {
    const [message] = bring(says(text("Hi"), customer)).messages;
    return message && { senderId: message.senderId, identities: message.identities, profile: message.profile };
  };

  test("by number and business-scoped id, the id that stays first", () => {
    expect(senderOf(IDA)?.identities).toEqual([
      { scope: "bsuid", externalId: "NO.7Xk29" },
      { scope: "phone", externalId: "4790000001" },
    ]);
  });

  test("by business-scoped id alone: no phone, and the country that the id begins with", () => {
    expect(senderOf({ userId: "NO.7Xk29", username: "@ida.l", name: "" })).toEqual({
      senderId: "NO.7Xk29",
      identities: [{ scope: "bsuid", externalId: "NO.7Xk29" }],
      profile: { name: "ida.l", phone: null, country: "NO" },
    });
  });

  test("by ids that are numbers, in a body whose entry is no list", () => {
    const entry = whatsappEntry(NUMBER, {
      contacts: [{ profile: { name: "Ida Lund" }, wa_id: 4_790_000_001 }],
      messages: [{ from: 4_790_000_001, id: 77, timestamp: 1_795_251_600, type: "text", text: { body: "Hi" } }],
    });
    expect(readBody({ object: "whatsapp_business_account", entry }).messages).toMatchObject([
      { senderId: "4790000001", externalMessageId: "77", content: "Hi", profile: { name: "Ida Lund" } },
    ]);
  });

  test("a lone contact with other ids lends its name and nothing by which two people would become one", () => {
    const value = whatsappMessage(IDA, text("Hi"), AT);
    const contacts = [{ profile: { name: "Bo" }, wa_id: "4790000002", user_id: "NO.Bo" }];
    const [message] = bring(whatsappEntry(NUMBER, { ...value, contacts })).messages;
    expect(message).toMatchObject({ senderId: "4790000001", profile: { name: "Bo", phone: "+4790000001" } });
    expect(message?.identities).toEqual([
      { scope: "bsuid", externalId: "NO.7Xk29" },
      { scope: "phone", externalId: "4790000001" },
    ]);
  });

  test("of an account from before such ids: by number", () => {
    expect(senderOf({ waId: "4790000001", name: "" })).toEqual({
      senderId: "4790000001",
      identities: [{ scope: "phone", externalId: "4790000001" }],
      profile: { name: "+4790000001", phone: "+4790000001", country: null },
    });
  });

  test("with the id of a group of portfolios last, and each of several contacts by their own name", () => {
    const ida = whatsappMessage(IDA, { ...text("a"), from_parent_user_id: "NO.ENT.9" }, AT);
    const bo = whatsappMessage({ waId: "4790000002", name: "Bo" }, text("b"), AT);
    const { messages } = bring(
      whatsappEntry(NUMBER, {
        contacts: [...bo.contacts, ...ida.contacts],
        messages: [...ida.messages, ...bo.messages],
      }),
    );
    expect(messages.map(({ profile }) => profile.name)).toEqual(["Ida Lund", "Bo"]);
    expect(messages[0]?.identities?.at(-1)).toEqual({ scope: "bsuid", externalId: "NO.ENT.9" });
  });

  test("without contacts, as a message's own words say", () => {
    const { messages } = bring(whatsappEntry(NUMBER, { messages: whatsappMessage(IDA, text("Hi")).messages }));
    expect(messages[0]).toMatchObject({ senderId: "4790000001", profile: { name: "+4790000001" } });
  });
});

describe("what tells of something that was there before", () => {
  const change = (content: { type: string } & Record<string, unknown>) => {
    const { messages, changes } = bring(says(content));
    expect(messages).toEqual([]);
    return changes;
  };

  test("reactions, and their taking back in both spellings", () => {
    const reaction = { kind: "reaction", at: AT, senderId: "4790000001", externalMessageId: "wamid.OUR" };
    expect(change({ type: "reaction", reaction: { message_id: "wamid.OUR", emoji: "❤️" } })).toEqual([
      { ...reaction, emoji: "❤️" },
    ]);
    expect(change({ type: "reaction", reaction: { message_id: "wamid.OUR", emoji: "" } })).toEqual([
      { ...reaction, emoji: null },
    ]);
    expect(change({ type: "reaction", reaction: { message_id: "wamid.OUR" } })).toEqual([{ ...reaction, emoji: null }]);
    expect(change({ type: "reaction" })).toEqual([]);
  });

  test("edits and deletions", () => {
    expect(
      change({
        type: "edit",
        edit: { original_message_id: "wamid.1", message: { type: "text", text: { body: "Ten!" } } },
      }),
    ).toEqual([{ kind: "edit", at: AT, externalMessageId: "wamid.1", type: "text", content: "Ten!" }]);
    expect(change({ type: "revoke", revoke: { original_message_id: "wamid.1" } })).toEqual([
      { kind: "deletion", at: AT, externalMessageId: "wamid.1" },
    ]);
  });

  test("a new number, a new id", () => {
    expect(
      change({
        type: "system",
        system: { type: "user_changed_number", body: "…", wa_id: "4790000009", user_id: "NO.new" },
      }),
    ).toEqual([
      {
        kind: "identity",
        at: AT,
        from: { scope: "phone", externalId: "4790000001" },
        to: [
          { scope: "bsuid", externalId: "NO.new" },
          { scope: "phone", externalId: "4790000009" },
        ],
      },
    ]);
    expect(change({ type: "system", system: { type: "customer_identity_changed", body: "…" } })).toEqual([]);
    // Since August 2026 the former id is named, and each name becomes its successor.
    const both = {
      type: "user_changed_number",
      wa_id: "4790000009",
      user_id: "NO.new",
      previous_user_id: "NO.7Xk29",
      parent_user_id: "NO.ENT.new",
      previous_parent_user_id: "NO.ENT.old",
    };
    expect(change({ type: "system", system: both })).toEqual([
      {
        kind: "identity",
        at: AT,
        from: { scope: "bsuid", externalId: "NO.ENT.old" },
        to: [{ scope: "bsuid", externalId: "NO.ENT.new" }],
      },
      {
        kind: "identity",
        at: AT,
        from: { scope: "bsuid", externalId: "NO.7Xk29" },
        to: [{ scope: "bsuid", externalId: "NO.new" }],
      },
      {
        kind: "identity",
        at: AT,
        from: { scope: "phone", externalId: "4790000001" },
        to: [
          { scope: "bsuid", externalId: "NO.new" },
          { scope: "phone", externalId: "4790000009" },
          { scope: "bsuid", externalId: "NO.ENT.new" },
        ],
      },
    ]);
    // The number is hidden: the message has no sender and no contact.
    const hidden = {
      id: "wamid.R",
      timestamp: String(AT.getTime() / 1_000),
      type: "system",
      system: { type: "user_changed_user_id", user_id: "NO.new", previous_user_id: "NO.7Xk29" },
    };
    const metadata = { phone_number_id: NUMBER.phoneNumberId };
    expect(
      bring(whatsappEntry(NUMBER, { messaging_product: "whatsapp", metadata, messages: [hidden] })).changes,
    ).toEqual([
      {
        kind: "identity",
        at: AT,
        from: { scope: "bsuid", externalId: "NO.7Xk29" },
        to: [{ scope: "bsuid", externalId: "NO.new" }],
      },
    ]);
    const update = {
      wa_id: "4790000001",
      user_id: { previous: "NO.7Xk29", current: "NO.8Yl30" },
      timestamp: "1795251600",
    };
    const { changes } = bring(whatsappEntry(NUMBER, { user_id_update: [update] }, "user_id_update"));
    expect(changes).toEqual([
      {
        kind: "identity",
        at: new Date(1_795_251_600_000),
        from: { scope: "bsuid", externalId: "NO.7Xk29" },
        to: [{ scope: "bsuid", externalId: "NO.8Yl30" }],
      },
    ]);
  });

  test("a call that nobody took is a message; one that was taken, or that we made, is none", () => {
    const call = { id: "wacid.1", from: "4790000001", to: "4790000100", timestamp: "1795251600", event: "terminate" };
    const contacts = [{ profile: { name: "Ida Lund" }, wa_id: "4790000001", user_id: "NO.7Xk29" }];
    const missed = { ...call, direction: "USER_INITIATED", status: "FAILED" };
    const calls = (...all: unknown[]) => bring(whatsappEntry(NUMBER, { contacts, calls: all }, "calls")).messages;
    expect(calls(missed)).toMatchObject([
      {
        senderId: "4790000001",
        externalMessageId: "wacid.1",
        type: "text",
        content: "[Missed call]",
        providerAt: new Date(1_795_251_600_000),
        profile: { name: "Ida Lund" },
      },
    ]);
    expect(calls({ ...missed, duration: null })).toHaveLength(1);
    const taken = { ...missed, status: "COMPLETED", start_time: "1795251500", end_time: "1795251600", duration: 100 };
    const ours = { ...missed, direction: "BUSINESS_INITIATED" };
    expect(calls({ ...missed, event: "connect" }, taken, ours, null)).toEqual([]);
  });

  test("a template's new state, which names no number", () => {
    const value = {
      event: "APPROVED",
      message_template_id: 1,
      message_template_name: "a",
      message_template_language: "en",
      reason: null,
    };
    const entry = (id: string) => ({
      id,
      time: 1_795_251_600,
      changes: [{ field: "message_template_status_update", value }],
    });
    expect(bring(entry(PROPERTIES.wabaId)).changes).toEqual([
      { kind: "templates", accountId: PROPERTIES.wabaId, at: null },
      expect.objectContaining({ kind: "account" }),
    ]);
    expect(bring(entry("1"))).toMatchObject({ changes: [], elsewhere: ["1"] });
  });

  test("what was written in the phone's app, to whom", () => {
    const message = {
      from: "4790000100",
      to: "4790000001",
      id: "wamid.APP",
      timestamp: "1795251600",
      ...text("From the phone"),
    };
    const { echoes, messages } = bring(
      whatsappEntry(NUMBER, { message_echoes: [message, { id: 1 }] }, "smb_message_echoes"),
    );
    expect(messages).toEqual([]);
    expect(echoes).toMatchObject([
      { recipientId: "4790000001", externalMessageId: "wamid.APP", type: "text", content: "From the phone" },
    ]);
  });

  test("what the business did to messages in the phone's app: its own reaction, never the client's", () => {
    const did = (id: string, content: Record<string, unknown>) => ({
      from: "4790000100",
      to: "4790000001",
      id,
      timestamp: "1795251600",
      ...content,
    });
    const { echoes, messages, changes } = bring(
      whatsappEntry(
        NUMBER,
        {
          message_echoes: [
            did("wamid.R", { type: "reaction", reaction: { message_id: "wamid.THEIRS", emoji: "👍" } }),
            did("wamid.D", { type: "revoke", revoke: { original_message_id: "wamid.OURS" } }),
            did("wamid.S", { type: "system", system: { type: "user_changed_number", wa_id: "4790000200" } }),
          ],
        },
        "smb_message_echoes",
      ),
    );
    expect([messages, echoes]).toEqual([[], []]);
    expect(changes).toMatchObject([
      { kind: "reaction", isAgent: true, externalMessageId: "wamid.THEIRS", emoji: "👍" },
      { kind: "deletion", externalMessageId: "wamid.OURS" },
    ]);
  });
});

describe("statuses", () => {
  const sent = { wamid: "wamid.OUT", body: { to: "+4790000001", biz_opaque_callback_data: "our-id" } };
  test.each(["sent", "delivered", "read", "played"])("%s, with our own id", (status) => {
    expect(bring(whatsappEntry(NUMBER, whatsappStatus(sent, status, { at: AT }))).statuses).toEqual([
      {
        ...{ of: "message", externalMessageId: "wamid.OUT", messageId: "our-id", status, at: AT, error: null },
        price: { category: "service", type: "regular" },
      },
    ]);
  });

  test.each([
    [{ category: "utility", billable: true }, "regular"],
    [{ category: "utility", billable: false }, "free"],
    [{ category: "utility", type: "free_entry_point", billable: true }, "free_entry_point"],
    [{ category: "utility" }, null],
  ])("with the price %j", (pricing, type) => {
    const [body] = whatsappStatus(sent, "sent").statuses;
    expect(bring(whatsappEntry(NUMBER, { statuses: [{ ...body, pricing }] })).statuses).toMatchObject([
      { price: { category: "utility", type } },
    ]);
  });

  test.each([undefined, null, "CBP", {}, { category: 7 }])("with the price %j, without a price", (pricing) => {
    const [body] = whatsappStatus(sent, "sent").statuses;
    expect(bring(whatsappEntry(NUMBER, { statuses: [{ ...body, pricing }] })).statuses).toMatchObject([
      { status: "sent", price: null },
    ]);
  });

  test("failed, with what to do; one without a reason; those that say nothing of delivery", () => {
    const failed = (errors: unknown[]) =>
      bring(whatsappEntry(NUMBER, whatsappStatus(sent, "failed", { errors }))).statuses;
    expect(
      failed([{ code: 131026, title: "Message undeliverable", error_data: { details: "Incapable." } }]),
    ).toMatchObject([
      {
        status: "failed",
        error: english(/^The contact cannot be reached on WhatsApp.*\(131026: Incapable\.\)$/),
      },
    ]);
    expect(failed([{ code: 139_999, title: "New" }])).toMatchObject([{ error: "New (139999)" }]);
    expect(failed([])).toMatchObject([{ status: "failed", error: null }]);
    const { statuses } = bring(
      whatsappEntry(NUMBER, whatsappStatus(sent, "deleted")),
      whatsappEntry(NUMBER, { statuses: [{ id: "x" }] }),
    );
    expect(statuses).toEqual([]);
  });
});

describe("a call of many parts", () => {
  test("all entries, changes, messages and statuses, in the order in which they stand, doubles too", () => {
    const [a, b] = [says(text("a")), says(text("b"))];
    const both = whatsappEntry(NUMBER, {
      ...whatsappMessage(IDA, text("c"), AT),
      ...whatsappStatus({ wamid: "wamid.OUT", body: {} }, "read"),
      errors: [{ code: 131000 }],
    });
    const { messages, statuses } = bring(b, a, both, {
      id: "500600700",
      changes: [...(a.changes as unknown[]), ...(b.changes as unknown[])],
    });
    expect(messages.map(({ content }) => content)).toEqual(["b", "a", "c", "a", "b"]);
    expect(messages[1]?.externalMessageId).toBe(messages[3]?.externalMessageId);
    expect(statuses).toHaveLength(1);
  });

  test("of another number nothing is read, and it is named once", () => {
    const other = whatsappEntry(OTHER, whatsappMessage(IDA, text("theirs")));
    const { messages, elsewhere } = bring(other, says(text("ours")), other);
    expect(messages.map(({ content }) => content)).toEqual(["ours"]);
    expect(elsewhere).toEqual(["900100200301"]);
  });

  test("what is written in a group is the group's, with its writer's name", () => {
    const { messages } = bring(says({ ...text("to all"), group_id: "120363@g.us" }));
    expect(messages).toMatchObject([
      {
        senderId: "120363@g.us",
        identities: [{ scope: "group", externalId: "120363@g.us" }],
        externalConversationId: "group:120363@g.us",
        profile: { name: "WhatsApp group" },
        writerName: "Ida Lund",
        content: "to all",
      },
    ]);
    const receipt = (status: string) => ({ id: "wamid.1", status, timestamp: "1", recipient_type: "group" });
    const { statuses } = bring(whatsappEntry(NUMBER, { statuses: ["sent", "delivered", "read"].map(receipt) }));
    expect(statuses?.map(({ status }) => status)).toEqual(["sent"]);
  });

  test("strange elements leave the others whole", () => {
    const strange = [null, 5, {}, { id: "1" }, { id: "500600700", changes: "none" }, { changes: [{ field: 1 }, null] }];
    const odd = whatsappEntry(NUMBER, {
      messages: [null, { id: 5 }, { type: "text" }, { id: "wamid.x" }],
      statuses: [null, "x"],
      contacts: "?",
    });
    const unknown = whatsappEntry(NUMBER, { calls: [{ id: "c" }] }, "calls");
    const { messages, statuses, changes } = bring(...strange, odd, unknown, says(text("whole")));
    expect(messages.map(({ content }) => content)).toEqual(["whole"]);
    expect([statuses, changes]).toEqual([[], []]);
  });

  test("other objects, and what is no call at all", () => {
    const nothing = {
      messages: [],
      statuses: [],
      changes: [],
      echoes: [],
      contactNames: [],
      elsewhere: [],
      answer: {},
    };
    for (const body of [
      null,
      5,
      "x",
      [],
      {},
      { object: "page", entry: [says(text("x"))] },
      { object: "whatsapp_business_account" },
    ]) {
      expect(readBody(body)).toEqual(nothing);
    }
  });

  test("whatever a call is, it is read without throwing, and a message always has a sender, an id and a content", () => {
    const part = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom("4790000001", "NO.7Xk29", "text", "image", "wamid.1", { body: "Hi" }),
    );
    const message = fc.record(
      {
        id: fc.oneof(fc.constant("wamid.1"), part),
        from: part,
        from_user_id: part,
        timestamp: fc.oneof(fc.constant("1795251600"), part),
        type: fc.oneof(
          fc.constantFrom("text", "image", "contacts", "interactive", "order", "reaction", "edit", "system"),
          part,
        ),
        text: part,
        image: part,
        contacts: fc.array(part),
        interactive: fc.record({ type: part, button_reply: part, list_reply: part }),
        order: fc.record({ product_items: fc.array(part) }),
        reaction: part,
        edit: fc.record({ original_message_id: part, message: part }),
        context: part,
        referral: part,
      },
      { requiredKeys: ["id", "type"] },
    );
    const value = fc.record({ messages: fc.array(message), contacts: part, statuses: part });
    let read = 0;
    fc.assert(
      fc.property(value, (given) => {
        const { messages } = readBody({ object: "whatsapp_business_account", entry: [whatsappEntry(NUMBER, given)] });
        for (const each of messages) {
          read++;
          expect(each.senderId.length).toBeGreaterThan(0);
          expect(each.externalMessageId?.length).toBeGreaterThan(0);
          expect(typeof each.content).toBe("string");
          expect(each.providerAt === null || Number.isFinite(each.providerAt.getTime())).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(read).toBeGreaterThan(0);
  });
});

describe("the signature", () => {
  const call = webhookCall("whatsapp_business_account", [says(text("Grüße 👋"))], PROPERTIES.appSecret);

  test("is over the bytes as Meta wrote them, and holds where something has written them anew", () => {
    expect(call.body).toContain("\\u00fc");
    expect(isGenuine(call)).toBe(true);
    const decoded = { ...call, body: JSON.stringify(JSON.parse(call.body)) };
    expect(decoded.body).toContain("👋");
    expect(isGenuine(decoded)).toBe(true);
  });

  test.each<[string, Partial<WebhookCall>]>([
    ["a changed body", { body: call.body.replace("4790000001", "4790000002") }],
    ["no signature", { headers: {} }],
    ["only the old one", { headers: { "x-hub-signature": call.headers["x-hub-signature"] ?? "" } }],
    [
      "another algorithm",
      { headers: { "x-hub-signature-256": (call.headers["x-hub-signature-256"] ?? "").replace("sha256", "sha1") } },
    ],
    ["half of it", { headers: { "x-hub-signature-256": (call.headers["x-hub-signature-256"] ?? "").slice(0, 40) } }],
    ["an empty body", { body: "" }],
  ])("refuses %s", (_, changes) => {
    expect(isGenuine({ ...call, ...changes })).toBe(false);
  });

  test("refuses another app's", () => {
    expect(isGenuine(call, { ...PROPERTIES, appSecret: "another_secret" })).toBe(false);
  });
});
