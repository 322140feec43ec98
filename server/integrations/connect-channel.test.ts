import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { startTelegram, type TelegramStandIn } from "../../simulator/telegram.ts";
import { verifyToken } from "../channels/meta/handshake.ts";
import { database } from "../db.ts";
import type { Api } from "../testing/api.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { credentialsOf } from "./access.ts";

const FIELDS = "id name identifier accountId type state ingressUrl lastError checkedAt tokenExpiresAt";
const CONNECT = `mutation ($input: ChannelConnectInput!) { connectChannel(input: $input) { ${FIELDS} } }`;
const CREDENTIALS = `mutation ($input: IntegrationCredentialsPatchInput!) { patchIntegrationCredentials(input: $input) { ${FIELDS} } }`;
const SETUP = `query ($input: ChannelSetupInput!) { channelSetup(input: $input) { webhookUrl verifyToken subscribes fields } }`;

type Channel = { id: string; identifier: string; accountId: string; ingressUrl: string; state: string };

const APP_SECRET = "0123456789abcdef0123456789abcdef";
let graph: GraphStandIn;
let telegram: TelegramStandIn;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let admin: Api;

beforeAll(async () => {
  [graph, telegram] = await Promise.all([startGraph(), startTelegram()]);
  process.env.META_GRAPH_URL = graph.url;
  process.env.INSTAGRAM_GRAPH_URL = graph.url;
  process.env.TELEGRAM_API_URL = telegram.url;
  process.env.APP_URL = "https://desk.example";
});
afterAll(() => Promise.all([graph.stop(), telegram.stop()]));

beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ api: admin } = await createTestMember(workspace.workspaceId, "ADMIN"));
});

const digits = () => String(randomInt(1_000_000_000, 2 ** 40));

function number(displayPhoneNumber = "+47 22 33 44 55") {
  const given = { phoneNumberId: digits(), wabaId: digits(), accessToken: `EAAG-${digits()}`, appSecret: APP_SECRET };
  graph.addAccount(given.wabaId, given.accessToken, []);
  graph.addNumber({ ...given, displayPhoneNumber });
  return given;
}
function page(name = "Ida's shop") {
  const given = { pageId: digits(), accessToken: `EAAG-${digits()}`, appSecret: APP_SECRET };
  graph.addMessaging({ object: "page", id: given.pageId, name, accessToken: given.accessToken });
  return given;
}
function instagram() {
  const given = { accountId: digits(), accessToken: `IGAA-${digits()}`, appSecret: APP_SECRET };
  graph.addMessaging({ object: "instagram", id: given.accountId, name: "idas_shop", accessToken: given.accessToken });
  return given;
}
function bot() {
  const id = digits();
  return telegram.addBot({ token: `${id}:AAH-connect`, firstName: "Shop", username: `shop_${id}_bot` });
}

const connect = (type: string, integrationProperties?: object, api = admin) =>
  api.ok<Channel>(CONNECT, { name: `My ${type}`, type, ...(integrationProperties ? { integrationProperties } : {}) });

describe("a person connects", () => {
  test("a WhatsApp number: tried, stored encrypted, and its webhook registered", async () => {
    const given = number();
    const channel = await connect("WHATSAPP", given);
    expect(channel).toEqual({
      id: channel.id,
      name: "My WHATSAPP",
      identifier: "+4722334455",
      accountId: given.phoneNumberId,
      type: "WHATSAPP",
      state: "active",
      ingressUrl: `https://desk.example/ext/v1/incoming/whatsapp/${channel.id}`,
      lastError: null,
      checkedAt: expect.any(String),
      tokenExpiresAt: null,
    });
    expect(graph.callbackOf(given.phoneNumberId)).toEqual({
      url: channel.ingressUrl,
      verifyToken: verifyToken(APP_SECRET),
    });
    const row = await database().integration.findFirstOrThrow({ where: { id: channel.id } });
    expect(await credentialsOf(row)).toEqual(given);
    const records = await database().auditEntry.findMany({ where: { targetId: channel.id } });
    expect(records.map(({ action }) => action)).toEqual(["connectChannel"]);
    expect(JSON.stringify([channel, row, records])).not.toContain(given.accessToken);
  });

  test("a page, an Instagram account, a bot and a system of their own", async () => {
    expect(await connect("FACEBOOK", page())).toMatchObject({ identifier: "Ida's shop", state: "active" });
    expect(await connect("INSTAGRAM", instagram())).toMatchObject({ identifier: "idas_shop", state: "active" });
    const { token, username } = bot();
    expect(await connect("TELEGRAM", { accessToken: token })).toMatchObject({ identifier: username });
    const custom = { endpoint: "http://127.0.0.1:9/", validateToken: "v", accessToken: "a", externalId: "shop" };
    expect(await connect("CUSTOM", custom)).toMatchObject({ identifier: null, state: "active" });
  });

  test("a web chat, whose secret is made here", async () => {
    const [one, two] = [await connect("WEBCHAT"), await connect("WEBCHAT", {})];
    const secrets = await Promise.all(
      [one, two].map(async ({ id }) => credentialsOf(await database().integration.findFirstOrThrow({ where: { id } }))),
    );
    const [first, second] = secrets.map(({ identitySecret }) => identitySecret);
    expect(first).toEqual(expect.stringMatching(/^[0-9a-f]{64}$/));
    expect(second).not.toBe(first);
    expect(JSON.stringify([one, two])).not.toContain(first);
  });

  test.each([
    ["WHATSAPP", "accessToken"],
    ["FACEBOOK", "accessToken"],
    ["INSTAGRAM", "accessToken"],
  ])("%s: what Meta refuses is told at its field, and nothing is stored", async (type, field) => {
    const given = type === "WHATSAPP" ? number() : type === "FACEBOOK" ? page() : instagram();
    const refusal = await admin.refusal(CONNECT, {
      name: "x",
      type,
      integrationProperties: { ...given, accessToken: "EAAG-unknown" },
    });
    expect(refusal).toMatchObject({ code: "BAD_INPUT", paths: [`input.integrationProperties.${field}`] });
    expect(refusal.message).toContain("Meta does not accept this access token");
    const { appSecret: _secret, ...without } = given;
    expect((await admin.refusal(CONNECT, { name: "x", type, integrationProperties: without })).paths).toEqual([
      "input.integrationProperties.appSecret",
    ]);
    expect(await database().integration.count({ where: { workspaceId: workspace.workspaceId } })).toBe(0);
  });

  test("an account that is connected already is CONFLICT", async () => {
    const given = number();
    await connect("WHATSAPP", given);
    expect(await admin.refusal(CONNECT, { name: "Again", type: "WHATSAPP", integrationProperties: given })).toEqual({
      code: "CONFLICT",
      message: "+4722334455 is connected already: it is the channel My WHATSAPP",
      paths: [],
    });
  });
});

test("keys connect nothing: they have createIntegration", async () => {
  const before = graph.calls.length;
  const input = { name: "x", type: "WHATSAPP", integrationProperties: number() };
  expect(await workspace.api.refusal(CONNECT, input)).toEqual({
    code: "FORBIDDEN_ROLE",
    message: "Channels are connected by a person in the portal; with a key, createIntegration creates TELEGRAM, CUSTOM",
    paths: [],
  });
  const { api: agent } = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
  for (const caller of [agent, (await createTestAgentKey(workspace.workspaceId)).api]) {
    expect((await caller.refusal(CONNECT, input)).code).toBe("FORBIDDEN_ROLE");
  }
  expect(graph.calls.length).toBe(before);
});

test("WA_GATEWAY is for the Gateway plan", async () => {
  const input = { name: "x", type: "WA_GATEWAY", integrationProperties: number() };
  expect((await admin.refusal(CONNECT, input)).code).toBe("PLAN_REQUIRED");
  const prepaid = await createTestWorkspace({ plan: "GATEWAY" });
  const { api } = await createTestMember(prepaid.workspaceId, "ADMIN");
  expect(await connect("WA_GATEWAY", number("+351 210 000 000"), api)).toMatchObject({ identifier: "+351210000000" });
});

describe("new credentials", () => {
  const renew = (id: string, integrationProperties: object) =>
    admin.ok<Channel>(CREDENTIALS, { id, integrationProperties });
  async function withHistory({ id }: Channel) {
    const { workspaceId } = workspace;
    const client = await createTestClient(workspaceId);
    await createTestConv(workspaceId, { integrationId: id, clientId: client.id });
  }

  test("of the same account keep the channel's id and history", async () => {
    const given = number();
    const channel = await connect("WHATSAPP", given);
    await withHistory(channel);
    graph.addAccount(given.wabaId, "EAAG-new", []);
    graph.addNumber({ ...given, accessToken: "EAAG-new", displayPhoneNumber: "+47 22 33 44 55" });
    expect(await renew(channel.id, { accessToken: "EAAG-new" })).toMatchObject({ id: channel.id, state: "active" });
  });

  test("of the same number in another business account too", async () => {
    const channel = await connect("WHATSAPP", number());
    await withHistory(channel);
    const moved = number();
    expect(await renew(channel.id, moved)).toMatchObject({ id: channel.id, accountId: moved.phoneNumberId });
  });

  test("of another account are refused where there are conversations, and taken where there are none", async () => {
    const channel = await connect("WHATSAPP", number());
    const other = number("+351 210 000 001");
    expect(await renew(channel.id, other)).toMatchObject({ id: channel.id, identifier: "+351210000001" });
    await withHistory(channel);
    const third = number("+48 600 100 200");
    expect(await admin.refusal(CREDENTIALS, { id: channel.id, integrationProperties: third })).toEqual({
      code: "CONFLICT",
      message:
        "These credentials are of +48600100200; this channel is +351210000001. Connect +48600100200 as a channel of its own",
      paths: [],
    });
    const row = await database().integration.findFirstOrThrow({ where: { id: channel.id } });
    expect(await credentialsOf(row)).toEqual(other);
  });

  test("of another page of the same name are refused too: its clients are other people's", async () => {
    const channel = await connect("FACEBOOK", page("Shop"));
    await withHistory(channel);
    expect((await admin.refusal(CREDENTIALS, { id: channel.id, integrationProperties: page("Shop") })).code).toBe(
      "CONFLICT",
    );
  });

  test("a channel from before accounts were kept takes the one that it is given", async () => {
    const first = bot();
    const channel = await connect("TELEGRAM", { accessToken: first.token });
    await withHistory(channel);
    await database().integration.updateMany({ where: { id: channel.id }, data: { accountId: null } });
    const next = bot();
    expect(await renew(channel.id, { accessToken: next.token })).toMatchObject({ accountId: String(next.id) });
  });
});

describe("channelSetup", () => {
  const setup = (id: string, api = admin) => api.ok<Record<string, unknown>>(SETUP, { id });

  test("an address that was registered by us: nothing to paste; the verify token is for persons", async () => {
    const channel = await connect("WHATSAPP", number());
    const whole = {
      webhookUrl: channel.ingressUrl,
      verifyToken: verifyToken(APP_SECRET),
      subscribes: "automatically",
      fields: [],
    };
    expect(await setup(channel.id)).toEqual(whole);
    expect(await setup(channel.id, workspace.api)).toEqual({ ...whole, verifyToken: null });
  });

  test("a page without its app's id: address, token and fields to paste", async () => {
    const given = page();
    const channel = await connect("FACEBOOK", given);
    expect(await setup(channel.id)).toMatchObject({
      verifyToken: verifyToken(APP_SECRET),
      subscribes: "byHand",
      fields: expect.arrayContaining(["messages", "messaging_postbacks", "message_reads"]),
    });
    graph.addApp("700", APP_SECRET);
    await admin.ok(CREDENTIALS, { id: channel.id, integrationProperties: { appId: "700" } });
    expect(await setup(channel.id)).toMatchObject({ subscribes: "automatically", fields: [] });
  });

  test("a bot registers itself, an own system posts by itself", async () => {
    const telegramChannel = await connect("TELEGRAM", { accessToken: bot().token });
    expect(await setup(telegramChannel.id)).toMatchObject({ verifyToken: null, subscribes: "automatically" });
    const custom = { endpoint: "http://127.0.0.1:9/", validateToken: "v", accessToken: "a", externalId: "shop" };
    const { id, ingressUrl } = await connect("CUSTOM", custom);
    expect(await setup(id)).toEqual({ webhookUrl: ingressUrl, verifyToken: null, subscribes: "byHand", fields: [] });
  });
});
