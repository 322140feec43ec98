import {
  Messenger,
  extractWebhookEvents,
  getWebhookPayloadEventTypes,
  processWebhookEvents,
  verifyWebhookSignature,
  verifyWebhookSubscription,
} from "@warriorteam/messenger-sdk";
import messagingApi from "messaging-api-messenger";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../../simulator/graph.ts";
import { handshakeUrl, messagingEntry, messagingEvent, webhookCall } from "../../../simulator/graph-webhook.ts";
import { OUTGOING } from "../../testing/outgoing.ts";
import type { OutgoingMessage } from "../channel.ts";
import { instagramAdapter } from "../instagram/adapter.ts";
import { facebookAdapter } from "./adapter.ts";

// Third-party clients of the Messenger Platform. They send our messages to the same simulator, which must accept theirs, and
// their bodies must equal ours. Instagram takes the same bodies and has no client of its own to compare with.

const PAGE = { accessToken: "EAAG-page", pageId: "1010", appSecret: "0123456789abcdef0123456789abcdef" };
const ACCOUNT = { accessToken: "IGAA-account", accountId: "17841400000000001", appSecret: PAGE.appSecret };
const PSID = "24680";
const url = "https://cdn.example/a";
const MESSAGE: OutgoingMessage = { ...OUTGOING, externalClientId: PSID };

let graph: GraphStandIn;
let warrior: Messenger;
let bottender: InstanceType<typeof messagingApi.MessengerClient>;

beforeAll(async () => {
  graph = await startGraph();
  process.env.META_GRAPH_URL = graph.url;
  process.env.INSTAGRAM_GRAPH_URL = graph.url;
  graph.addMessaging({ object: "page", id: PAGE.pageId, name: "Ida's shop", accessToken: PAGE.accessToken });
  graph.addMessaging({
    object: "instagram",
    id: ACCOUNT.accountId,
    name: "idas_shop",
    accessToken: ACCOUNT.accessToken,
  });
  warrior = new Messenger({ accessToken: PAGE.accessToken, version: "v25.0", baseUrl: graph.url, maxRetries: 0 });
  bottender = new messagingApi.MessengerClient({
    accessToken: PAGE.accessToken,
    appSecret: PAGE.appSecret,
    version: "25.0",
    origin: graph.url,
  });
});
afterAll(() => graph.stop());

const metadata = MESSAGE.messageId;
const choices = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `c${i}`, title: `Choice ${i}` }));
const quickReplies = choices(4).map(({ id, title }) => ({ content_type: "text" as const, title, payload: id }));
const template = {
  template_type: "button" as const,
  text: "Confirm?",
  buttons: choices(2).map(({ id, title }) => ({ type: "postback" as const, title, payload: id })),
};

/**
 * The last body that the simulator accepted, without the fields that only we add. A refusal means that an independent client and
 * the simulator disagree.
 */
function lastTaken(): Record<string, unknown> {
  const call = graph.calls.at(-1);
  expect(call?.status, JSON.stringify(call?.body)).toBe(200);
  const { message, ...rest } = JSON.parse(JSON.stringify(call?.body)) as Record<string, unknown>;
  const withoutMetadata = JSON.stringify(message, (key, value: unknown) => (key === "metadata" ? undefined : value));
  return { ...rest, ...(message ? { message: JSON.parse(withoutMetadata) as unknown } : {}) };
}
const interactive = (content: unknown): Partial<OutgoingMessage> => ({
  type: "interactive",
  content: JSON.stringify(content),
});

type Case = {
  name: string;
  ours: Partial<OutgoingMessage>;
  message: NonNullable<Parameters<Messenger["send"]["message"]>[0]["message"]>;
};
const media = (type: "image" | "video" | "audio" | "file") => ({ attachment: { type, payload: { url } } });
const CASES: Case[] = [
  { name: "text", ours: {}, message: { text: "Hei 👋" } },
  { name: "image", ours: { type: "image", content: url }, message: media("image") },
  { name: "video", ours: { type: "video", content: url }, message: media("video") },
  { name: "audio", ours: { type: "audio", content: url }, message: media("audio") },
  { name: "document", ours: { type: "document", content: url }, message: media("file") },
  {
    name: "buttons",
    ours: interactive({ body: "Confirm?", buttons: choices(2) }),
    message: { attachment: { type: "template", payload: template } },
  },
  {
    name: "quick replies",
    ours: interactive({ body: "Pick", list: { button: "Open", sections: [{ title: "", rows: choices(4) }] } }),
    message: { text: "Pick", quick_replies: quickReplies },
  },
];

describe.each(CASES)("$name", ({ ours, message, name }) => {
  test("is what @warriorteam/messenger-sdk sends", async () => {
    await facebookAdapter.send({ ...MESSAGE, ...ours }, PAGE, new AbortController().signal);
    const taken = lastTaken();
    expect(graph.calls.at(-1)?.body).toHaveProperty("message.metadata", metadata);
    await warrior.send.message({ recipient: { id: PSID }, messaging_type: "RESPONSE", message });
    expect(taken).toEqual(lastTaken());
  });

  test("is what messaging-api-messenger sends", async () => {
    await facebookAdapter.send({ ...MESSAGE, ...ours }, PAGE, new AbortController().signal);
    const taken = lastTaken();
    const camel = { ...message, ...("quick_replies" in message ? { quickReplies: message.quick_replies } : {}) };
    const options = { messagingType: "RESPONSE" as const };
    if (name === "text") await bottender.sendText(PSID, "Hei 👋", options);
    else if (name === "buttons") {
      const buttons = template.buttons.map(({ title, payload }) => ({ type: "postback" as const, title, payload }));
      await bottender.sendButtonTemplate(PSID, template.text, buttons, options);
    } else if (name === "image") await bottender.sendImage(PSID, url, options);
    else if (name === "document") await bottender.sendFile(PSID, url, options);
    else await bottender.sendMessage(PSID, camel as never, options);
    expect(taken).toEqual(lastTaken());
  });

  test("is what Instagram takes of us", async () => {
    await facebookAdapter.send({ ...MESSAGE, ...ours }, PAGE, new AbortController().signal);
    const taken = lastTaken();
    await instagramAdapter.send({ ...MESSAGE, ...ours }, ACCOUNT, new AbortController().signal);
    expect(lastTaken()).toEqual(taken);
  });
});

test("gestures are what both send", async () => {
  const gesture = async (kind: "read" | "typing") => {
    const of = { kind, externalClientId: PSID, externalConversationId: null, externalMessageId: "m_IN" };
    await facebookAdapter.gesture?.(of, PAGE, new AbortController().signal);
    return lastTaken();
  };
  const read = await gesture("read");
  await bottender.markSeen(PSID);
  expect(read).toEqual(lastTaken());
  const typing = await gesture("typing");
  await bottender.typingOn(PSID);
  expect(typing).toEqual(lastTaken());
});

test("a refusal of the stand-in is one to both", async () => {
  graph.fail("pageWindowClosed");
  const message = { recipient: { id: PSID }, messaging_type: "RESPONSE", message: { text: "x" } } as const;
  await expect(warrior.send.message(message)).rejects.toMatchObject({ code: 10, subcode: 2018278 });
  graph.fail("noSuchPerson");
  await expect(bottender.sendText(PSID, "x")).rejects.toThrow("No matching user found");
});

describe("the stand-in's webhooks", () => {
  const at = new Date("2026-11-21T09:00:00Z");
  const incoming = (content: Record<string, unknown>) => messagingEvent(PSID, PAGE.pageId, content, at);
  const events = [
    incoming({ message: { mid: "m_1", text: "Grüße 👋" } }),
    incoming({ message: { mid: "m_2", attachments: [{ type: "image", payload: { url } }] } }),
    incoming({ message: { mid: "m_3", text: "Yes", quick_reply: { payload: "y" } } }),
    messagingEvent(PAGE.pageId, PSID, { message: { mid: "m_4", is_echo: true, app_id: 1, metadata, text: "Ten" } }, at),
    incoming({ message_edit: { mid: "m_1", text: "Hei", num_edit: 1 } }),
    incoming({ postback: { mid: "m_5", title: "Start", payload: "GET_STARTED" } }),
    incoming({ reaction: { mid: "m_4", action: "react", reaction: "love", emoji: "❤" } }),
    incoming({ read: { watermark: at.getTime() } }),
  ];
  const call = webhookCall(
    "page",
    [messagingEntry(PAGE.pageId, events.slice(0, 3)), messagingEntry(PAGE.pageId, events.slice(3))],
    PAGE.appSecret,
  );

  test("are signed and read by @warriorteam/messenger-sdk, as what they are", async () => {
    const signature = call.headers["x-hub-signature-256"];
    expect(await verifyWebhookSignature(Buffer.from(call.body), signature, PAGE.appSecret)).toMatchObject({
      isValid: true,
    });
    expect(await verifyWebhookSignature(Buffer.from(call.body), signature, "another")).toMatchObject({
      isValid: false,
    });
    const payload = JSON.parse(call.body) as Parameters<typeof extractWebhookEvents>[0];
    expect(extractWebhookEvents(payload)).toHaveLength(events.length);
    expect(getWebhookPayloadEventTypes(payload)).toEqual(
      expect.arrayContaining(["message", "message_echo", "message_edit", "postback", "reaction", "read"]),
    );
    const heard: string[] = [];
    await processWebhookEvents(payload, {
      onMessage: ({ message }) => void heard.push(`message ${message.mid}`),
      onMessageEcho: ({ message }) => void heard.push(`echo ${message.mid}`),
      onMessageEdit: ({ message_edit }) => void heard.push(`edit ${message_edit.mid}`),
      onMessagingPostback: ({ postback }) => void heard.push(`postback ${postback.payload}`),
      onMessageReaction: ({ reaction }) => void heard.push(`reaction ${reaction.emoji}`),
      onMessageRead: ({ read }) => void heard.push(`read ${read.watermark}`),
      onUnknown: (event) => void heard.push(`unknown ${JSON.stringify(event)}`),
    });
    expect(heard).toEqual([
      "message m_1",
      "message m_2",
      "message m_3",
      "echo m_4",
      "edit m_1",
      "postback GET_STARTED",
      "reaction ❤",
      `read ${at.getTime()}`,
    ]);
    // We read the same messages as the third-party client.
    const ours = facebookAdapter.inbound?.read(payload, { identifier: null, credentials: PAGE });
    expect(ours?.messages.map(({ externalMessageId }) => externalMessageId)).toEqual(["m_1", "m_2", "m_3", "m_5"]);
    expect(ours?.changes?.map(({ kind }) => kind)).toEqual(["edit", "reaction"]);
    expect(ours?.echoes?.map(({ messageId }) => messageId)).toEqual([metadata]);
    expect(ours?.statuses?.map(({ status }) => status)).toEqual(["read"]);
  });

  test("the question for the address is one to it", () => {
    const token = facebookAdapter.inbound?.handshake?.token(PAGE) ?? "";
    const query = new URL(handshakeUrl("https://desk.example/x", token, "777")).searchParams;
    expect(verifyWebhookSubscription(Object.fromEntries(query) as never, token)).toBe("777");
    expect(facebookAdapter.inbound?.handshake?.answer(query, PAGE)).toBe("777");
  });
});
