import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { GET, POST } from "../../app/ext/v1/incoming/[type]/[integrationId]/route.ts";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import {
  handshakeUrl,
  messagingEntry,
  messagingEvent,
  webhookCall,
  whatsappEntry,
  whatsappMessage,
  whatsappStatus,
  type WebhookCall,
  type WhatsappCustomer,
} from "../../simulator/graph-webhook.ts";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { sealCredentials } from "../integrations/access.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { openDoors } from "../testing/doors.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { takeCalls } from "../testing/take-calls.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const SECRET = "0123456789abcdef0123456789abcdef";
const text = (body: string) => ({ type: "text", text: { body } });

let graph: GraphStandIn;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;

beforeAll(async () => {
  graph = await startGraph();
  process.env.META_GRAPH_URL = graph.url;
  process.env.INSTAGRAM_GRAPH_URL = graph.url;
});
afterAll(() => graph.stop());
beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
});

/** A channel as the portal creates it. Its credentials are valid at the stand-in and encrypted here. */
async function channel(
  type: IntegrationType,
  properties: Record<string, string>,
  identifier: string,
): Promise<Integration> {
  const place = { workspaceId, id: uuidv7() };
  expect(channelOf(type).adapter?.credentials.safeParse(properties).success).toBe(true);
  const credentials = await sealCredentials(place, properties);
  return database().integration.create({
    data: { ...place, name: type, type, identifier, state: "active", credentials },
  });
}
const digits = () => String(randomInt(10 ** 11, 10 ** 12));
async function whatsapp(type: IntegrationType = "WHATSAPP", appSecret = SECRET) {
  const properties = { accessToken: `EAAG-${digits()}`, phoneNumberId: digits(), wabaId: digits(), appSecret };
  const number = graph.addNumber({ ...properties, displayPhoneNumber: "+47 900 00 100" });
  return { integration: await channel(type, properties, `+${number.phoneNumberId}`), number, properties };
}
async function page() {
  const properties = { accessToken: `EAAG-${digits()}`, pageId: digits(), appSecret: SECRET };
  graph.addMessaging({ object: "page", id: properties.pageId, name: "Shop", accessToken: properties.accessToken });
  return { integration: await channel("FACEBOOK", properties, `Shop ${properties.pageId}`), properties };
}
async function instagram() {
  const properties = { accessToken: `IGAA-${digits()}`, accountId: digits(), appSecret: SECRET };
  graph.addMessaging({
    object: "instagram",
    id: properties.accountId,
    name: "shop",
    accessToken: properties.accessToken,
  });
  return { integration: await channel("INSTAGRAM", properties, `shop_${properties.accountId}`), properties };
}

/** Sends a webhook call like Meta. Returns the status and the body of the response. */
async function bring({ id, type }: Pick<Integration, "id" | "type">, call: WebhookCall) {
  const params = { type: type.toLowerCase(), integrationId: id };
  const request = new Request(`https://desk.example/ext/v1/incoming/${params.type}/${id}`, { method: "POST", ...call });
  const response = await POST(request, { params: Promise.resolve(params) });
  await takeCalls();
  return { status: response.status, body: (await response.json()) as unknown };
}
const TAKEN = { status: 200, body: {} };
const ofWhatsapp = (...entries: unknown[]) => webhookCall("whatsapp_business_account", entries, SECRET);
const stored = () =>
  database().message.findMany({ where: { workspaceId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
const clients = () =>
  database().client.findMany({ where: { workspaceId }, include: { identities: true }, orderBy: { createdAt: "asc" } });
async function send(integration: Integration, convId: string, content: string): Promise<string> {
  const worker = startSending(50);
  const input = { integrationId: integration.id, convId, type: "text", content };
  const { messageId } = await workspace.api.ok<{ messageId: string }>(ADD, input);
  await eventually(async () => (await message(messageId)).status === "sent");
  await worker.stop(5_000);
  return messageId;
}
const message = (id: string) =>
  database().message.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
const IDA: WhatsappCustomer = { waId: "4790000001", userId: "NO.7Xk29", name: "Ida Lund" };

describe("WhatsApp", () => {
  test("a batch of messages is stored once, however often and in whatever order it comes", async () => {
    const { integration, number } = await whatsapp();
    const parts = ["a", "b", "c"].map((body) => whatsappEntry(number, whatsappMessage(IDA, text(body))));
    const calls = [ofWhatsapp(...parts), ofWhatsapp(...parts.toReversed()), ...parts.map((part) => ofWhatsapp(part))];
    const answers = await Promise.all(calls.map((call) => bring(integration, call)));
    expect(answers).toEqual(calls.map(() => TAKEN));
    expect((await stored()).map(({ content }) => content).toSorted()).toEqual(["a", "b", "c"]);
    expect(await clients()).toMatchObject([
      { name: "Ida Lund", phone: "+4790000001", country: "NO", externalClientId: "4790000001" },
    ]);
  });

  test("who hides their number later stays the same client, and can be answered", async () => {
    const { integration, number } = await whatsapp();
    await bring(
      integration,
      ofWhatsapp(whatsappEntry(number, whatsappMessage({ waId: "4790000001" }, text("by number")))),
    );
    await bring(integration, ofWhatsapp(whatsappEntry(number, whatsappMessage(IDA, text("by both")))));
    const hidden = whatsappMessage({ userId: "NO.7Xk29", username: "@ida" }, text("by id"));
    await bring(integration, ofWhatsapp(whatsappEntry(number, hidden)));
    const [client, ...others] = await clients();
    expect(others).toEqual([]);
    expect(client?.identities.map(({ scope, externalId }) => `${scope} ${externalId}`).toSorted()).toEqual([
      "bsuid NO.7Xk29",
      "phone 4790000001",
    ]);
    const [first] = await stored();
    await send(integration, first?.convId ?? "", "Hei");
    expect(graph.sent.at(-1)?.body).toMatchObject({ recipient: "NO.7Xk29", text: { body: "Hei" } });
  });

  test("who never showed a number is a client without one", async () => {
    const { integration, number } = await whatsapp("WA_GATEWAY");
    const hidden = whatsappMessage({ userId: "NO.7Xk29", username: "@ida", name: "" }, text("Hi"));
    expect(await bring(integration, ofWhatsapp(whatsappEntry(number, hidden)))).toEqual(TAKEN);
    expect(await clients()).toMatchObject([
      {
        name: "ida",
        phone: null,
        country: "NO",
        externalClientId: "NO.7Xk29",
        identities: [{ scope: "bsuid", externalId: "NO.7Xk29" }],
      },
    ]);
  });

  test("statuses reach the message in any order, also one that comes before the send's answer", async () => {
    const { integration, number } = await whatsapp();
    await bring(integration, ofWhatsapp(whatsappEntry(number, whatsappMessage(IDA, text("Hi")))));
    const [first] = await stored();
    const messageId = await send(integration, first?.convId ?? "", "Hei");
    const sent = graph.sent.at(-1);
    if (!sent) throw new Error("it was sent");
    expect(sent.body.biz_opaque_callback_data).toBe(messageId);
    const report = (status: string) =>
      whatsappEntry(number, whatsappStatus(sent, status, { errors: [{ code: 131026, title: "No" }] }));
    expect(await bring(integration, ofWhatsapp(report("read"), report("delivered"), report("sent")))).toEqual(TAKEN);
    expect(await message(messageId)).toMatchObject({ status: "read", externalMessageId: sent.wamid });

    // The provider's response was lost, so the message is identified by our own id.
    const lost = await workspace.api.ok<{ messageId: string }>(ADD, {
      integrationId: integration.id,
      convId: first?.convId ?? "",
      type: "text",
      content: "Again",
    });
    const overtaking = { wamid: "wamid.OVERTAKING", body: { to: IDA.waId, biz_opaque_callback_data: lost.messageId } };
    await bring(integration, ofWhatsapp(whatsappEntry(number, whatsappStatus(overtaking, "delivered"))));
    expect(await message(lost.messageId)).toMatchObject({ status: "delivered", externalMessageId: "wamid.OVERTAKING" });
  });

  test("what belongs to another channel of the same app goes there, if that proves it too", async () => {
    const [one, two, foreign] = [await whatsapp(), await whatsapp(), await whatsapp("WHATSAPP", "another_secret")];
    const entry = ({ number }: typeof one, body: string) => whatsappEntry(number, whatsappMessage(IDA, text(body)));
    expect(
      await bring(one.integration, ofWhatsapp(entry(two, "two"), entry(one, "one"), entry(foreign, "foreign"))),
    ).toEqual(TAKEN);
    const channelOfContent = Object.fromEntries(
      (await stored()).map(({ content, integrationId }) => [content, integrationId]),
    );
    expect(channelOfContent).toEqual({ one: one.integration.id, two: two.integration.id });
  });
});

describe("Messenger and Instagram", () => {
  test("a new sender has the name and picture of their profile; one whose profile is closed has none", async () => {
    const { integration, properties } = await page();
    const [open, closed] = [digits(), digits()];
    graph.put(open, {
      id: open,
      first_name: "Ida",
      last_name: "Lund",
      profile_pic: "https://cdn.example/p",
      locale: "nb_NO",
    });
    const says = (sender: string, mid: string) =>
      messagingEvent(sender, properties.pageId, { message: { mid, text: "Hi" } });
    const call = webhookCall(
      "page",
      [messagingEntry(properties.pageId, [says(open, "m_1"), says(closed, "m_2"), says(open, "m_3")])],
      SECRET,
    );
    expect([await bring(integration, call), await bring(integration, call)]).toEqual([TAKEN, TAKEN]);
    // Senders are stored in parallel, so their order varies.
    const found = new Map((await clients()).map((client) => [client.externalClientId, client]));
    expect([...found.keys()].toSorted()).toEqual([open, closed].toSorted());
    expect(found.get(open)).toMatchObject({
      name: "Ida",
      surname: "Lund",
      // A copy of the provider's picture, whose URL expires some day.
      avatarUrl: expect.stringMatching(/\/uploads\/\d+\/[0-9a-f]{32}\.bin$/) as string,
      country: "NO",
      phone: null,
    });
    expect(found.get(closed)).toMatchObject({ name: null, surname: null });
    expect(await stored()).toHaveLength(3);
    // Known contacts are not looked up again.
    expect(graph.requests.filter((path) => path.includes(`/${open}?`))).toHaveLength(1);
  });

  test("Messenger's watermarks raise what was sent before them; a failed message stays failed", async () => {
    const { integration, properties } = await page();
    const psid = digits();
    const from = (content: Record<string, unknown>, at?: Date) =>
      webhookCall(
        "page",
        [messagingEntry(properties.pageId, [messagingEvent(psid, properties.pageId, content, at)])],
        SECRET,
      );
    await bring(integration, from({ message: { mid: "m_1", text: "Hi" } }));
    const convId = (await stored())[0]?.convId ?? "";
    const [one, two] = [await send(integration, convId, "one"), await send(integration, convId, "two")];
    await database().message.update({
      where: { workspaceId_id: { workspaceId, id: two } },
      data: { status: "failed" },
    });
    const between = new Date();
    await new Promise((later) => setTimeout(later, 5));
    const three = await send(integration, convId, "three");
    await bring(integration, from({ delivery: { watermark: between.getTime() } }));
    const statuses = async () => Promise.all([one, two, three].map(async (id) => (await message(id)).status));
    expect(await statuses()).toEqual(["delivered", "failed", "sent"]);
    await bring(integration, from({ read: { watermark: Date.now() } }));
    expect(await statuses()).toEqual(["read", "failed", "read"]);
  });

  test("Instagram's read of a message raises those before it too", async () => {
    const { integration, properties } = await instagram();
    const igsid = digits();
    const from = (content: Record<string, unknown>) =>
      webhookCall(
        "instagram",
        [messagingEntry(properties.accountId, [messagingEvent(igsid, properties.accountId, content)])],
        SECRET,
      );
    await bring(integration, from({ message: { mid: "aWdf1", text: "Hi" } }));
    const convId = (await stored())[0]?.convId ?? "";
    const sent = [];
    for (const content of ["one", "two", "three"]) sent.push(await send(integration, convId, content));
    const { externalMessageId } = await message(sent[1] ?? "");
    await bring(integration, from({ read: { mid: externalMessageId } }));
    expect(await Promise.all(sent.map(async (id) => (await message(id)).status))).toEqual(["read", "read", "sent"]);
    await bring(integration, from({ read: { mid: "aWdfNobodys" } }));
    expect((await message(sent[2] ?? "")).status).toBe("sent");
  });
});

describe("the address", () => {
  test("answers Meta's question with its words and nothing else, to whoever knows the token", async () => {
    const { integration, properties } = await page();
    const token = channelOf("FACEBOOK").adapter?.inbound?.handshake?.token(properties) ?? "";
    const ask = (verifyToken: string, type = "facebook", integrationId = integration.id) =>
      GET(new Request(handshakeUrl("https://desk.example/x", verifyToken, "777")), {
        params: Promise.resolve({ type, integrationId }),
      });
    const answer = await ask(token);
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      "text/plain; charset=utf-8",
      "777",
    ]);
    expect((await ask("wrong")).status).toBe(401);
    expect((await ask(token, "instagram")).status).toBe(404);
    expect((await ask(token, "telegram")).status).toBe(404);
    expect((await ask(token, "facebook", randomUUID())).status).toBe(404);
    expect((await ask(token, "nothing")).status).toBe(404);
  });

  test("takes nothing that Meta did not sign, and no secret but the channel's", async () => {
    const { integration, number } = await whatsapp();
    const entry = whatsappEntry(number, whatsappMessage(IDA, text("Hi")));
    const good = ofWhatsapp(entry);
    for (const call of [
      webhookCall("whatsapp_business_account", [entry], "another_secret"),
      { ...good, body: good.body.replace("Hi", "Ho") },
      { ...good, headers: { "content-type": "application/json" } },
    ]) {
      expect(await bring(integration, call)).toMatchObject({
        status: 401,
        body: { error: { code: "UNAUTHENTICATED" } },
      });
    }
    expect((await bring({ id: integration.id, type: "WA_GATEWAY" }, good)).status).toBe(404);
    expect((await bring({ id: integration.id, type: "CUSTOM" }, good)).status).toBe(404);
    expect(await stored()).toEqual([]);
    await database().integration.updateMany({ where: { id: integration.id }, data: { state: "disabled" } });
    expect((await bring(integration, good)).status).toBe(409);
  });

  test("takes batches as large as Meta's, through the door ahead of Next", async () => {
    const { integration, number } = await whatsapp();
    const long = whatsappEntry(number, { statuses: [], errors: [{ message: "x".repeat(3 * 1024 * 1024) }] });
    const call = ofWhatsapp(long, whatsappEntry(number, whatsappMessage(IDA, text("Grüße 👋"))));
    const doors = await openDoors();
    const url = `${doors.base}/ext/v1/incoming/whatsapp/${integration.id}`;
    const response = await fetch(url, { method: "POST", ...call });
    expect({ status: response.status, body: await response.json() }).toEqual(TAKEN);
    await takeCalls();
    expect(await stored()).toMatchObject([{ content: "Grüße 👋" }]);
    await doors.close();
  });
});
