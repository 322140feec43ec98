import { english } from "../testing/english.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../simulator/server.ts";
import { webhookCall, whatsappEcho, whatsappEntry, whatsappStatus } from "../../simulator/graph-webhook.ts";
import type { Customer, PhoneMessage, SimulatedChannel } from "../../simulator/talk.ts";
import { IntegrationType, type MessageType } from "../generated/prisma/enums.ts";
import { ratingChoice, ratingMessage } from "../ratings/rating-answer.ts";
import { customMessage, customStatus } from "../rest/incoming-custom.ts";
import { OUTGOING as PLAIN } from "../testing/outgoing.ts";
import type { Adapter, Gesture, OutgoingMessage, SendResult } from "./channel.ts";
import type { InboundCall } from "./inbound.ts";
import { channelOf } from "./registry.ts";

// What can be sent and received on which channel. The tests fill the marks of the table at the end: our adapter on one side,
// the simulator on the other. They share no code, and the simulator is itself tested with third-party clients
// (*/judges.test.ts).

const SECRET = "0123456789abcdef0123456789abcdef";
const IDA: Customer = { id: "ida", name: "Ida", surname: "Lund", phone: "+4790000001", countryCode: "NO" };
const signal = new AbortController().signal;

/** A channel type on both sides: the simulator's channel, and the matching integrationProperties. */
type Pair = { type: IntegrationType; far: SimulatedChannel; properties: Record<string, string> };
const number = (type: "WHATSAPP" | "WA_GATEWAY", id: string): Pair => {
  const properties = { accessToken: `EAAG-${id}`, phoneNumberId: id, wabaId: `9${id}`, appSecret: SECRET };
  const far = {
    kind: "whatsapp",
    slug: type,
    name: type,
    displayPhoneNumber: `+47 900 00 ${id}`,
    ...properties,
  } as const;
  return { type, far, properties };
};
const facebook = { accessToken: "EAAG-page", pageId: "300", appId: "301", appSecret: SECRET };
const instagram = { accessToken: "IGAA-account", accountId: "400", appId: "401", appSecret: SECRET };
const telegram = { accessToken: "7:good-token" };
const PAIRS: Pair[] = [
  number("WHATSAPP", "100"),
  number("WA_GATEWAY", "101"),
  {
    type: "FACEBOOK",
    far: { kind: "messenger", slug: "FACEBOOK", name: "Shop", accountId: "300", ...facebook },
    properties: facebook,
  },
  {
    type: "INSTAGRAM",
    far: { kind: "instagram", slug: "INSTAGRAM", name: "shop", ...instagram },
    properties: instagram,
  },
  {
    type: "TELEGRAM",
    far: { kind: "telegram", slug: "TELEGRAM", name: "Shop", username: "shop_bot", ...telegram },
    properties: telegram,
  },
];
type Choices = { id: string; title: string }[];
type Shown = { body: string; buttons?: Choices; list?: { sections: { rows: Choices }[] } };
const WITH_PROVIDER = PAIRS.map(({ type, far, properties }) => [type, far, properties] as const);

const KINDS = [
  "text",
  "image",
  "audio",
  "video",
  "document",
  "location",
  "contacts",
  "interactive",
  "template",
] as const;
const FURTHER = [
  "reply",
  "reaction",
  "edit",
  "deletion",
  "elsewhere",
  "delivered",
  "read",
  "played",
  "typing",
] as const;
type Kind = (typeof KINDS)[number];

/** ↑ sent, ↓ received, – refused with a reason; blank: does not exist on the channel. */
const table = new Map<string, Set<string>>();
function mark(type: IntegrationType, what: string, how: "↑" | "↓" | "–"): void {
  const key = `${type} ${what}`;
  table.set(key, (table.get(key) ?? new Set()).add(how));
}

let simulator: Simulator;
let appUrl: string;
let lastCall: { headers: Record<string, string>; raw: Buffer } | null = null;
let closeProduct: () => void;

beforeAll(async () => {
  const product = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      lastCall = { headers: request.headers as Record<string, string>, raw: Buffer.concat(parts) };
      response.writeHead(200, { "content-type": "application/json" });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => product.listen(0, "127.0.0.1", resolve));
  closeProduct = () => {
    product.close();
    product.closeAllConnections();
  };
  appUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  const custom: SimulatedChannel = {
    kind: "custom",
    slug: "CUSTOM",
    name: "Order app",
    integrationId: "x",
    validateToken: "validate-me",
    accessToken: "access-me",
  };
  simulator = await startSimulator({
    port: 0,
    appUrl,
    channels: [...PAIRS.map(({ far }) => far), custom],
    customers: [IDA],
    receipts: { deliveredAfterMs: null, readAfterMs: null },
  });
  Object.assign(process.env, {
    META_GRAPH_URL: simulator.graphUrl,
    INSTAGRAM_GRAPH_URL: simulator.graphUrl,
    TELEGRAM_API_URL: simulator.telegramUrl,
    DATABASE_URL: process.env.DATABASE_URL ?? "postgres://unused",
  });
  const { graph } = simulator.phone;
  for (const id of ["100", "101", "301/page", "401/instagram"])
    graph.setCallback(id, { url: appUrl, verifyToken: "v" });
  for (const { far, properties } of PAIRS) {
    if (far.kind === "telegram") await channelOf("TELEGRAM").adapter?.setup?.subscribe(properties, appUrl);
    if (far.kind !== "whatsapp") continue;
    const components = [{ type: "BODY", text: "Hello {{1}}" }];
    const template = { id: "9", name: "hello", language: "nb", status: "APPROVED", category: "UTILITY", components };
    graph.addAccount(far.wabaId, far.accessToken, [template]);
  }
});
afterAll(async () => {
  await simulator.stop();
  closeProduct();
  printTable();
});

const adapterOf = (type: IntegrationType): Adapter => {
  const { adapter } = channelOf(type);
  if (!adapter) throw new Error(`${type} has no adapter`);
  return adapter;
};
/** Our adapter's result for the last call. Its signature must be valid. */
function readLast(type: IntegrationType, credentials: unknown): InboundCall {
  const { inbound } = adapterOf(type);
  if (!inbound || !lastCall) throw new Error(`${type}: nothing came`);
  const { headers, raw } = lastCall;
  expect(inbound.isGenuine((name) => headers[name] ?? null, credentials, raw)).toBe(true);
  return inbound.read(JSON.parse(raw.toString()), { identifier: "shop_bot", credentials });
}
const said = () => simulator.messages().at(-1);

const place = { latitude: 41.38, longitude: 2.16, name: "Plaça de Catalunya", address: "Barcelona" };
const choices = { body: "Urgent?", buttons: [{ id: "y", title: "Yes" }] };
const url = (name: string) => `https://cdn.example/${name}`;
const OUTGOING: Record<Kind, Partial<OutgoingMessage>> = {
  text: { content: "Hei 👋" },
  image: { content: url("a.png") },
  audio: { content: url("a.mp3") },
  video: { content: url("a.mp4") },
  document: { content: url("a.pdf") },
  location: { content: JSON.stringify(place) },
  contacts: { content: JSON.stringify([{ name: "Bo Lund", phones: ["+4790000777"] }]) },
  interactive: { content: JSON.stringify(choices) },
  template: {
    content: "hello",
    template: {
      name: "hello",
      language: "nb",
      components: [{ type: "body", parameters: [{ type: "text", text: "Ida" }] }],
    },
  },
};
/** What the customer must see of it. */
const SHOWN: Record<Kind, (content: string) => void> = {
  text: (content) => expect(content).toBe("Hei 👋"),
  image: (content) => expect(content).toBe(url("a.png")),
  audio: (content) => expect(content).toBe(url("a.mp3")),
  video: (content) => expect(content).toBe(url("a.mp4")),
  document: (content) => expect(content).toBe(url("a.pdf")),
  location: (content) => expect(JSON.parse(content)).toMatchObject(place),
  contacts: (content) => expect(JSON.parse(content)).toEqual([{ name: "Bo Lund", phones: ["+4790000777"] }]),
  interactive: (content) => expect(JSON.parse(content)).toMatchObject(choices),
  template: (content) => expect(content).toMatch(/^hello( · Ida)?$/),
};

/** The contact's id, as we received it with their message. */
const clientIds = new Map<IntegrationType, string>();
function send(type: IntegrationType, credentials: unknown, message: Partial<OutgoingMessage>): Promise<SendResult> {
  const externalClientId = clientIds.get(type) ?? "ida";
  const whole: OutgoingMessage = { ...PLAIN, messageId: crypto.randomUUID(), externalClientId, ...message };
  return adapterOf(type).send(whole, credentials, signal);
}

/** The messages that a customer can send, and what we must read from them. */
const INCOMING: Record<Exclude<Kind, "template">, () => { content: string; caption?: string }> = {
  text: () => ({ content: "Grüße 👋" }),
  image: () => ({ content: `${simulator.url}/media/parcel.png` }),
  audio: () => ({ content: `${simulator.url}/media/voice-note.ogg` }),
  video: () => ({ content: `${simulator.url}/media/clip.mp4` }),
  document: () => ({ content: `${simulator.url}/media/invoice.pdf` }),
  location: () => ({ content: JSON.stringify(place) }),
  contacts: () => ({ content: JSON.stringify([{ name: "Bo Lund", phones: ["+4790000777"] }]) }),
  interactive: () => ({ content: JSON.stringify({ reply: { id: "y", title: "Yes" } }) }),
};
const WRITABLE = KINDS.filter((kind): kind is keyof typeof INCOMING => kind !== "template");
const write = (slug: string, type: string, given: { content: string; replyTo?: string }) =>
  simulator.write(slug, IDA, { type, ...given });

describe.each(WITH_PROVIDER)("%s", (type, far, properties) => {
  const channel = channelOf(type);
  let theirs: PhoneMessage;

  test("knows who writes", async () => {
    theirs = await write(far.slug, "text", { content: "Hello" });
    const [message] = readLast(type, properties).messages;
    expect(message).toMatchObject({ type: "text", content: "Hello", externalMessageId: theirs.id, replyTo: null });
    clientIds.set(type, message?.senderId ?? "");
    // Data that the message lacks is requested from the provider.
    const asked = await adapterOf(type).profileOf?.(message?.senderId ?? "", properties, signal);
    const { name, surname } = { ...asked, ...message?.profile };
    expect(`${name} ${surname ?? ""}`.trim()).toBe("Ida Lund");
  });

  test.each(WRITABLE)("in: %s", async (kind) => {
    // A choice needs a message with choices first.
    if (kind === "interactive") await send(type, properties, { type: kind, ...OUTGOING[kind] });
    const quoted = kind === "interactive" ? { replyTo: said()?.id ?? "" } : {};
    const sent = await write(far.slug, kind, { ...INCOMING[kind](), ...quoted });
    if (sent.status === "failed") {
      // The provider's app does not support this.
      expect(sent.error).toContain("Nobody can send");
      return;
    }
    const [message, ...others] = readLast(type, properties).messages;
    expect(others).toEqual([]);
    expect(message?.senderId).toBe(clientIds.get(type));
    const isFile = kind === "image" || kind === "audio" || kind === "video" || kind === "document";
    if (isFile) {
      expect(message?.media?.type).toBe(kind);
      await expectFile(message?.media ?? null);
    } else {
      expect(message?.type).toBe(kind);
      if (kind === "text") expect(message?.content).toBe("Grüße 👋");
      if (kind === "location")
        expect(JSON.parse(message?.content ?? "")).toMatchObject({ latitude: 41.38, longitude: 2.16 });
      if (kind === "contacts") expect(message?.content).toContain("Bo Lund");
      if (kind === "interactive")
        expect(JSON.parse(message?.content ?? "")).toEqual({ reply: { id: "y", title: "Yes" } });
    }
    mark(type, kind, "↓");
  });

  /** The file is at the address from the message or the provider. */
  async function expectFile(media: InboundCall["messages"][number]["media"] | null): Promise<void> {
    if (!media) throw new Error("no file came");
    if (media.url === null) {
      const located = await adapterOf(type).locateMedia?.(media, properties, signal);
      expect(located).toMatchObject({ outcome: "found" });
      if (located?.outcome !== "found") return;
      const answer = await fetch(located.url, { headers: located.headers });
      expect([answer.status, (await answer.arrayBuffer()).byteLength > 20]).toEqual([200, true]);
    } else expect((await fetch(media.url)).status).toBe(200);
  }

  test.each(KINDS)("out: %s", async (kind) => {
    const before = simulator.messages().length;
    const result = await send(type, properties, { type: kind, ...OUTGOING[kind] });
    if (!channel.messageTypes.includes(kind)) {
      expect(result).toMatchObject({ outcome: "refused", error: english(/\w+ \w+/) });
      expect(simulator.messages()).toHaveLength(before);
      return mark(type, kind, "–");
    }
    expect(result).toMatchObject({ outcome: "accepted", externalMessageId: expect.any(String) });
    expect(said()).toMatchObject({ from: "agent", customerId: "ida", type: kind, slug: far.slug });
    if (result.outcome === "accepted") expect(said()?.id).toBe(result.externalMessageId);
    SHOWN[kind](said()?.content ?? "");
    mark(type, kind, "↑");
  });

  test("a caption goes with a picture where there are captions", async () => {
    const result = await send(type, properties, { type: "image", content: url("a.png"), caption: "Look" });
    if (channel.maxCaptionLength === null) expect(result).toMatchObject({ outcome: "refused" });
    else expect(said()).toMatchObject({ type: "image", caption: "Look" });
  });

  test("answers point at what they answer, both ways", async () => {
    const { id } = await write(far.slug, "text", { content: "And?" });
    await send(type, properties, { replyTo: { externalId: id, content: "And?", type: "text" } });
    const answer = said();
    expect(answer?.replyTo).toBe(id);
    mark(type, "reply", "↑");
    await write(far.slug, "text", { content: "Thanks", replyTo: answer?.id ?? "" });
    expect(readLast(type, properties).messages[0]?.replyTo?.id).toBe(answer?.id);
    mark(type, "reply", "↓");
  });

  test.each([2, 5, 10])(
    "a rating question from 1 to %i is shown with its choices, and a tap names its conversation",
    async (scale) => {
      const convId = crypto.randomUUID();
      const question = ratingMessage({ question: "How was it?", scale }, convId, channel);
      expect(question.type).toBe("interactive");
      expect(await send(type, properties, question)).toMatchObject({ outcome: "accepted" });
      const shown = said();
      const { body, buttons, list } = JSON.parse(shown?.content ?? "") as Shown;
      expect(body).toBe("How was it?");
      const offered = buttons ?? list?.sections.flatMap(({ rows }) => rows) ?? [];
      expect(offered).toHaveLength(scale);
      await write(far.slug, "interactive", {
        content: JSON.stringify({ reply: offered.at(-1) }),
        replyTo: shown?.id ?? "",
      });
      const [answer] = readLast(type, properties).messages;
      expect(answer && ratingChoice(answer)).toEqual({ convId, rating: scale });
    },
  );

  test("changes of a customer's message", async () => {
    await simulator.phone.act(theirs.id, { kind: "react", emoji: "👍" });
    const reaction = { kind: "reaction", senderId: clientIds.get(type), externalMessageId: theirs.id };
    expect(readLast(type, properties).changes).toMatchObject([{ ...reaction, emoji: "👍" }]);
    await simulator.phone.act(theirs.id, { kind: "react", emoji: null });
    expect(readLast(type, properties).changes).toMatchObject([{ ...reaction, emoji: null }]);
    mark(type, "reaction", "↓");
    await simulator.phone.act(theirs.id, { kind: "edit", content: "Hello!" });
    const edit = { kind: "edit", externalMessageId: theirs.id, type: "text", content: "Hello!" };
    expect(readLast(type, properties).changes).toMatchObject([edit]);
    mark(type, "edit", "↓");
    const { removed } = await simulator.phone.act(theirs.id, { kind: "delete" });
    if (!removed) return expect(type).toBe("TELEGRAM");
    expect(readLast(type, properties).changes).toMatchObject([{ kind: "deletion", externalMessageId: theirs.id }]);
    mark(type, "deletion", "↓");
  });

  test("what the provider tells of our messages is what the channel says it does", async () => {
    await write(far.slug, "text", { content: "Still there?" });
    await send(type, properties, { content: "Yes" });
    const { id = "" } = said() ?? {};
    for (const kind of ["delivered", "read"] as const) {
      const { error } = await simulator.phone.act(id, { kind });
      expect(error === null).toBe(channel.receipts.includes(kind));
      if (error !== null) continue;
      const statuses = readLast(type, properties).statuses ?? [];
      expect([...new Set(statuses.map(({ status }) => status))]).toEqual([kind]);
      mark(type, kind, "↓");
    }
    if (far.kind !== "whatsapp") return expect(channel.receipts).not.toContain("played");
    const sent = simulator.phone.graph.sent.at(-1);
    if (!sent) throw new Error("nothing was sent");
    const entry = whatsappEntry(far, whatsappStatus(sent, "played"));
    await simulator.phone.deliveries.bring({
      url: appUrl,
      ...webhookCall("whatsapp_business_account", [entry], SECRET),
    });
    expect(readLast(type, properties).statuses).toMatchObject([{ status: "played", externalMessageId: id }]);
    mark(type, "played", "↓");
  });

  test("what was written elsewhere is an echo, and what we wrote is known as ours", async () => {
    if (far.kind === "telegram") return;
    if (far.kind === "whatsapp") {
      const echo = whatsappEcho(far, { waId: "4790000001" }, { type: "text", text: { body: "By phone" } });
      await simulator.phone.deliveries.bring({
        url: appUrl,
        ...webhookCall("whatsapp_business_account", [echo], SECRET),
      });
      expect(readLast(type, properties)).toMatchObject({ messages: [], echoes: [{ content: "By phone" }] });
      return mark(type, "elsewhere", "↓");
    }
    // First from the account's own inbox, then from us.
    const graph = `${simulator.graphUrl}/v25.0/me/messages?access_token=${properties.accessToken}`;
    const recipient = { id: clientIds.get(type) };
    const body = { recipient, messaging_type: "RESPONSE", message: { text: "From their inbox" } };
    const headers = { "content-type": "application/json" };
    lastCall = null;
    expect((await fetch(graph, { method: "POST", headers, body: JSON.stringify(body) })).status).toBe(200);
    await expect.poll(() => lastCall?.raw.toString(), { timeout: 10_000 }).toContain("is_echo");
    expect(readLast(type, properties)).toMatchObject({ messages: [], echoes: [{ content: "From their inbox" }] });
    lastCall = null;
    const result = await send(type, properties, { content: "From here" });
    await expect.poll(() => lastCall?.raw.toString(), { timeout: 10_000 }).toContain("is_echo");
    const { messages, echoes } = readLast(type, properties);
    expect(messages).toEqual([]);
    // Messenger also returns our own id. Instagram returns only the id from the send's response.
    const externalMessageId = result.outcome === "accepted" ? result.externalMessageId : null;
    const own = type === "FACEBOOK" ? { messageId: expect.any(String) as string } : {};
    expect(echoes).toEqual([expect.objectContaining({ externalMessageId, ...own })]);
    mark(type, "elsewhere", "↓");
  });

  test("gestures are those that the channel names", async () => {
    const { id } = await write(far.slug, "text", { content: "A gesture?" });
    const externalClientId = clientIds.get(type) ?? "";
    const frame = { externalClientId, externalConversationId: null, externalMessageId: id };
    const gestures: Gesture[] = [
      { ...frame, kind: "read" },
      { ...frame, kind: "typing" },
      { ...frame, kind: "reaction", emoji: "❤️" },
    ];
    for (const gesture of gestures) {
      const result = await adapterOf(type).gesture?.(gesture, properties, signal);
      const isNamed = channel.gestures.includes(gesture.kind);
      expect(result?.outcome).toBe(isNamed ? "accepted" : "refused");
      mark(type, gesture.kind, isNamed ? "↑" : "–");
    }
    const shown = simulator.messages().find((message) => message.id === id);
    if (channel.gestures.includes("reaction")) expect(shown?.reactions.agent).toMatch(/^❤/);
    if (channel.gestures.includes("read")) expect(shown?.status).toBe("seen");
  });
});

describe("CUSTOM", () => {
  const credentials = () => ({
    endpoint: simulator.endpointUrl("CUSTOM"),
    validateToken: "validate-me",
    accessToken: "access-me",
    externalId: "order-app",
  });

  test.each(KINDS)("out: %s", async (kind) => {
    const result = await send("CUSTOM", credentials(), { type: kind, ...OUTGOING[kind] });
    expect(result).toMatchObject({ outcome: "accepted", externalMessageId: said()?.id });
    expect(said()).toMatchObject({ from: "agent", customerId: "ida", type: kind });
    SHOWN[kind](said()?.content ?? "");
    mark("CUSTOM", kind, "↑");
  });

  test.each(WRITABLE)("in: %s", async (kind) => {
    const given = INCOMING[kind]();
    const { id } = await write("CUSTOM", kind, given);
    const message = customMessage.parse(JSON.parse(lastCall?.raw.toString() ?? ""));
    expect(message).toMatchObject({ type: kind, content: given.content, senderId: "ida", externalMessageId: id });
    expect(message.profile).toMatchObject({ name: "Ida", surname: "Lund", phone: "+4790000001", country: "NO" });
    mark("CUSTOM", kind, "↓");
  });

  test("answers and receipts", async () => {
    const { id } = await write("CUSTOM", "text", { content: "And?" });
    await send("CUSTOM", credentials(), { replyTo: { externalId: id, content: "And?", type: "text" } });
    const answer = said();
    expect(answer?.replyTo).toBe(id);
    mark("CUSTOM", "reply", "↑");
    for (const kind of ["delivered", "read"] as const) {
      await simulator.phone.act(answer?.id ?? "", { kind });
      expect(customStatus.parse(JSON.parse(lastCall?.raw.toString() ?? ""))).toMatchObject({
        messageId: answer?.id,
        status: kind,
      });
      mark("CUSTOM", kind, "↓");
    }
    await write("CUSTOM", "text", { content: "Thanks", replyTo: answer?.id ?? "" });
    const message = customMessage.parse(JSON.parse(lastCall?.raw.toString() ?? ""));
    expect(message.replyTo?.id).toBe(answer?.id);
    mark("CUSTOM", "reply", "↓");
  });
});

/**
 * Both sides are ours. The tests of server/webchat and e2e/portal/webchat.spec.ts cover received messages. Sent messages arrive
 * at once.
 */
test.each(channelOf("WEBCHAT").messageTypes.filter((kind) => kind !== "note"))("WEBCHAT out: %s", async (kind) => {
  const result = await send("WEBCHAT", {}, { type: kind, ...OUTGOING[kind as Kind] });
  expect(result).toMatchObject({ outcome: "accepted", externalMessageId: expect.any(String) });
  mark("WEBCHAT", kind, "↑");
});

test("every channel that there is has its column", () => {
  const known = [...PAIRS.map(({ type }) => type), "CUSTOM", "WEBCHAT"];
  expect(known.toSorted()).toEqual(Object.values(IntegrationType).toSorted());
  const kinds: MessageType[] = [...KINDS, "note"];
  expect(
    Object.values(IntegrationType)
      .flatMap((type) => channelOf(type).messageTypes)
      .filter((kind) => !kinds.includes(kind)),
  ).toEqual([]);
});

function printTable(): void {
  const types = Object.values(IntegrationType);
  const cell = (type: string, what: string) =>
    ["↑", "↓", "–"].filter((how) => table.get(`${type} ${what}`)?.has(how)).join("");
  const rows = [...KINDS, ...FURTHER].map(
    (what) => what.padEnd(12) + types.map((type) => cell(type, what).padEnd(11)).join(""),
  );
  const head = " ".repeat(12) + types.map((type) => type.padEnd(11)).join("");
  console.info(["↑ out, ↓ in, – refused in words", head, ...rows].join("\n"));
}
