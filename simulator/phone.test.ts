import { createHmac } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readText } from "./http.ts";
import { startSimulator, type Simulator } from "./server.ts";
import type { Customer, SimulatedChannel } from "./talk.ts";

// The customers' side of the channels that have a provider: the calls that reach a product, and how the phone shows the
// product's messages.

const SECRET = "0123456789abcdef0123456789abcdef";
const IDA: Customer = { id: "ida", name: "Ida", surname: "Lund", phone: "+4790000001", countryCode: "NO" };
const WHATSAPP = {
  kind: "whatsapp",
  slug: "whatsapp",
  name: "WhatsApp",
  accessToken: "EAAG-number",
  phoneNumberId: "100",
  wabaId: "200",
  appSecret: SECRET,
  displayPhoneNumber: "+47 900 00 100",
} as const satisfies SimulatedChannel;
const PAGE = {
  kind: "messenger",
  slug: "messenger",
  name: "Shop",
  accessToken: "EAAG-page",
  accountId: "300",
  appId: "301",
  appSecret: SECRET,
} as const satisfies SimulatedChannel;
const ACCOUNT = { ...PAGE, kind: "instagram", slug: "instagram", accessToken: "IGAA-token", accountId: "400" } as const;
const BOT = {
  kind: "telegram",
  slug: "telegram",
  name: "Shop",
  accessToken: "7:good-token",
  username: "shop_bot",
} as const satisfies SimulatedChannel;

type Heard = { path: string; headers: Record<string, unknown>; raw: string; body: Record<string, unknown> };

let simulator: Simulator;
let heard: Heard[];
/** The product's next responses. 200 when the list is empty. */
let statuses: number[];
let closeProduct: () => Promise<void>;

beforeEach(async () => {
  heard = [];
  statuses = [];
  const server = createServer((request, response) => {
    const challenge = new URL(request.url ?? "", "http://x").searchParams.get("hub.challenge");
    if (request.method === "GET") return void response.end(challenge);
    void readText(request).then((raw) => {
      heard.push({
        path: request.url ?? "",
        headers: request.headers,
        raw,
        body: JSON.parse(raw) as Record<string, unknown>,
      });
      response.writeHead(statuses.shift() ?? 200, { "content-type": "application/json" });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeProduct = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const channels = [WHATSAPP, PAGE, ACCOUNT, BOT];
  const receipts = { deliveredAfterMs: null, readAfterMs: null };
  simulator = await startSimulator({ port: 0, appUrl, channels, customers: [IDA], receipts });
  const { graph } = simulator.phone;
  for (const id of ["100", "301/page", "301/instagram"])
    graph.setCallback(id, { url: `${appUrl}/${id.replaceAll("/", "-")}`, verifyToken: "v" });
  await fetch(`${simulator.telegramUrl}/bot7:good-token/setWebhook`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      url: `${appUrl}/bot`,
      secret_token: "s",
      allowed_updates: ["message", "edited_message", "callback_query", "message_reaction", "business_message"],
    }),
  });
});
afterEach(async () => {
  await simulator.stop();
  await closeProduct();
});

const say = (slug: string, content = "Hi", more: { type?: string; caption?: string; replyTo?: string } = {}) =>
  simulator.write(slug, IDA, { type: "text", content, ...more });
async function graphPost(path: string, accessToken: string, body: object) {
  const response = await fetch(`${simulator.graphUrl}/v25.0/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const sendText = (body: string) =>
  graphPost("100/messages", WHATSAPP.accessToken, {
    messaging_product: "whatsapp",
    to: "4790000001",
    type: "text",
    text: { body },
  });
const control = async (path: string, body: object) => {
  const response = await fetch(`${simulator.url}/control/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
};
const entries = (place = -1) => (heard.at(place)?.body.entry ?? []) as Record<string, unknown>[];
const value = () => (entries()[0]?.changes as { value: Record<string, unknown>; field: string }[] | undefined)?.[0];
const event = () => (entries()[0]?.messaging as Record<string, unknown>[] | undefined)?.[0];

test("what comes from Meta is signed over the bytes that come, and a spoiled proof does not hold", async () => {
  await say("whatsapp", "Grüße 👋");
  const proof = (raw = "") => `sha256=${createHmac("sha256", SECRET).update(raw).digest("hex")}`;
  expect(heard[0]?.headers["x-hub-signature-256"]).toBe(proof(heard[0]?.raw));
  expect(heard[0]?.raw).toMatch(/^[\x20-\x7e]+$/);
  simulator.faults({ wrongSignature: true });
  await say("whatsapp");
  expect(heard[1]?.headers["x-hub-signature-256"]).toMatch(/^sha256=[0-9a-f]{64}$/);
  expect(heard[1]?.headers["x-hub-signature-256"]).not.toBe(proof(heard[1]?.raw));
});

describe("a customer", () => {
  test.each(["whatsapp", "messenger", "instagram", "telegram"])("writes on %s, and answers a bubble", async (slug) => {
    const first = await say(slug, "Where is it?");
    expect(first).toMatchObject({ status: "accepted", error: null });
    await say(slug, "Hello?", { replyTo: first.id });
    expect(heard).toHaveLength(2);
    const mid = first.id.split(":").at(-1) ?? "";
    expect(heard[0]?.raw).toContain(mid);
    expect(heard[1]?.raw).toContain(mid);
  });

  test.each([
    ["whatsapp", () => (value()?.value.messages as unknown[])[0], { type: "reaction", reaction: { emoji: "👍" } }],
    ["messenger", event, { reaction: { action: "react", reaction: "like", emoji: "👍" } }],
    ["instagram", event, { reaction: { action: "react", emoji: "👍" } }],
    [
      "telegram",
      () => heard.at(-1)?.body,
      { message_reaction: { old_reaction: [], new_reaction: [{ type: "emoji", emoji: "👍" }] } },
    ],
  ])("reacts on %s", async (slug, read, shape) => {
    const { id } = await say(slug);
    const after = await simulator.phone.act(id, { kind: "react", emoji: "👍" });
    expect(after.reactions.customer).toBe("👍");
    expect(read()).toMatchObject(shape);
  });

  test.each([
    ["whatsapp", { edit: { message: { text: { body: "new" } } } }],
    ["messenger", { message_edit: { text: "new", num_edit: 1 } }],
    ["instagram", { message_edit: { text: "new" } }],
    ["telegram", { edited_message: { text: "new" } }],
  ])("edits on %s, and takes back where that is told", async (slug, shape) => {
    const { id } = await say(slug, "old");
    expect(await simulator.phone.act(id, { kind: "edit", content: "new" })).toMatchObject({
      content: "new",
      edited: true,
    });
    const brought =
      slug === "whatsapp"
        ? (value()?.value.messages as unknown[])[0]
        : slug === "telegram"
          ? heard.at(-1)?.body
          : event();
    expect(brought).toMatchObject(shape);
    const removed = await simulator.phone.act(id, { kind: "delete" });
    expect(removed.removed).toBe(slug !== "telegram");
  });

  test("sends a file: WhatsApp's with the number's token only, for a while", async () => {
    await say("whatsapp", `${simulator.url}/media/parcel.png`, { type: "image", caption: "Look" });
    const [message] = value()?.value.messages as { image: { id: string; caption: string } }[];
    expect(message?.image.caption).toBe("Look");
    const look = async () => {
      const answer = await fetch(`${simulator.graphUrl}/v25.0/${message?.image.id}`, {
        headers: { authorization: `Bearer ${WHATSAPP.accessToken}` },
      });
      return { status: answer.status, body: (await answer.json()) as { url: string; mime_type: string } };
    };
    const { body } = await look();
    expect(body.mime_type).toBe("image/png");
    const get = async (token: string) =>
      (await fetch(body.url, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await get(WHATSAPP.accessToken), await get("EAAG-page")]).toEqual([200, 401]);
    await control("clock", { advanceMs: 6 * 60_000 });
    expect([await get(WHATSAPP.accessToken), (await look()).status]).toEqual([404, 200]);
    await control("clock", { advanceMs: 7 * 24 * 3_600_000 });
    expect((await look()).status).toBe(400);
  });

  test("who hides their number is known by an id and a name of their own, and can be answered", async () => {
    await simulator.write("whatsapp", { ...IDA, hidesNumber: true }, { type: "text", content: "Hi" });
    const [message] = value()?.value.messages as Record<string, unknown>[];
    expect(message).toMatchObject({ from_user_id: expect.stringMatching(/^NO\.[0-9a-f]{20}$/) });
    expect(message).not.toHaveProperty("from");
    expect(value()?.value.contacts).toMatchObject([{ profile: { username: "@ida" } }]);
    const recipient = String(message?.from_user_id);
    await graphPost("100/messages", WHATSAPP.accessToken, {
      messaging_product: "whatsapp",
      recipient,
      type: "text",
      text: { body: "Hello" },
    });
    expect(simulator.messages().at(-1)).toMatchObject({ from: "agent", customerId: "ida", content: "Hello" });
    expect(await control("rotations", { slug: "whatsapp", customerId: "ida", current: "NO.new" })).toMatchObject({
      error: null,
    });
    expect(value()?.value.messages).toMatchObject([
      { type: "system", system: { type: "user_changed_user_id", user_id: "NO.new", previous_user_id: recipient } },
    ]);
  });

  test("sends what the API has no type for, and calls", async () => {
    await simulator.write("whatsapp", IDA, { type: "kind", content: "Order" });
    expect(value()?.value.messages).toMatchObject([{ type: "order", order: { product_items: [{ quantity: 1 }, {}] } }]);
    await simulator.write("whatsapp", IDA, { type: "call", content: "Missed call" });
    expect(value()).toMatchObject({ field: "calls", value: { calls: [{ event: "terminate" }] } });
    await simulator.write("whatsapp", IDA, { type: "standby", content: "In stock?" });
    expect(value()).toMatchObject({
      field: "standby",
      value: { standby: { messages: [{ text: { body: "In stock?" } }], contacts: [{}] } },
    });
    await simulator.write("whatsapp", IDA, { type: "handover", content: "Asks for boots" });
    expect(value()).toMatchObject({ field: "messaging_handovers", value: { type: "control_passed" } });
    await simulator.write("whatsapp", IDA, { type: "marketing", content: "stop" });
    expect(value()).toMatchObject({ field: "user_preferences", value: { user_preferences: [{ value: "stop" }] } });
    await expect(simulator.write("whatsapp", IDA, { type: "kind", content: "Hologram" })).rejects.toThrow("Hologram");
  });
});

describe("the business", () => {
  test("writes within 24 hours: later it is refused at once, or by a status", async () => {
    await say("whatsapp");
    expect((await sendText("Hello")).status).toBe(200);
    await control("clock", { advanceMs: 24 * 3_600_000 });
    expect(await sendText("Late")).toMatchObject({ status: 400, body: { error: { code: 131047 } } });
    await control("window", { verdict: "async" });
    expect((await sendText("Late")).status).toBe(200);
    await vi.waitFor(
      () => expect(value()?.value.statuses).toMatchObject([{ status: "failed", errors: [{ code: 131047 }] }]),
      10_000,
    );
  });

  test("on Messenger and Instagram has a day, and a person's answer seven", async () => {
    for (const { slug, accountId, accessToken } of [PAGE, ACCOUNT]) {
      await say(slug);
      const recipient = { id: (event()?.sender as { id: string }).id };
      const send = async (how: object) =>
        (await graphPost(`${accountId}/messages`, accessToken, { recipient, ...how, message: { text: "Hello" } }))
          .status;
      expect(await send({ messaging_type: "RESPONSE" })).toBe(200);
      await control("clock", { advanceMs: 25 * 3_600_000 });
      expect(await send({ messaging_type: "RESPONSE" })).toBe(403);
      expect(await send({ messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" })).toBe(200);
      await control("clock", { advanceMs: 7 * 24 * 3_600_000 });
      expect(await send({ messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" })).toBe(403);
    }
  });

  test("hears of its own messages, of delivery and reading as each provider tells it", async () => {
    await say("messenger");
    const recipient = { id: (event()?.sender as { id: string }).id };
    await graphPost("300/messages", PAGE.accessToken, {
      recipient,
      messaging_type: "RESPONSE",
      message: { text: "Hello", metadata: "ours" },
    });
    await vi.waitFor(
      () => expect(event()).toMatchObject({ message: { is_echo: true, metadata: "ours", app_id: 301 } }),
      10_000,
    );
    const { id } = simulator.messages().at(-1) ?? { id: "" };
    await simulator.phone.act(id, { kind: "delivered" });
    expect(event()).toMatchObject({ delivery: { mids: [id], watermark: expect.any(Number) } });
    await simulator.phone.act(id, { kind: "read" });
    expect(event()).toMatchObject({ read: { watermark: expect.any(Number) } });

    await say("instagram");
    const to = { id: (event()?.sender as { id: string }).id };
    const answer = await graphPost("400/messages", ACCOUNT.accessToken, {
      recipient: to,
      messaging_type: "RESPONSE",
      message: { text: "Hello" },
    });
    await vi.waitFor(() => expect(event()).toMatchObject({ message: { is_echo: true } }), 10_000);
    const mid = String(answer.body.message_id);
    expect(await simulator.phone.act(mid, { kind: "delivered" })).toMatchObject({ error: expect.any(String) });
    await simulator.phone.act(mid, { kind: "read" });
    expect(event()).toMatchObject({ read: { mid } });
  });

  test("may hear of delivery before its send is answered", async () => {
    await say("whatsapp");
    simulator.faults({ earlyStatus: true });
    await sendText("Hello");
    expect(value()?.value.statuses).toMatchObject([{ status: "delivered", recipient_id: "4790000001" }]);
  });

  test("is slowed down: 45 to one customer at once, then one in six seconds", async () => {
    await say("whatsapp");
    const answers = [];
    for (let sent = 0; sent < 46; sent += 1) answers.push(await sendText(String(sent)));
    expect(answers.slice(0, 45).map(({ status }) => status)).toEqual(Array.from({ length: 45 }, () => 200));
    expect(answers[45]).toMatchObject({ status: 400, body: { error: { code: 131056 } } });
    await control("clock", { advanceMs: 6_100 });
    expect((await sendText("one more")).status).toBe(200);
  });

  test("is refused by an error's name or number, as often as asked", async () => {
    await say("whatsapp");
    expect(await control("faults", { error: "131056", times: 2 })).toEqual({
      error: "pairRate",
      code: 131056,
      times: 2,
    });
    const codes = [await sendText("a"), await sendText("b"), await sendText("c")].map(({ status }) => status);
    expect(codes).toEqual([400, 400, 200]);
    expect(await control("faults", { error: "nothing" })).toMatchObject({ error: expect.stringContaining("pairRate") });
    await control("tokens", { accessToken: WHATSAPP.accessToken, valid: false });
    expect(await sendText("d")).toMatchObject({ status: 401, body: { error: { code: 190 } } });
    await control("tokens", { accessToken: WHATSAPP.accessToken, valid: true });
    expect((await sendText("e")).status).toBe(200);
  });

  test("is told of its templates and of what it wrote in the phone's app", async () => {
    const template = { id: "9", name: "a", language: "en", status: "PAUSED", category: "UTILITY" };
    expect(await control("templates", { slug: "whatsapp", template })).toMatchObject({ error: null });
    expect(value()).toMatchObject({ field: "message_template_status_update", value: { event: "PAUSED" } });
    await control("echoes", { slug: "whatsapp", customerId: "ida", text: "From my phone" });
    expect(value()).toMatchObject({
      field: "smb_message_echoes",
      value: { message_echoes: [{ to: "4790000001", text: { body: "From my phone" } }] },
    });
  });
});

test("a provider remembers, over a restart, where calls go and who may be answered", async () => {
  const memoryFile = join(mkdtempSync(join(tmpdir(), "simulator-")), "memory.json");
  const appUrl = new URL(simulator.phone.graph.callbackOf("100")?.url ?? "").origin;
  const options = { port: 0, appUrl, channels: [WHATSAPP, BOT], customers: [IDA], memoryFile };
  const before = await startSimulator(options);
  const post = (at: string, body: object) =>
    fetch(at, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${WHATSAPP.accessToken}` },
      body: JSON.stringify(body),
    }).then(({ status }) => status);
  const override = { override_callback_uri: `${appUrl}/x`, verify_token: "v" };
  await post(`${before.graphUrl}/v25.0/100`, { webhook_configuration: override });
  await post(`${before.telegramUrl}/bot7:good-token/setWebhook`, { url: `${appUrl}/bot`, secret_token: "s" });
  for (const slug of ["whatsapp", "telegram"]) await before.write(slug, IDA, { type: "text", content: "Hi" });
  await before.stop();
  const after = await startSimulator(options);
  const text = { messaging_product: "whatsapp", to: "4790000001", type: "text", text: { body: "Hello" } };
  expect(await post(`${after.graphUrl}/v25.0/100/messages`, text)).toBe(200);
  const chat_id = (heard.at(-1)?.body.message as { chat: { id: number } }).chat.id;
  expect(await post(`${after.telegramUrl}/bot7:good-token/sendMessage`, { chat_id, text: "Hello" })).toBe(200);
  for (const slug of ["whatsapp", "telegram"]) {
    expect(await after.write(slug, IDA, { type: "text", content: "Again" })).toMatchObject({ error: null });
  }
  expect(after.messages().map(({ from }) => from)).toEqual(["agent", "agent", "customer", "customer"]);
  await after.stop();
});

describe("calls to the product", () => {
  test("that are not taken come again, and those that were lost on request", async () => {
    statuses = [503];
    const message = await say("telegram");
    expect(message.status).toBe("accepted");
    expect(heard.map(({ raw }) => raw)).toEqual([heard[0]?.raw, heard[0]?.raw]);
    simulator.faults({ loseInbound: true });
    expect(await say("telegram", "Gone")).toMatchObject({ status: "failed" });
    simulator.faults({ loseInbound: false });
    const lost = simulator.phone.deliveries.journal.at(-1);
    expect(lost?.state).toBe("lost");
    await control("repeat", { id: lost?.id });
    expect(heard.at(-1)?.raw).toContain("Gone");
  });

  test("come twice, late, in another order or together", async () => {
    simulator.faults({ duplicateInbound: true });
    await say("messenger");
    expect(heard).toHaveLength(2);
    simulator.faults({ duplicateInbound: false, reorderInbound: true });
    await Promise.all([say("messenger", "first"), say("messenger", "second")]);
    expect(heard.slice(2).map(({ raw }) => /first|second/.exec(raw)?.[0])).toEqual(["second", "first"]);
    simulator.faults({ reorderInbound: false, batchInbound: true });
    await Promise.all([say("whatsapp", "one"), say("whatsapp", "two")]);
    expect(heard).toHaveLength(5);
    expect(entries().flatMap(({ changes }) => changes)).toHaveLength(2);
    simulator.faults({ batchInbound: false, delayMs: 300 });
    const began = Date.now();
    await say("telegram");
    expect(Date.now() - began).toBeGreaterThanOrEqual(290);
  });
});
