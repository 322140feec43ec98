import { inEnglish, say } from "../../say.ts";
import { english } from "../../testing/english.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../../simulator/graph.ts";
import type { GraphErrorName } from "../../../simulator/graph-errors.ts";
import { handshakeUrl } from "../../../simulator/graph-webhook.ts";
import { OUTGOING } from "../../testing/outgoing.ts";
import type { OutgoingMessage } from "../channel.ts";
import { verdictOf } from "../meta/verdict.ts";
import { whatsappAdapter } from "./adapter.ts";
import { standingOf } from "./standing.ts";
import { whatsappVerdict } from "./errors.ts";

const PROPERTIES = {
  accessToken: "EAAG-whatsapp",
  phoneNumberId: "900100200300",
  wabaId: "500600700",
  appSecret: "0123456789abcdef0123456789abcdef",
};
const CLIENT = "4790000001";
const ADDRESS = "https://desk.example/ext/v1/incoming/whatsapp/one";

let graph: GraphStandIn;
let clock = new Date("2026-11-21T09:00:00Z");

/** The response to Meta's handshake request. */
let answerOf: (query: URLSearchParams) => string | null = (query) =>
  whatsappAdapter.inbound?.handshake?.answer(query, PROPERTIES) ?? null;

beforeAll(async () => {
  graph = await startGraph({
    now: () => clock,
    reach: (url) => Promise.resolve(answerOf(new URL(url).searchParams)),
  });
  process.env.META_GRAPH_URL = graph.url;
});
afterAll(() => graph.stop());
beforeEach(() => {
  const { accessToken, phoneNumberId, wabaId } = PROPERTIES;
  graph.addAccount(wabaId, accessToken, [
    {
      id: "1",
      name: "order_shipped",
      language: "nb",
      status: "APPROVED",
      category: "UTILITY",
      components: [{ type: "BODY", text: "Hei {{1}}, ordre {{2}}" }],
    },
    { id: "2", name: "plain", language: "en", status: "APPROVED", category: "UTILITY", components: [] },
    { id: "3", name: "rejected", language: "en", status: "REJECTED", category: "UTILITY", components: [] },
    { id: "4", name: "cards", language: "en", status: "APPROVED", category: "MARKETING" },
  ]);
  graph.addNumber({ phoneNumberId, wabaId, accessToken, displayPhoneNumber: "+47 900 00 100" });
  graph.openWindow(phoneNumberId, CLIENT);
});

const MESSAGE: OutgoingMessage = { ...OUTGOING, content: "Hei 👋 *Ida*", externalClientId: CLIENT };
const send = (message: Partial<OutgoingMessage> = {}) =>
  whatsappAdapter.send({ ...MESSAGE, ...message }, PROPERTIES, new AbortController().signal);
const template = (name: string, language: string | null, components: unknown = null): Partial<OutgoingMessage> => ({
  type: "template",
  content: name,
  template: { name, language, components },
});
const lastBody = () => graph.calls.at(-1)?.body;
const frame = {
  messaging_product: "whatsapp",
  recipient_type: "individual",
  to: CLIENT,
  biz_opaque_callback_data: MESSAGE.messageId,
};

describe("what is sent", () => {
  test.each<[string, Partial<OutgoingMessage>, Record<string, unknown>]>([
    ["text as it is", {}, { type: "text", text: { body: "Hei 👋 *Ida*", preview_url: false } }],
    [
      "text with a link, which is previewed",
      { content: "See https://shop.example/7" },
      { type: "text", text: { body: "See https://shop.example/7", preview_url: true } },
    ],
    [
      "an image",
      { type: "image", content: "https://cdn.example/a.jpg" },
      { type: "image", image: { link: "https://cdn.example/a.jpg" } },
    ],
    [
      "a video",
      { type: "video", content: "https://cdn.example/a.mp4" },
      { type: "video", video: { link: "https://cdn.example/a.mp4" } },
    ],
    [
      "audio",
      { type: "audio", content: "https://cdn.example/a.ogg" },
      { type: "audio", audio: { link: "https://cdn.example/a.ogg", voice: true } },
    ],
    [
      "a document, under its own name",
      { type: "document", content: "https://cdn.example/x/Tilbud%20nr.%207.pdf?key=1" },
      {
        type: "document",
        document: { link: "https://cdn.example/x/Tilbud%20nr.%207.pdf?key=1", filename: "Tilbud nr. 7.pdf" },
      },
    ],
    [
      "a document of ours, under its owner's name",
      {
        type: "document",
        content: "https://desk.example/uploads/7/0f.pdf",
        file: { name: "Tilbud.pdf", sizeBytes: 7, withBytes: () => Promise.reject(new Error("not asked for")) },
      },
      { type: "document", document: { link: "https://desk.example/uploads/7/0f.pdf", filename: "Tilbud.pdf" } },
    ],
    [
      "a place",
      { type: "location", content: '{"latitude": 59.9, "longitude": 10.7, "name": "Butikk", "address": "Gate 1"}' },
      { type: "location", location: { latitude: 59.9, longitude: 10.7, name: "Butikk", address: "Gate 1" } },
    ],
    [
      "contacts",
      {
        type: "contacts",
        content: '[{"name": "Bo Li", "phones": ["+4791"], "emails": ["b@x.no"]}, {"name": "C", "phones": ["+1"]}]',
      },
      {
        type: "contacts",
        contacts: [
          {
            name: { formatted_name: "Bo Li", first_name: "Bo Li" },
            phones: [{ phone: "+4791" }],
            emails: [{ email: "b@x.no" }],
          },
          { name: { formatted_name: "C", first_name: "C" }, phones: [{ phone: "+1" }] },
        ],
      },
    ],
    [
      "buttons",
      {
        type: "interactive",
        content: JSON.stringify({
          header: "Order 7",
          body: "Confirm?",
          footer: "Until noon",
          buttons: [{ id: "y", title: "Yes" }],
        }),
      },
      {
        type: "interactive",
        interactive: {
          type: "button",
          header: { type: "text", text: "Order 7" },
          body: { text: "Confirm?" },
          footer: { text: "Until noon" },
          action: { buttons: [{ type: "reply", reply: { id: "y", title: "Yes" } }] },
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
                title: "",
                rows: [
                  { id: "s", title: "S", description: "36" },
                  { id: "m", title: "M" },
                ],
              },
            ],
          },
        }),
      },
      {
        type: "interactive",
        interactive: {
          type: "list",
          body: { text: "Pick" },
          action: {
            button: "Open",
            sections: [
              {
                rows: [
                  { id: "s", title: "S", description: "36" },
                  { id: "m", title: "M" },
                ],
              },
            ],
          },
        },
      },
    ],
    [
      "a template without fields",
      template("plain", "en"),
      { type: "template", template: { name: "plain", language: { code: "en" } } },
    ],
    [
      "a template whose components are spelt as in its list",
      template("order_shipped", "nb", [
        {
          type: "BODY",
          parameters: [
            { type: "text", text: "Ida" },
            { type: "text", text: "42" },
          ],
        },
        { type: "BUTTON", sub_type: "URL", index: 0, parameters: [{ type: "text", text: "42" }] },
      ]),
      {
        type: "template",
        template: {
          name: "order_shipped",
          language: { code: "nb" },
          components: [
            {
              type: "body",
              parameters: [
                { type: "text", text: "Ida" },
                { type: "text", text: "42" },
              ],
            },
            { type: "button", sub_type: "url", index: 0, parameters: [{ type: "text", text: "42" }] },
          ],
        },
      },
    ],
    [
      "an answer to a message",
      { replyTo: { externalId: "wamid.Q", content: "?", type: "text" } },
      { type: "text", text: { body: "Hei 👋 *Ida*", preview_url: false }, context: { message_id: "wamid.Q" } },
    ],
    [
      "an answer to a message whose id is not known",
      { replyTo: { externalId: null, content: "?", type: "text" } },
      { type: "text", text: { body: "Hei 👋 *Ida*", preview_url: false } },
    ],
  ])("%s", async (_, message, content) => {
    expect(await send(message)).toEqual({
      outcome: "accepted",
      externalMessageId: expect.stringMatching(/^wamid\./),
      responseStatus: 200,
    });
    expect(lastBody()).toEqual({ ...frame, ...content });
    expect(graph.calls.at(-1)?.path).toBe("900100200300/messages");
    expect(graph.requests.at(-1)).not.toContain(PROPERTIES.accessToken);
  });

  test("every kind of template component goes through as it is", async () => {
    const components = [
      { type: "header", parameters: [{ type: "image", image: { link: "https://cdn.example/x.jpg" } }] },
      {
        type: "body",
        parameters: [
          { type: "text", parameter_name: "order_no", text: "42" },
          { type: "currency", currency: { fallback_value: "$1", code: "USD", amount_1000: 1000 } },
          { type: "date_time", date_time: { fallback_value: "May 1" } },
        ],
      },
      {
        type: "limited_time_offer",
        parameters: [{ type: "limited_time_offer", limited_time_offer: { expiration_time_ms: 1_790_000_000_000 } }],
      },
      { type: "button", sub_type: "quick_reply", index: "0", parameters: [{ type: "payload", payload: "yes" }] },
      { type: "button", sub_type: "copy_code", index: 1, parameters: [{ type: "coupon_code", coupon_code: "SALE" }] },
      { type: "button", sub_type: "flow", index: 2, parameters: [{ type: "action", action: { flow_token: "t" } }] },
      {
        type: "carousel",
        cards: [
          {
            card_index: 0,
            components: [
              { type: "header", parameters: [{ type: "video", video: { link: "https://cdn.example/x.mp4" } }] },
              { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "a" }] },
            ],
          },
        ],
      },
    ];
    expect(await send(template("cards", "en", components))).toMatchObject({ outcome: "accepted" });
    expect(lastBody()).toMatchObject({ template: { components } });
  });

  test("a number with + as digits, a business-scoped id as recipient", async () => {
    await send({ externalClientId: `+${CLIENT}` });
    expect(lastBody()).toMatchObject({ to: CLIENT });
    graph.openWindow(PROPERTIES.phoneNumberId, "NO.7Xk29");
    expect(await send({ externalClientId: "NO.7Xk29" })).toMatchObject({ outcome: "accepted" });
    expect(lastBody()).toMatchObject({ recipient: "NO.7Xk29" });
    expect(lastBody()).not.toHaveProperty("to");
  });

  test("the number under which the client will answer is told, where it is another", async () => {
    graph.openWindow(PROPERTIES.phoneNumberId, "5511987654321");
    graph.knowAs("5511987654321", "551187654321");
    expect(await send({ externalClientId: "+5511987654321" })).toMatchObject({
      outcome: "accepted",
      recipient: { scope: "phone", externalId: "551187654321" },
    });
    graph.knowAs("5511987654321", "5511987654321");
    expect(await send({ externalClientId: "+5511987654321" })).not.toHaveProperty("recipient");
  });
});

describe("what cannot be sent is refused unasked, with the place", () => {
  const choices = (count: number) => Array.from({ length: count }, (_, i) => ({ id: String(i), title: `Choice ${i}` }));
  const interactive = (content: unknown): Partial<OutgoingMessage> => ({
    type: "interactive",
    content: JSON.stringify(content),
  });
  test.each<[string, Partial<OutgoingMessage>, string]>([
    ["a note", { type: "note" }, "WhatsApp cannot send messages of type note"],
    ["content that is no JSON", { type: "location", content: "Oslo" }, "The content of the message is no JSON"],
    [
      "content of another shape",
      { type: "contacts", content: "[]" },
      "The content of the message does not fit its type",
    ],
    [
      "four buttons",
      interactive({ body: "?", buttons: choices(4) }),
      "WhatsApp takes up to 3 buttons, not 4; a list takes up to 10 rows",
    ],
    [
      "eleven rows",
      interactive({ body: "?", list: { button: "Open", sections: [{ title: "A", rows: choices(11) }] } }),
      "WhatsApp takes lists of up to 10 rows in all, not 11",
    ],
    [
      "a long button",
      interactive({ body: "?", buttons: [{ id: "a", title: "Yes, send it to me now" }] }),
      'WhatsApp takes up to 20 characters in a button title; "Yes, send it to me now…" has 22',
    ],
    ["no choice", interactive({ body: "?" }), "An interactive message needs buttons or a list"],
    [
      "buttons and a list",
      interactive({
        body: "?",
        buttons: choices(1),
        list: { button: "Open", sections: [{ title: "A", rows: choices(1) }] },
      }),
      "WhatsApp takes buttons or a list in one message, not both",
    ],
    [
      "several sections, one without a title",
      interactive({
        body: "?",
        list: {
          button: "Open",
          sections: [
            { title: "A", rows: choices(1) },
            { title: "", rows: choices(1) },
          ],
        },
      }),
      "WhatsApp wants a title for every section where a list has several",
    ],
    [
      "a template without language",
      template("plain", null),
      'The template "plain" needs a language, like en or pt_BR (templateLang)',
    ],
    [
      "a field of two lines, on a card",
      template("cards", "en", [
        {
          type: "carousel",
          cards: [{ card_index: 0, components: [{ type: "body", parameters: [{ type: "text", text: "a\nb" }] }] }],
        },
      ]),
      "templateComponents.0.cards.0.components.0.parameters.0.text has a new line, a tab or more than four spaces, which Meta does not take there",
    ],
    [
      "a button that is not named",
      template("plain", "en", [{ type: "button", parameters: [{ type: "text", text: "x" }] }]),
      "templateComponents.0 of type button needs sub_type and index, which say which button of the template it is",
    ],
    [
      "components that are none",
      template("plain", "en", [{ parameters: [] }]),
      "templateComponents.0.type is not as Meta wants it: Invalid input: expected string, received undefined",
    ],
  ])("%s", async (_, message, error) => {
    const before = graph.calls.length;
    expect(await send(message)).toEqual({ outcome: "refused", error, responseStatus: null });
    expect(graph.calls.length).toBe(before);
  });
});

describe("the text of a file", () => {
  test.each(["image", "video", "document"] as const)("goes with it: %s", async (type) => {
    graph.openWindow(PROPERTIES.phoneNumberId, "4790000001");
    const content = "https://cdn.example/a.file";
    expect(await send({ type, content, caption: "Look 👋" })).toMatchObject({ outcome: "accepted" });
    expect(lastBody()).toMatchObject({ type, [type]: { link: content, caption: "Look 👋" } });
    expect(await send({ type, content })).toMatchObject({ outcome: "accepted" });
    expect(JSON.stringify(lastBody())).not.toContain("caption");
  });

  test("not with a sound", async () => {
    expect(await send({ type: "audio", content: "https://cdn.example/a.ogg", caption: "Listen" })).toEqual({
      outcome: "refused",
      error: "WhatsApp takes no text with a sound; send it as a message of its own",
      responseStatus: null,
    });
  });
});

describe("what Meta refuses", () => {
  test.each<[GraphErrorName, string, RegExp, number | undefined]>([
    ["throughput", "retry", /^This number sends faster than WhatsApp allows \(130429: Message failed/, 5],
    ["pairRate", "retry", /^Too many messages to this contact in a short time \(131056: /, 4],
    ["spamLimit", "retry", /^WhatsApp holds this number back/, 600],
    ["somethingWrong", "retry", /131000/, undefined],
    ["maintenance", "retry", /131057/, 60],
    ["temporary", "retry", /^Meta cannot take it at the moment \(2: /, undefined],
    ["appRateLimit", "retry", /4: Application request limit reached/, 60],
    // Three minutes, from the header.
    ["accountRateLimit", "retry", /80007/, 180],
    [
      "tokenExpired",
      "unauthorized",
      /^Meta does not accept the access token any more; connect the channel again/,
      undefined,
    ],
    ["rightMissing", "unauthorized", /^The access token lacks a right/, undefined],
    ["accessDenied", "unauthorized", /whatsapp_business_messaging/, undefined],
    ["accountLocked", "unauthorized", /Account Quality/, undefined],
    ["payment", "unauthorized", /payment is settled/, undefined],
    ["notRegistered", "unauthorized", /finish its registration/, undefined],
    ["restricted", "unauthorized", /368/, undefined],
    [
      "undeliverable",
      "refused",
      /^The contact cannot be reached on WhatsApp.*\(131026: Message Undeliverable\.\)$/,
      undefined,
    ],
    [
      "windowClosed",
      "refused",
      /^More than 24 hours have passed since the contact wrote; send them a template/,
      undefined,
    ],
    ["marketingCapped", "refused", /do not send it again within 24 hours/, undefined],
    ["notAllowedToTest", "refused", /add the contact's in the Meta app/, undefined],
    ["mediaNotLoaded", "refused", /reachable for all.*http code 404/, undefined],
    ["needsPhone", "refused", /ask the contact for it/, undefined],
    ["templateParameters", "refused", /fill in each one \(132000: body: number/, undefined],
    ["templateMissing", "refused", /^There is no such template in this language/, undefined],
    ["templatePaused", "refused", /paused the template/, undefined],
    ["parameterMissing", "refused", /the contact may lack the field.*131008: Parameter is missing/, undefined],
  ])("%s: %s", async (name, outcome, error, retryAfterSeconds) => {
    graph.fail(name);
    const result = await send();
    expect(result).toMatchObject({ outcome, error: english(error), responseStatus: expect.any(Number) });
    expect(result.outcome === "retry" ? result.retryAfterSeconds : undefined).toBe(retryAfterSeconds);
    expect(JSON.stringify(result)).not.toContain(PROPERTIES.accessToken);
  });

  test("a limit of the number or the account pauses the channel, one of two people only their message", async () => {
    for (const name of ["throughput", "accountRateLimit", "appRateLimit", "spamLimit"] as const) {
      graph.fail(name);
      expect(await send(), name).toMatchObject({ outcome: "retry", pausesChannel: true });
    }
    for (const name of ["pairRate", "temporary", "somethingWrong"] as const) {
      graph.fail(name);
      expect(await send(), name).not.toHaveProperty("pausesChannel");
    }
  });

  test("a template that is not what its list says is told apart", async () => {
    const statuses = {
      templateParameters: null,
      templateMissing: null,
      templatePaused: "PAUSED",
      templateDisabled: "DISABLED",
    };
    for (const [name, status] of Object.entries(statuses) as [keyof typeof statuses, string | null][]) {
      graph.fail(name);
      expect(await send(), name).toMatchObject({ outcome: "refused", aboutTemplate: { status } });
    }
    graph.fail("undeliverable");
    expect(await send()).not.toHaveProperty("aboutTemplate");
  });

  /** Where the last sends went, and with which result. */
  const paths = (count = 2) => graph.calls.slice(-count).map(({ path, status }) => [path.split("/").at(-1), status]);

  test("marketing that the account may send by another address only goes there", async () => {
    graph.fail("marketingElsewhere");
    expect(await send(template("cards", "en"))).toMatchObject({ outcome: "accepted" });
    expect(paths()).toEqual([
      ["messages", 400],
      ["marketing_messages", 200],
    ]);
    graph.fail("marketingElsewhere", 2);
    expect(await send(template("cards", "en"))).toMatchObject({ outcome: "refused" });
    expect(paths().map(([, status]) => status)).toEqual([400, 400]);
    graph.fail("marketingElsewhere");
    graph.fail("templateSyncing");
    expect(await send(template("cards", "en"))).toMatchObject({ outcome: "retry", retryAfterSeconds: 600 });
  });

  test("what the Marketing Messages API does not accept goes the usual way, with the reason", async () => {
    const marketing = (name: string) => send({ ...template(name, "en"), isByMarketingApi: true });
    const sent = await marketing("cards");
    expect(sent).toMatchObject({ outcome: "accepted" });
    expect(sent).not.toHaveProperty("warning");
    expect(paths(1)).toEqual([["marketing_messages", 200]]);
    // The template has become one for utility since the list was read.
    expect(await marketing("plain")).toMatchObject({
      outcome: "accepted",
      warning: english("Sent the usual way, because the Marketing Messages API did not accept it (Meta says:"),
    });
    expect(paths()).toEqual([
      ["marketing_messages", 400],
      ["messages", 200],
    ]);
    graph.fail("marketingTerms");
    expect(await marketing("cards")).toMatchObject({
      outcome: "accepted",
      warning: english("Accept the terms of the Marketing Messages API in WhatsApp Manager"),
    });
    graph.fail("templateSyncing");
    expect(await marketing("cards")).toMatchObject({ outcome: "accepted", warning: english("Wait up to ten minutes") });
    graph.fail("templateSyncing");
    graph.fail("marketingElsewhere");
    expect(await marketing("cards")).toMatchObject({ outcome: "retry", retryAfterSeconds: 600 });
    // Nothing else is asked twice.
    expect(await marketing("rejected")).toMatchObject({ outcome: "refused", error: english("no such template") });
    expect(paths(1)).toEqual([["marketing_messages", 404]]);
    graph.fail("windowClosed");
    expect(await marketing("cards")).toMatchObject({ outcome: "refused" });
    expect(paths(1)).toEqual([["marketing_messages", 400]]);
  });

  test("every code of the Cloud API has words of its own, which say what to do", () => {
    const codes = [
      [0, 1, 2, 3, 4, 10, 33, 100, 190, 200, 299, 368, 80007],
      [130429, 130472, 130497, 131000, 131005, 131008, 131009, 131016, 131021, 131026, 131030, 131031, 131037],
      [131042, 131044, 131045, 131047, 131048, 131049, 131050, 131051, 131052, 131053, 131056, 131057, 131062],
      [131063, 131064, 132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 132018, 132068, 132069],
      [133000, 133004, 133005, 133006, 133008, 133009, 133010, 133015, 133016, 134011, 135000, 137000],
    ].flat();
    const error = { status: 400, isTransient: false };
    for (const code of codes) {
      const { advice } = verdictOf({ ...error, code }, whatsappVerdict({ code }));
      expect(advice, String(code)).not.toEqual(say("provider.notTaken"));
      expect(inEnglish(advice).length, String(code)).toBeGreaterThan(20);
    }
    expect(verdictOf({ ...error, code: 131049 }, whatsappVerdict({ code: 131049 })).outcome).toBe("refused");
  });

  test("each pause for a pair of numbers is four times the one before", async () => {
    const pauses = [];
    for (const priorAttempts of [0, 1, 2, 3, 9]) {
      graph.fail("pairRate");
      const result = await send({ priorAttempts });
      pauses.push(result.outcome === "retry" && result.retryAfterSeconds);
    }
    expect(pauses).toEqual([4, 16, 64, 256, 3600]);
  });

  test.each<[string, Partial<OutgoingMessage>, RegExp]>([
    [
      "a template that is not there",
      template("nothing", "en"),
      /132001: template name \(nothing\) does not exist in en/,
    ],
    ["one that was rejected", template("rejected", "en"), /132001/],
    ["another number of fields", template("order_shipped", "nb"), /132000: body: number of localizable_params \(0\)/],
  ])("%s", async (_, message, error) => {
    expect(await send(message)).toMatchObject({ outcome: "refused", error: english(error) });
  });

  test("free text a day after the client wrote; a template still goes", async () => {
    const wrote = clock;
    try {
      clock = new Date(wrote.getTime() + 24 * 3_600_000 - 1);
      expect(await send()).toMatchObject({ outcome: "accepted" });
      clock = new Date(wrote.getTime() + 24 * 3_600_000);
      expect(await send()).toMatchObject({ outcome: "refused", error: english(/131047/) });
      expect(await send(template("plain", "en"))).toMatchObject({ outcome: "accepted" });
    } finally {
      clock = wrote;
    }
  });

  test("codes that nobody knows: by the status; a gateway's HTML too", async () => {
    graph.failNext(400, { error: { message: "(#139999) New", code: 139_999, error_data: "Because." } });
    expect(await send()).toEqual({
      outcome: "refused",
      error: "Meta did not take the message (139999: Because.)",
      responseStatus: 400,
    });
    graph.failNext(400, { error: { message: "Wait", code: 139_999, is_transient: true } });
    expect(await send()).toMatchObject({ outcome: "retry" });
    graph.failNext(502, "<html>Bad Gateway</html>");
    expect(await send()).toEqual({
      outcome: "retry",
      error: "Meta cannot take it at the moment (Meta answered 502)",
      responseStatus: 502,
    });
    graph.failNext(400, { error: { message: "Object with ID '1' does not exist", code: 100, error_subcode: 33 } });
    expect(await send()).toMatchObject({ outcome: "unauthorized" });
  });

  test("an answer that never comes, or cannot be read, is unknown; the message may have gone", async () => {
    const before = graph.sent.length;
    graph.loseNextAnswer();
    expect(await send()).toMatchObject({ outcome: "unknown", responseStatus: null });
    expect(graph.sent.length).toBe(before + 1);
    graph.failNext(200, "<html>fine</html>");
    expect(await send()).toEqual({ outcome: "unknown", error: "Meta's answer cannot be read", responseStatus: null });
    graph.failNext(200, { strange: true });
    expect(await send()).toEqual({ outcome: "accepted", externalMessageId: null, responseStatus: 200 });
  });

  test("a revoked token is the channel's fault", async () => {
    graph.revoke(PROPERTIES.accessToken);
    expect(await send()).toMatchObject({ outcome: "unauthorized", responseStatus: 401 });
  });
});

test("gestures: read, typing, a reaction and its taking back", async () => {
  const gesture = (kind: object) =>
    whatsappAdapter.gesture?.(
      { externalClientId: CLIENT, externalConversationId: null, externalMessageId: "wamid.IN", kind: "read", ...kind },
      PROPERTIES,
      new AbortController().signal,
    );
  expect(await gesture({ kind: "read" })).toEqual({
    outcome: "accepted",
    externalMessageId: null,
    responseStatus: 200,
  });
  const read = { messaging_product: "whatsapp", status: "read", message_id: "wamid.IN" };
  expect(lastBody()).toEqual(read);
  await gesture({ kind: "typing" });
  expect(lastBody()).toEqual({ ...read, typing_indicator: { type: "text" } });
  expect(await gesture({ kind: "reaction", emoji: "👍" })).toMatchObject({
    outcome: "accepted",
    externalMessageId: expect.stringMatching(/^wamid\./),
  });
  expect(lastBody()).toMatchObject({ to: CLIENT, type: "reaction", reaction: { message_id: "wamid.IN", emoji: "👍" } });
  await gesture({ kind: "reaction", emoji: null });
  expect(lastBody()).toMatchObject({ reaction: { message_id: "wamid.IN", emoji: "" } });
});

test("a client's file is located by its id, and asked for with the token", async () => {
  const locate = (id: string | null) =>
    whatsappAdapter.locateMedia?.(
      { type: "image", id, url: null, mimeType: null, fileName: null, caption: null },
      PROPERTIES,
      new AbortController().signal,
    );
  const url = "https://lookaside.example/whatsapp_business/attachments/?mid=77";
  graph.put("77", {
    id: "77",
    url,
    mime_type: "image/jpeg",
    sha256: "ab",
    file_size: "1234",
    messaging_product: "whatsapp",
  });
  expect(await locate("77")).toEqual({
    outcome: "found",
    url,
    headers: { authorization: `Bearer ${PROPERTIES.accessToken}` },
    mimeType: "image/jpeg",
    sizeBytes: 1234,
  });
  expect(graph.requests.at(-1)).toContain("/77?phone_number_id=900100200300");
  expect(await locate("78")).toMatchObject({ outcome: "lost" });
  expect(await locate(null)).toMatchObject({ outcome: "lost" });
  graph.fail("temporary");
  expect(await locate("77")).toMatchObject({ outcome: "retry" });
  graph.fail("tokenExpired");
  expect(await locate("77")).toMatchObject({ outcome: "unauthorized" });
});

describe("set-up", () => {
  const { setup, inbound } = whatsappAdapter;
  if (!setup || !inbound?.handshake) throw new Error("WhatsApp has a set-up");
  const { handshake } = inbound;

  test("names the channel by its number", async () => {
    expect(await setup.identify(PROPERTIES)).toEqual({
      outcome: "known",
      identifier: "+4790000100",
      accountId: PROPERTIES.phoneNumberId,
      webhookAccountId: PROPERTIES.wabaId,
    });
  });

  test.each([
    [{ status: "CONNECTED", quality_rating: "GREEN" }, true, "Quality: high"],
    [
      { status: "CONNECTED", quality_rating: "RED", whatsapp_business_manager_messaging_limit: "TIER_250" },
      false,
      "Quality: low. The business may start conversations with 250 contacts a day",
    ],
    [
      { quality_rating: "UNKNOWN", whatsapp_business_manager_messaging_limit: "TIER_NOT_SET" },
      true,
      "Quality: not rated yet",
    ],
    [
      { status: "RATE_LIMITED", quality_rating: "GREEN" },
      false,
      "Meta reports the state of the number as “rate limited”",
    ],
  ])("%j is said in words", (record, isGood, words) => {
    const standing = standingOf(record);
    expect([standing?.isGood, standing && inEnglish(standing.words)]).toEqual([isGood, words]);
  });

  test("a record without a word about it says nothing", () => {
    expect(standingOf({ id: "1" })).toBeNull();
    expect(standingOf(null)).toBeNull();
  });

  test("a refused property is named; a provider that is away is another matter", async () => {
    expect(await setup.identify({ ...PROPERTIES, phoneNumberId: "1" })).toEqual({
      outcome: "refused",
      path: "phoneNumberId",
      error:
        "Meta says: Unsupported get request. Object with ID '1' does not exist, cannot be loaded due to missing permissions",
    });
    expect(await setup.identify({ ...PROPERTIES, accessToken: "EAAG-other" })).toMatchObject({
      outcome: "refused",
      path: "accessToken",
      error: english(/^Meta does not accept this access token; copy it again/),
    });
    graph.fail("rightMissing");
    expect(await setup.identify(PROPERTIES)).toMatchObject({ outcome: "refused", path: "accessToken" });
    graph.fail("temporary");
    expect(await setup.identify(PROPERTIES)).toMatchObject({ outcome: "unreachable" });
    graph.dropNext();
    expect(await setup.identify(PROPERTIES)).toMatchObject({ outcome: "unreachable" });
  });

  test("asks for its webhooks, of the account and of the number, and answers Meta's question", async () => {
    expect(await setup.subscribe(PROPERTIES, ADDRESS)).toEqual({ outcome: "subscribed" });
    const callback = { url: ADDRESS, verifyToken: handshake.token(PROPERTIES) };
    expect(graph.callbackOf(PROPERTIES.wabaId)).toEqual(callback);
    expect(graph.callbackOf(PROPERTIES.phoneNumberId)).toEqual(callback);
    expect(await setup.subscribe(PROPERTIES, "http://localhost:3000/x")).toMatchObject({
      outcome: "refused",
      error: "Meta says: The callback must be an https URL",
    });
    const before = answerOf;
    answerOf = () => "no";
    expect(await setup.subscribe(PROPERTIES, ADDRESS)).toMatchObject({
      outcome: "refused",
      error: english(/Callback verification/),
    });
    answerOf = before;
  });

  test("answers the handshake to whoever knows the token, with nothing but a challenge", () => {
    const ask = (url: string) => handshake.answer(new URL(url).searchParams, PROPERTIES);
    const token = handshake.token(PROPERTIES);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(handshake.token({ ...PROPERTIES, appSecret: "another_secret" })).not.toBe(token);
    expect(ask(handshakeUrl(ADDRESS, token, "12345"))).toBe("12345");
    expect(ask(handshakeUrl(ADDRESS, "wrong", "12345"))).toBeNull();
    expect(ask(handshakeUrl(ADDRESS, "", "12345"))).toBeNull();
    expect(ask(handshakeUrl(ADDRESS, token, "<script>"))).toBeNull();
    expect(ask(handshakeUrl(ADDRESS, token, "1").replace("subscribe", "unsubscribe"))).toBeNull();
    expect(ask(ADDRESS)).toBeNull();
  });

  test.each([
    ["accessToken", ["", "two words", "a\nb", undefined, 5]],
    ["phoneNumberId", ["", "+4790000001", "abc", "../1", undefined]],
    ["wabaId", ["", "1/2", undefined]],
    ["appSecret", ["", "short", "with space here", undefined]],
  ])("%s has to be one", (name, values) => {
    for (const value of values) {
      expect(whatsappAdapter.credentials.safeParse({ ...PROPERTIES, [name]: value }).success, String(value)).toBe(
        false,
      );
    }
    expect(whatsappAdapter.credentials.safeParse({ ...PROPERTIES, more: 1 }).success).toBe(false);
  });
});
