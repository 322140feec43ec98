import { createWhatsAppAdapter, type WhatsAppAdapterConfig } from "@chat-adapter/whatsapp";
import { WhatsAppClient } from "@kapso/whatsapp-cloud-api";
import { normalizeWebhook, verifySignature } from "@kapso/whatsapp-cloud-api/server";
import type { CloudAPIRequest } from "@whatsapp-cloudapi/types/cloudapi";
import { WhatsAppAPI } from "whatsapp-api-js";
import {
  ActionButtons,
  ActionList,
  Audio,
  Body,
  BodyComponent,
  BodyParameter,
  Button,
  CarouselCard,
  CarouselComponent,
  Contacts,
  CopyComponent,
  Currency,
  DateTime,
  Document,
  Email,
  FlowComponent,
  Footer,
  Header,
  HeaderComponent,
  HeaderParameter,
  Image,
  Interactive,
  LTOComponent,
  ListSection,
  Location,
  Name,
  PayloadComponent,
  Phone,
  Reaction,
  Row,
  Template,
  Text,
  URLComponent,
  Video,
} from "whatsapp-api-js/messages";
import type { ClientMessage } from "whatsapp-api-js/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../../simulator/graph.ts";
import {
  handshakeUrl,
  webhookCall,
  whatsappEntry,
  whatsappMessage,
  whatsappStatus,
  type WhatsappCustomer,
} from "../../../simulator/graph-webhook.ts";
import { OUTGOING } from "../../testing/outgoing.ts";
import type { OutgoingMessage } from "../channel.ts";
import { whatsappAdapter } from "./adapter.ts";
import { checkTemplate } from "../meta/check-template.ts";
import { sendBody } from "./request.ts";

type Logger = NonNullable<WhatsAppAdapterConfig["logger"]>;

// Third-party clients of the Cloud API. They send our messages to the same simulator, which must accept theirs, and their
// bodies must equal ours. They also read the simulator's webhooks.

const PROPERTIES = {
  accessToken: "EAAG-whatsapp",
  phoneNumberId: "900100200300",
  wabaId: "500600700",
  appSecret: "0123456789abcdef0123456789abcdef",
};
const { accessToken, phoneNumberId, wabaId, appSecret } = PROPERTIES;
const NUMBER = { ...PROPERTIES, displayPhoneNumber: "+47 900 00 100" };
const TO = "4790000001";
const MESSAGE: OutgoingMessage = { ...OUTGOING, externalClientId: TO };

let graph: GraphStandIn;
let kapso: WhatsAppClient;
let apiJs: WhatsAppAPI;

beforeAll(async () => {
  graph = await startGraph();
  process.env.META_GRAPH_URL = graph.url;
  graph.addAccount(wabaId, accessToken, [
    { id: "1", name: "order_shipped", language: "nb", status: "APPROVED", category: "UTILITY" },
  ]);
  graph.addNumber(NUMBER);
  kapso = new WhatsAppClient({ accessToken, baseUrl: graph.url, graphVersion: "v25.0" });
  // The client's host is fixed, so only the host is replaced.
  const toStandIn: typeof fetch = (input, init) =>
    fetch(String(input instanceof Request ? input.url : input).replace("https://graph.facebook.com", graph.url), init);
  apiJs = new WhatsAppAPI({
    token: accessToken,
    appSecret,
    webhookVerifyToken: whatsappAdapter.inbound?.handshake?.token(PROPERTIES) ?? "",
    v: "v25.0",
    ponyfill: { fetch: toStandIn },
  });
});
afterAll(() => graph.stop());

const link = (name: string) => `https://cdn.example/${name}`;
const place = { latitude: 59.9, longitude: 10.7, name: "Butikk", address: "Gate 1" };
const buttons = {
  header: "Order 7",
  body: "Confirm?",
  footer: "Until noon",
  buttons: [
    { id: "y", title: "Yes" },
    { id: "n", title: "No" },
  ],
};
const rows = [
  { id: "s", title: "S", description: "36" },
  { id: "m", title: "M" },
] as const;
const components = [
  { type: "header" as const, parameters: [{ type: "image" as const, image: { link: link("x.jpg") } }] },
  {
    type: "body" as const,
    parameters: [
      { type: "text" as const, text: "Ida" },
      { type: "text" as const, text: "42" },
    ],
  },
  { type: "button" as const, subType: "url" as const, index: 0, parameters: [{ type: "text" as const, text: "42" }] },
];
const wireComponents = components.map((component) =>
  "subType" in component
    ? { type: component.type, sub_type: component.subType, index: component.index, parameters: component.parameters }
    : component,
);

type Case = {
  name: string;
  ours: Partial<OutgoingMessage>;
  kapso: (
    client: WhatsAppClient["messages"],
    to: { phoneNumberId: string; to: string; bizOpaqueCallbackData: string },
  ) => Promise<unknown>;
  apiJs: () => ClientMessage;
};
const CASES: Case[] = [
  {
    name: "text",
    ours: {},
    kapso: (client, to) => client.sendText({ ...to, body: "Hei 👋" }),
    apiJs: () => new Text("Hei 👋"),
  },
  {
    name: "image",
    ours: { type: "image", content: link("a.jpg") },
    kapso: (client, to) => client.sendImage({ ...to, image: { link: link("a.jpg") } }),
    apiJs: () => new Image(link("a.jpg")),
  },
  {
    name: "video",
    ours: { type: "video", content: link("a.mp4") },
    kapso: (client, to) => client.sendVideo({ ...to, video: { link: link("a.mp4") } }),
    apiJs: () => new Video(link("a.mp4")),
  },
  {
    name: "audio",
    ours: { type: "audio", content: link("a.ogg") },
    kapso: (client, to) => client.sendAudio({ ...to, audio: { link: link("a.ogg"), voice: true } }),
    apiJs: () => new Audio(link("a.ogg"), false, true),
  },
  {
    name: "document",
    ours: { type: "document", content: link("a.pdf") },
    kapso: (client, to) => client.sendDocument({ ...to, document: { link: link("a.pdf"), filename: "a.pdf" } }),
    apiJs: () => new Document(link("a.pdf"), false, undefined, "a.pdf"),
  },
  {
    name: "image with a text",
    ours: { type: "image", content: link("a.jpg"), caption: "Look 👋" },
    kapso: (client, to) => client.sendImage({ ...to, image: { link: link("a.jpg"), caption: "Look 👋" } }),
    apiJs: () => new Image(link("a.jpg"), false, "Look 👋"),
  },
  {
    name: "video with a text",
    ours: { type: "video", content: link("a.mp4"), caption: "Look" },
    kapso: (client, to) => client.sendVideo({ ...to, video: { link: link("a.mp4"), caption: "Look" } }),
    apiJs: () => new Video(link("a.mp4"), false, "Look"),
  },
  {
    name: "document with a text",
    ours: { type: "document", content: link("a.pdf"), caption: "Read" },
    kapso: (client, to) =>
      client.sendDocument({ ...to, document: { link: link("a.pdf"), filename: "a.pdf", caption: "Read" } }),
    apiJs: () => new Document(link("a.pdf"), false, "Read", "a.pdf"),
  },
  {
    name: "location",
    ours: { type: "location", content: JSON.stringify(place) },
    kapso: (client, to) => client.sendLocation({ ...to, location: place }),
    apiJs: () => new Location(place.longitude, place.latitude, place.name, place.address),
  },
  {
    name: "contacts",
    ours: { type: "contacts", content: '[{"name": "Bo Li", "phones": ["+4791"], "emails": ["b@x.no"]}]' },
    kapso: (client, to) =>
      client.sendContacts({
        ...to,
        contacts: [
          {
            name: { formattedName: "Bo Li", firstName: "Bo Li" },
            phones: [{ phone: "+4791" }],
            emails: [{ email: "b@x.no" }],
          },
        ],
      }),
    apiJs: () => new Contacts([new Name("Bo Li", "Bo Li"), new Phone("+4791"), new Email("b@x.no")]),
  },
  {
    name: "buttons",
    ours: { type: "interactive", content: JSON.stringify(buttons) },
    kapso: (client, to) =>
      client.sendInteractiveButtons({
        ...to,
        header: { type: "text", text: buttons.header },
        bodyText: buttons.body,
        footerText: buttons.footer,
        buttons: buttons.buttons,
      }),
    apiJs: () =>
      new Interactive(
        new ActionButtons(new Button("y", "Yes"), new Button("n", "No")),
        new Body(buttons.body),
        new Header(buttons.header),
        new Footer(buttons.footer),
      ),
  },
  {
    name: "list",
    ours: {
      type: "interactive",
      content: JSON.stringify({ body: "Pick", list: { button: "Open", sections: [{ title: "Sizes", rows }] } }),
    },
    kapso: (client, to) =>
      client.sendInteractiveList({
        ...to,
        bodyText: "Pick",
        buttonText: "Open",
        sections: [{ title: "Sizes", rows: [...rows] }],
      }),
    apiJs: () =>
      new Interactive(
        new ActionList("Open", new ListSection("Sizes", new Row("s", "S", "36"), new Row("m", "M"))),
        new Body("Pick"),
      ),
  },
  {
    name: "template",
    ours: {
      type: "template",
      content: "order_shipped",
      template: { name: "order_shipped", language: "nb", components: wireComponents },
    },
    kapso: (client, to) =>
      client.sendTemplate({ ...to, template: { name: "order_shipped", language: { code: "nb" }, components } }),
    apiJs: () =>
      new Template(
        "order_shipped",
        "nb",
        new HeaderComponent(new HeaderParameter(new Image(link("x.jpg")))),
        new BodyComponent(new BodyParameter("Ida"), new BodyParameter("42")),
        new URLComponent("42"),
      ),
  },
];

/** A body without optional fields and with one spelling for equivalent values. */
function plain(body: unknown): unknown {
  const text = JSON.stringify(body, (key, value: unknown) => {
    if (key === "recipient_type" && value === "individual") return undefined;
    if (key === "preview_url" && value === false) return undefined;
    if (key === "policy" && value === "deterministic") return undefined;
    // The Graph API also accepts a member as JSON text. One client writes contacts this way.
    if (key === "contacts" && typeof value === "string") return JSON.parse(value) as unknown;
    return key === "index" ? Number(value) : value;
  });
  return JSON.parse(text);
}
/** The last body that the simulator accepted. A refusal means that an independent client and the simulator disagree. */
function lastTaken(): unknown {
  const call = graph.calls.at(-1);
  expect(call?.status, JSON.stringify(call?.body)).toBe(200);
  return plain(call?.body);
}
const send = async (message: Partial<OutgoingMessage>) => {
  const result = await whatsappAdapter.send({ ...MESSAGE, ...message }, PROPERTIES, new AbortController().signal);
  expect(result).toMatchObject({ outcome: "accepted" });
  return lastTaken();
};

describe.each(CASES)("$name", (each) => {
  const to = { phoneNumberId, to: TO, bizOpaqueCallbackData: MESSAGE.messageId };
  test("is what @kapso/whatsapp-cloud-api sends", async () => {
    const ours = await send(each.ours);
    await each.kapso(kapso.messages, to);
    expect(ours).toEqual(lastTaken());
  });

  test("is what whatsapp-api-js sends, also as an answer to a message", async () => {
    const ours = await send({ ...each.ours, replyTo: { externalId: "wamid.Q", content: "?", type: "text" } });
    await apiJs.sendMessage(phoneNumberId, TO, each.apiJs(), "wamid.Q", MESSAGE.messageId);
    expect(ours).toEqual(lastTaken());
  });
});

test("somebody who is known by no number is addressed as @kapso/whatsapp-cloud-api does", async () => {
  const recipient = "NO.7Xk29";
  graph.openWindow(phoneNumberId, recipient);
  const ours = await send({ externalClientId: recipient });
  const message = { phoneNumberId, recipient, bizOpaqueCallbackData: MESSAGE.messageId, body: "Hei 👋" };
  await kapso.messages.sendText(message);
  expect(ours).toEqual(lastTaken());
});

type TemplateKind = {
  name: string;
  /** The template as a WhatsApp Business account lists it. */
  made: object[];
  /** The components as a caller sends them. */
  given: object[];
  kapso: Parameters<WhatsAppClient["messages"]["sendTemplate"]>[0]["template"]["components"];
  apiJs: ConstructorParameters<typeof Template> extends [unknown, unknown, ...infer Components]
    ? () => Components
    : never;
};
const text = (value: string) => ({ type: "text" as const, text: value });
const madeBody = { type: "BODY", text: "Hi {{1}}" };
const givenBody = { type: "body" as const, parameters: [text("Ida")] };
const bodyOfApiJs = () => new BodyComponent(new BodyParameter("Ida"));
const madeButtons = (...buttons: object[]) => [madeBody, { type: "BUTTONS", buttons }];
const cardParts = [
  { type: "header" as const, parameters: [{ type: "image" as const, image: { link: link("x.jpg") } }] },
  givenBody,
];
const cardButton = { type: "button" as const, index: 0, parameters: [{ type: "payload" as const, payload: "MORE" }] };
const KINDS: TemplateKind[] = [
  {
    name: "a header of text, an amount and a day",
    made: [
      { type: "HEADER", format: "TEXT", text: "Order {{1}}" },
      { type: "BODY", text: "{{1}} is due on {{2}}" },
    ],
    given: [
      { type: "header", parameters: [text("42")] },
      {
        type: "body",
        parameters: [
          { type: "currency", currency: { amount_1000: 5_000, code: "EUR", fallback_value: "€5" } },
          { type: "date_time", date_time: { fallback_value: "1 May" } },
        ],
      },
    ],
    kapso: [
      { type: "header", parameters: [text("42")] },
      {
        type: "body",
        parameters: [
          { type: "currency", currency: { amount_1000: 5_000, code: "EUR", fallback_value: "€5" } },
          { type: "date_time", date_time: { fallback_value: "1 May" } },
        ],
      },
    ],
    apiJs: () => [
      new HeaderComponent(new HeaderParameter("42")),
      new BodyComponent(new BodyParameter(new Currency(5_000, "EUR", "€5")), new BodyParameter(new DateTime("1 May"))),
    ],
  },
  {
    name: "variables with names",
    made: [{ type: "BODY", text: "Hi {{first_name}}" }],
    given: [{ type: "body", parameters: [{ ...text("Ida"), parameter_name: "first_name" }] }],
    kapso: [{ type: "body", parameters: [{ ...text("Ida"), parameterName: "first_name" }] }],
    apiJs: () => [new BodyComponent(new BodyParameter("Ida", "first_name"))],
  },
  {
    name: "a quick reply",
    made: madeButtons({ type: "QUICK_REPLY", text: "Yes" }),
    given: [
      givenBody,
      { type: "button", sub_type: "quick_reply", index: 0, parameters: [{ type: "payload", payload: "YES" }] },
    ],
    kapso: [
      givenBody,
      { type: "button", subType: "quick_reply", index: 0, parameters: [{ type: "payload", payload: "YES" }] },
    ],
    apiJs: () => [bodyOfApiJs(), new PayloadComponent("YES")],
  },
  {
    name: "a code to copy",
    made: madeButtons({ type: "COPY_CODE" }),
    given: [
      givenBody,
      { type: "button", sub_type: "copy_code", index: 0, parameters: [{ type: "coupon_code", coupon_code: "SAVE10" }] },
    ],
    kapso: [
      givenBody,
      { type: "button", subType: "copy_code", index: 0, parameters: [{ type: "coupon_code", coupon_code: "SAVE10" }] },
    ],
    apiJs: () => [bodyOfApiJs(), new CopyComponent("SAVE10")],
  },
  {
    name: "a one-time password",
    made: [
      { type: "BODY", text: "*{{1}}* is your code" },
      { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
    ],
    given: [givenBody, { type: "button", sub_type: "url", index: 0, parameters: [text("123456")] }],
    kapso: [givenBody, { type: "button", subType: "url", index: 0, parameters: [text("123456")] }],
    apiJs: () => [bodyOfApiJs(), new URLComponent("123456")],
  },
  {
    name: "a form",
    made: madeButtons({ type: "FLOW", flow_id: "1" }),
    given: [
      givenBody,
      {
        type: "button",
        sub_type: "flow",
        index: 0,
        parameters: [{ type: "action", action: { flow_token: "t", flow_action_data: { a: "1" } } }],
      },
    ],
    kapso: [
      givenBody,
      {
        type: "button",
        subType: "flow",
        index: 0,
        parameters: [{ type: "action", action: { flow_token: "t", flow_action_data: { a: "1" } } }],
      },
    ],
    apiJs: () => [bodyOfApiJs(), new FlowComponent("t", { a: "1" })],
  },
  {
    name: "cards",
    made: [
      madeBody,
      {
        type: "CAROUSEL",
        cards: Array.from({ length: 2 }, () => ({
          components: [
            { type: "HEADER", format: "IMAGE" },
            madeBody,
            { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "More" }] },
          ],
        })),
      },
    ],
    given: [
      givenBody,
      {
        type: "carousel",
        cards: [0, 1].map((card_index) => ({
          card_index,
          components: [...cardParts, { ...cardButton, sub_type: "quick_reply" }],
        })),
      },
    ],
    kapso: [
      givenBody,
      {
        type: "carousel",
        cards: [0, 1].map((cardIndex) => ({
          cardIndex,
          components: [...cardParts, { ...cardButton, subType: "quick_reply" }],
        })),
      },
    ],
    apiJs: () => {
      const card = () => new CarouselCard(new Image(link("x.jpg")), bodyOfApiJs(), new PayloadComponent("MORE"));
      return [bodyOfApiJs(), new CarouselComponent(card(), card())];
    },
  },
  {
    name: "an offer that ends",
    made: [madeBody, { type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Now", has_expiration: true } }],
    given: [
      givenBody,
      {
        type: "limited_time_offer",
        parameters: [{ type: "limited_time_offer", limited_time_offer: { expiration_time_ms: 1_790_000_000_000 } }],
      },
    ],
    kapso: [
      givenBody,
      {
        type: "limited_time_offer",
        parameters: [{ type: "limited_time_offer", limited_time_offer: { expiration_time_ms: 1_790_000_000_000 } }],
      },
    ],
    apiJs: () => [bodyOfApiJs(), new LTOComponent(1_790_000_000_000)],
  },
];

describe.each(KINDS)("a template with $name", ({ made, given, kapso: theirs, apiJs: others }) => {
  const named = { name: "order_shipped", language: "nb" };
  const ours = () => send({ type: "template", content: named.name, template: { ...named, components: given } });
  const componentsOf = (body: unknown) => (body as { template: { components: unknown } }).template.components;
  const problems = (body: unknown) => checkTemplate({ components: made, parameterFormat: null }, componentsOf(body));

  test("is what @kapso/whatsapp-cloud-api sends, and fits its definition", async () => {
    const taken = await ours();
    const to = { phoneNumberId, to: TO, bizOpaqueCallbackData: MESSAGE.messageId };
    const template = {
      name: named.name,
      language: { code: named.language },
      ...(theirs ? { components: theirs } : {}),
    };
    await kapso.messages.sendTemplate({ ...to, template });
    expect(taken).toEqual(lastTaken());
    expect(problems(lastTaken())).toEqual([]);
  });

  test("is what whatsapp-api-js sends, and fits its definition", async () => {
    const taken = await ours();
    const template = new Template(named.name, named.language, ...others());
    await apiJs.sendMessage(phoneNumberId, TO, template, undefined, MESSAGE.messageId);
    expect(taken).toEqual(lastTaken());
    expect(problems(lastTaken())).toEqual([]);
  });
});

test("gestures are what both send", async () => {
  const gesture = async (kind: { kind: "read" | "typing" } | { kind: "reaction"; emoji: string | null }) => {
    await whatsappAdapter.gesture?.(
      { ...kind, externalClientId: TO, externalConversationId: null, externalMessageId: "wamid.IN" },
      PROPERTIES,
      new AbortController().signal,
    );
    return lastTaken();
  };
  const read = await gesture({ kind: "read" });
  await kapso.messages.markRead({ phoneNumberId, messageId: "wamid.IN" });
  expect(read).toEqual(lastTaken());
  const typing = await gesture({ kind: "typing" });
  await apiJs.markAsRead(phoneNumberId, "wamid.IN", "text");
  expect(typing).toEqual(lastTaken());
  const reaction = await gesture({ kind: "reaction", emoji: "👍" });
  await kapso.messages.sendReaction({ phoneNumberId, to: TO, reaction: { messageId: "wamid.IN", emoji: "👍" } });
  expect(reaction).toEqual(lastTaken());
  await apiJs.sendMessage(phoneNumberId, TO, new Reaction("wamid.IN", "👍"));
  expect(reaction).toEqual(lastTaken());
});

test("bodies satisfy the types of @whatsapp-cloudapi/types, which catch a misspelt member", () => {
  const common = { messaging_product: "whatsapp", recipient_type: "individual", to: TO } as const;
  const biz_opaque_callback_data = MESSAGE.messageId;
  const typed = [
    [{}, { ...common, type: "text", text: { body: "Hei 👋", preview_url: false }, biz_opaque_callback_data }],
    [
      {
        type: "location",
        content: JSON.stringify(place),
        replyTo: { externalId: "wamid.Q", content: "?", type: "text" },
      },
      { ...common, context: { message_id: "wamid.Q" }, type: "location", location: place, biz_opaque_callback_data },
    ],
    [
      { type: "contacts", content: '[{"name": "Bo Li", "phones": ["+4791"], "emails": ["b@x.no"]}]' },
      {
        ...common,
        type: "contacts",
        contacts: [
          {
            name: { formatted_name: "Bo Li", first_name: "Bo Li" },
            phones: [{ phone: "+4791" }],
            emails: [{ email: "b@x.no" }],
          },
        ],
        biz_opaque_callback_data,
      },
    ],
    [
      { type: "interactive", content: JSON.stringify(buttons) },
      {
        ...common,
        type: "interactive",
        interactive: {
          type: "button",
          header: { type: "text", text: "Order 7" },
          body: { text: "Confirm?" },
          footer: { text: "Until noon" },
          action: {
            buttons: [
              { type: "reply", reply: { id: "y", title: "Yes" } },
              { type: "reply", reply: { id: "n", title: "No" } },
            ],
          },
        },
        biz_opaque_callback_data,
      },
    ],
    [
      {
        type: "interactive",
        content: JSON.stringify({ body: "Pick", list: { button: "Open", sections: [{ title: "Sizes", rows }] } }),
      },
      {
        ...common,
        type: "interactive",
        interactive: {
          type: "list",
          body: { text: "Pick" },
          action: { button: "Open", sections: [{ title: "Sizes", rows: [...rows] }] },
        },
        biz_opaque_callback_data,
      },
    ],
    [
      { type: "template", template: { name: "plain", language: "nb", components: null } },
      { ...common, type: "template", template: { name: "plain", language: { code: "nb" } }, biz_opaque_callback_data },
    ],
  ] as const satisfies readonly (readonly [Partial<OutgoingMessage>, CloudAPIRequest])[];
  for (const [message, body] of typed) expect(sendBody({ ...MESSAGE, ...message })).toEqual(body);
});

const IDA: WhatsappCustomer = { waId: TO, userId: "NO.7Xk29", username: "@ida", name: "Ida Lund" };
const file = { id: "77", mime_type: "image/jpeg", sha256: "aGFzaA==" };
const CONTENTS: ({ type: string } & Record<string, unknown>)[] = [
  { type: "text", text: { body: "Grüße 👋" } },
  { type: "image", image: { ...file, caption: "Look" } },
  { type: "video", video: file },
  { type: "audio", audio: { ...file, voice: true } },
  { type: "document", document: { ...file, filename: "a.pdf" } },
  { type: "sticker", sticker: { ...file, animated: false } },
  { type: "location", location: { latitude: 59.9, longitude: 10.7 } },
  { type: "contacts", contacts: [{ name: { formatted_name: "Bo" }, phones: [{ phone: "+4791", type: "CELL" }] }] },
  {
    type: "interactive",
    interactive: { type: "button_reply", button_reply: { id: "y", title: "Yes" } },
    context: { from: "47", id: "wamid.O" },
  },
  { type: "interactive", interactive: { type: "list_reply", list_reply: { id: "m", title: "M", description: "" } } },
  { type: "button", button: { payload: "p", text: "Stop" }, context: { from: "47", id: "wamid.O" } },
  { type: "reaction", reaction: { message_id: "wamid.O", emoji: "❤️" } },
  {
    type: "order",
    order: {
      catalog_id: "1",
      text: "",
      product_items: [{ product_retailer_id: "s", quantity: 1, item_price: 1, currency: "EUR" }],
    },
  },
];
const sent = { wamid: "wamid.OUT", body: { to: TO, biz_opaque_callback_data: "ours" } };
const STATUSES = ["sent", "delivered", "read", "failed"];
const failure = {
  errors: [{ code: 131026, title: "Message undeliverable", message: "…", error_data: { details: "…" } }],
};

describe("the stand-in's webhooks", () => {
  const callOf = (...entries: unknown[]) => webhookCall("whatsapp_business_account", entries, appSecret);
  const messages = CONTENTS.map((content) => whatsappEntry(NUMBER, whatsappMessage(IDA, content)));
  const statuses = STATUSES.map((status) => whatsappEntry(NUMBER, whatsappStatus(sent, status, failure)));

  test("are signed and read by @kapso/whatsapp-cloud-api, all of a batch", () => {
    const call = callOf(...messages, ...statuses);
    const signatureHeader = call.headers["x-hub-signature-256"] ?? "";
    expect(verifySignature({ appSecret, rawBody: call.body, signatureHeader })).toBe(true);
    expect(verifySignature({ appSecret: "another", rawBody: call.body, signatureHeader })).toBe(false);
    const theirs = normalizeWebhook(JSON.parse(call.body));
    expect(theirs.messages.map(({ type }) => type)).toEqual(CONTENTS.map(({ type }) => type));
    expect(theirs.statuses.map(({ status }) => status)).toEqual(STATUSES);
    expect(theirs.contacts[0]).toMatchObject({ waId: TO, userId: "NO.7Xk29" });
    // We read the same messages as the third-party client.
    const ours = whatsappAdapter.inbound?.read(JSON.parse(call.body), { identifier: null, credentials: PROPERTIES });
    const ids = theirs.messages.flatMap(({ id, type }) => (type === "reaction" ? [] : id));
    expect(ours?.messages.map(({ externalMessageId }) => externalMessageId)).toEqual(ids);
    expect(ours?.statuses?.map(({ status }) => status)).toEqual(STATUSES);
  });

  test("are signed and read by whatsapp-api-js, and so is the question for the address", async () => {
    const heard: string[] = [];
    apiJs.on.message = ({ message }) => void heard.push(message.type);
    apiJs.on.status = ({ status }) => void heard.push(status);
    for (const entry of [...messages, ...statuses]) {
      const { body, headers } = callOf(entry);
      await apiJs.post(JSON.parse(body) as never, body, headers["x-hub-signature-256"] ?? "");
    }
    expect(heard).toEqual([...CONTENTS.map(({ type }) => type), ...STATUSES]);
    const { body } = callOf(messages[0]);
    await expect(apiJs.post(JSON.parse(body) as never, body, `sha256=${"0".repeat(64)}`)).rejects.toThrow();
    const token = whatsappAdapter.inbound?.handshake?.token(PROPERTIES) ?? "";
    const asked = new URL(handshakeUrl("https://desk.example/x", token, "777"));
    expect(apiJs.get(Object.fromEntries(asked.searchParams) as never)).toBe("777");
  });

  test("are taken in by @chat-adapter/whatsapp, each as what it is", async () => {
    const quiet: Logger = { child: () => quiet, debug: noop, error: noop, info: noop, warn: noop };
    const options = { accessToken, appSecret, phoneNumberId, verifyToken: "vt", apiUrl: graph.url, logger: quiet };
    const adapter = createWhatsAppAdapter(options);
    const heard = { messages: 0, reactions: [] as string[], actions: [] as string[] };
    const state = new Map<string, unknown>();
    const chat = {
      getState: () => ({
        get: (key: string) => state.get(key) ?? null,
        set: (key: string, value: unknown) => state.set(key, value),
      }),
      processMessage: () => heard.messages++,
      processReaction: ({ rawEmoji }: { rawEmoji: string }) => heard.reactions.push(rawEmoji),
      processAction: ({ actionId }: { actionId: string }) => heard.actions.push(actionId),
    };
    await adapter.initialize(chat as never);
    const bring = (headers: Record<string, string>, body: string) =>
      adapter.handleWebhook(new Request("https://desk.example/x", { method: "POST", headers, body }));
    for (const entry of [...messages, ...statuses]) {
      const { headers, body } = callOf(entry);
      expect((await bring(headers, body)).status).toBe(200);
    }
    // This client does not support orders and contacts.
    await expect
      .poll(() => heard, { timeout: 10_000 })
      .toEqual({ messages: 7, reactions: ["❤️"], actions: ["y", "m", "p"] });
    const { headers, body } = callOf(messages[0]);
    expect((await bring({ ...headers, "x-hub-signature-256": "sha256=00" }, body)).status).toBe(401);
    const answer = await adapter.handleWebhook(new Request(handshakeUrl("https://desk.example/x", "vt", "777")));
    expect([answer.status, await answer.text()]).toEqual([200, "777"]);
  });
});

function noop(): void {
  // Discards the log.
}
