import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTelegram, type TelegramStandIn } from "../../simulator/telegram.ts";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { database } from "../db.ts";
import { lastErrorColumns } from "../error-columns.ts";
import { say } from "../say.ts";
import type { Api } from "../testing/api.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { startReceiver, type Receiver } from "../testing/receiver.ts";
import { credentialsOf } from "./access.ts";
import { checkChannels } from "./check-channels.ts";
import { expiryStep } from "./channel-steps.ts";

const CONNECT = `mutation ($input: ChannelConnectInput!) { connectChannel(input: $input) { id lastError } }`;
const CHECK = `mutation ($input: ChannelCheckInput!) { checkChannel(input: $input) { isOk checkedAt
  steps { name state words whatToDo } integration { id state lastError checkedAt tokenExpiresAt } } }`;
const STATE = `mutation ($input: IntegrationStateSetInput!) { setIntegrationState(input: $input) { state } }`;

type Step = { name: string; state: string; words: string; whatToDo: string | null };
type Check = {
  isOk: boolean;
  steps: Step[];
  integration: { state: string; lastError: string | null; checkedAt: string; tokenExpiresAt: string | null };
};

const APP_SECRET = "0123456789abcdef0123456789abcdef";
const DAY_MS = 24 * 3_600_000;
let graph: GraphStandIn;
let telegram: TelegramStandIn;
/** A fake of Instagram's host; each test sets its responses. */
let instagram: Receiver;
let instagramAnswer: (path: string, authorization: string) => { status: number; body: unknown };
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let admin: Api;

beforeAll(async () => {
  [graph, telegram] = await Promise.all([startGraph(), startTelegram()]);
  process.env.TELEGRAM_API_URL = telegram.url;
  instagram = await startReceiver(({ path, headers }, response) => {
    const { status, body } = instagramAnswer(path, headers.authorization ?? "");
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  process.env.META_GRAPH_URL = graph.url;
  process.env.INSTAGRAM_GRAPH_URL = new URL(instagram.url).origin;
  process.env.APP_URL = "https://desk.example";
});
afterAll(() => Promise.all([graph.stop(), telegram.stop(), instagram.close()]));
beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ api: admin } = await createTestMember(workspace.workspaceId, "ADMIN"));
  // Keeps channels of other tests out of the job.
  await database().integration.updateMany({ data: { checkedAt: new Date() } });
});

const digits = () => String(randomInt(1_000_000_000, 2 ** 40));

async function whatsapp() {
  const given = { phoneNumberId: digits(), wabaId: digits(), accessToken: `EAAG-${digits()}`, appSecret: APP_SECRET };
  graph.addAccount(given.wabaId, given.accessToken, []);
  graph.addNumber({ ...given, displayPhoneNumber: `+47 ${given.phoneNumberId}` });
  const { id } = await admin.ok<{ id: string }>(CONNECT, {
    name: "WA",
    type: "WHATSAPP",
    integrationProperties: given,
  });
  return { id, given, identifier: `+47${given.phoneNumberId}` };
}

const check = (id: string) => admin.ok<Check>(CHECK, { id });
const step = ({ steps }: Check, name: string) => steps.find((each) => each.name === name);
const rowOf = (id: string) => database().integration.findFirstOrThrow({ where: { id } });
const change = (id: string, data: Parameters<ReturnType<typeof database>["integration"]["updateMany"]>[0]["data"]) =>
  database().integration.updateMany({ where: { id }, data });
const jobs = (name: string) =>
  database().$queryRaw<{ data: { integrationId: string; userId: string } }[]>`
    select data from pgboss.job where name = ${name} and (data->>'workspaceId')::int = ${workspace.workspaceId}`;

describe("checkChannel", () => {
  test("all is well: each step in words, and when it was last found good", async () => {
    const { id, identifier } = await whatsapp();
    const before = (await rowOf(id)).checkedAt?.getTime() ?? 0;
    const found = await check(id);
    expect(found).toMatchObject({ isOk: true, integration: { state: "active", lastError: null } });
    expect(found.steps).toEqual([
      { name: "Credentials", state: "ok", words: `The provider accepts them: ${identifier}`, whatToDo: null },
      {
        name: "Account",
        state: "ok",
        words: "Quality: high. The business may start conversations with 1,000 contacts a day",
        whatToDo: null,
      },
      {
        name: "Messages in",
        state: "unknown",
        words: "None has come in yet",
        whatToDo: "Write to the channel yourself, as a contact",
      },
      { name: "Messages out", state: "ok", words: "None waits", whatToDo: null },
    ]);
    expect(Date.parse(found.integration.checkedAt)).toBeGreaterThan(before);
    await change(id, { lastInboundAt: new Date() });
    expect(step(await check(id), "Messages in")).toMatchObject({ state: "ok" });
    await change(id, { lastInboundAt: new Date(Date.now() - 2 * DAY_MS), inboundDays: 0b11111 });
    expect(step(await check(id), "Messages in")).toMatchObject({ state: "unknown" });
  });

  test("a refused token: the channel is in error, and the admins are told, once", async () => {
    const { id, given } = await whatsapp();
    const before = (await rowOf(id)).checkedAt;
    graph.revoke(given.accessToken);
    const found = await check(id);
    expect(found).toMatchObject({ isOk: false, integration: { state: "error" } });
    expect(found.integration.lastError).toContain("Meta does not accept this access token");
    expect(step(found, "Credentials")).toMatchObject({ state: "failed", words: found.integration.lastError });
    expect((await rowOf(id)).checkedAt).toEqual(before);
    await check(id);
    // The owner and the admin get an email, the agents do not.
    const told = await jobs("mail-channel-error");
    expect(told.map(({ data }) => data.integrationId)).toEqual([id, id]);
    expect(new Set(told.map(({ data }) => data.userId)).size).toBe(2);
  });

  test("credentials that hold again heal the channel, a switched-off one stays off", async () => {
    const { id, given } = await whatsapp();
    graph.revoke(given.accessToken);
    await check(id);
    graph.restore(given.accessToken);
    expect(await check(id)).toMatchObject({ isOk: true, integration: { state: "active", lastError: null } });
    await admin.ok(STATE, { id, state: "disabled" });
    const off = await check(id);
    expect(off.integration.state).toBe("disabled");
    expect(step(off, "Messages out")).toMatchObject({ state: "unknown", whatToDo: "Switch it on" });
  });

  test("an access that ends says when, and is refused after that", async () => {
    const { id, given } = await whatsapp();
    expect((await rowOf(id)).tokenExpiresAt).toBeNull();
    graph.endToken(given.accessToken, new Date("2100-01-02T03:04:05.678Z"));
    const found = await check(id);
    expect(found.integration.tokenExpiresAt).toBe("2100-01-02T03:04:05.000Z");
    expect(step(found, "Access token")).toMatchObject({ state: "ok", words: "It holds until 2 January 2100" });
    graph.endToken(given.accessToken, new Date());
    expect(await check(id)).toMatchObject({ isOk: false, integration: { state: "error" } });
  });

  test("a provider that is away is no error of the channel, and no all-clear", async () => {
    const { id } = await whatsapp();
    graph.failNext(503, { error: { message: "Service temporarily unavailable", code: 2 } });
    const found = await check(id);
    expect(found).toMatchObject({ isOk: false, integration: { state: "active", lastError: null } });
    expect(step(found, "Credentials")).toMatchObject({ state: "unknown" });
  });

  test("an address that the provider did not take is registered once more", async () => {
    const { id, given } = await whatsapp();
    await change(id, {
      ...lastErrorColumns(say("check.notComingIn", { why: "no route" })),
      lastErrorAt: new Date(),
    });
    graph.failNext(400, { error: { message: "Callback verification failed", code: 2200 } });
    const failed = await check(id);
    expect(step(failed, "Messages in")).toMatchObject({
      state: "failed",
      words: "Messages do not come in: Meta says: Callback verification failed",
    });
    expect(failed.isOk).toBe(false);
    expect(await check(id)).toMatchObject({ isOk: true, integration: { lastError: null } });
    expect(graph.callbackOf(given.phoneNumberId)?.url).toContain(id);
  });

  test("a system of the customer's own is not asked", async () => {
    const { id } = await createTestIntegration(workspace.workspaceId);
    const found = await check(id);
    expect(found.steps.map(({ name }) => name)).toEqual(["Messages in", "Messages out"]);
    expect(found).toMatchObject({ isOk: true, integration: { checkedAt: null } });
  });

  test("credentials that were stored meanwhile are not touched", async () => {
    const { id, given } = await whatsapp();
    const old = await rowOf(id);
    const { credentials: _, ...stored } = old;
    expect(stored.state).toBe("active");
    graph.revoke(given.accessToken);
    const fresh = await import("./run-check.ts");
    await change(id, { credentials: `${old.credentials} ` });
    const late = await fresh.runCheck(workspace.ctx, old, false);
    expect(late).toMatchObject({ outcome: "refused", integration: { state: "active" } });
  });
});

describe("where the provider tells", () => {
  test("a bot whose messages go to another service says so, and is not taken back without being told to", async () => {
    const { token, username } = telegram.addBot({
      token: `${digits()}:AAH-x`,
      firstName: "S",
      username: `s_${digits()}`,
    });
    const { id } = await admin.ok<{ id: string }>(CONNECT, {
      name: "Bot",
      type: "TELEGRAM",
      integrationProperties: { accessToken: token },
    });
    expect(step(await check(id), "Messages in")).toMatchObject({ state: "ok" });
    const elsewhere = "https://other.example/hook";
    await fetch(`${telegram.url}/bot${token}/setWebhook`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: elsewhere }),
    });
    for (let i = 0; i < 2; i++) {
      const found = await check(id);
      expect(found).toMatchObject({ isOk: false, integration: { state: "active" } });
      expect(step(found, "Messages in")).toMatchObject({
        state: "failed",
        words: expect.stringContaining("other.example"),
      });
      expect(found.integration.lastError).toMatch(/^Messages are not brought here: .*other[.]example/);
    }
    await admin.ok(STATE, { id, state: "active" });
    expect(await check(id)).toMatchObject({ isOk: true, integration: { lastError: null } });
    expect(username).toBeDefined();
  });
});

describe("an Instagram login's token", () => {
  const ACCOUNT = "17841400000000009";
  const given = (accessToken: string) => ({ accountId: ACCOUNT, accessToken, appSecret: APP_SECRET });
  let good: string;
  function meta(expiresIn: number | null) {
    good = `IGAA-${digits()}`;
    instagramAnswer = (path, authorization) => {
      if (authorization !== `Bearer ${good}`)
        return { status: 401, body: { error: { message: "Invalid", code: 190 } } };
      if (!path.includes("/refresh_access_token?grant_type=ig_refresh_token"))
        return { status: 200, body: { user_id: ACCOUNT, username: "shop", success: true } };
      if (expiresIn === null) return { status: 400, body: { error: { message: "Too young", code: 100 } } };
      good = `IGAA-${digits()}`;
      return { status: 200, body: { access_token: good, token_type: "bearer", expires_in: expiresIn } };
    };
  }
  const connect = async () =>
    (
      await admin.ok<{ id: string }>(CONNECT, {
        name: "IG",
        type: "INSTAGRAM",
        integrationProperties: given(good),
      })
    ).id;

  test("is renewed when its end is not known or near, and the new one is kept", async () => {
    meta(60 * 24 * 3_600);
    const id = await connect();
    const first = good;
    const found = await check(id);
    expect(good).not.toBe(first);
    expect(await credentialsOf(await rowOf(id))).toEqual(given(good));
    const days = (Date.parse(found.integration.tokenExpiresAt ?? "") - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(59.9);
    expect(days).toBeLessThan(60.1);
    expect(step(found, "Access token")?.words).toMatch(/^Renewed: it holds until \d/);
    const kept = good;
    expect(step(await check(id), "Access token")?.words).toMatch(/^It holds until/);
    expect(good).toBe(kept);
    await change(id, { tokenExpiresAt: new Date(Date.now() + 9 * DAY_MS) });
    await check(id);
    expect(good).not.toBe(kept);
  });

  test("that is too young to be renewed stays, and is no error", async () => {
    meta(null);
    const id = await connect();
    expect(await check(id)).toMatchObject({ isOk: true, integration: { state: "active", tokenExpiresAt: null } });
    expect(await credentialsOf(await rowOf(id))).toEqual(given(good));
  });
});

describe("the daily check", () => {
  const yesterday = () => new Date(Date.now() - DAY_MS - 60_000);

  test("asks about each active channel once a day; only a refusal is the channel's error", async () => {
    const [well, refused, off, known] = [await whatsapp(), await whatsapp(), await whatsapp(), await whatsapp()];
    for (const { id } of [well, refused, off]) await change(id, { checkedAt: yesterday() });
    await change(off.id, { state: "disabled" });
    graph.revoke(refused.given.accessToken);
    const asked = graph.calls.length;
    expect(await checkChannels()).toEqual({ checked: 2, refused: 1, unreachable: 0 });
    const looked = graph.calls.slice(asked).filter(({ path }) => path !== "debug_token");
    const numbers = [well, refused].map(({ given }) => given.phoneNumberId);
    expect(looked.map(({ path }) => path).sort()).toEqual(numbers.sort());
    expect(await rowOf(refused.id)).toMatchObject({ state: "error" });
    expect((await rowOf(well.id)).checkedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(await rowOf(known.id)).toMatchObject({ state: "active" });
    expect(await checkChannels()).toEqual({ checked: 0, refused: 0, unreachable: 0 });
    // A channel in error waits for a person, because more than its credentials may have been refused.
    graph.restore(refused.given.accessToken);
    await change(refused.id, { checkedAt: yesterday() });
    expect((await checkChannels()).checked).toBe(0);
  });

  test("a provider that is away is left in peace until the next run", async () => {
    const channels = await Promise.all(Array.from({ length: 12 }, whatsapp));
    for (const { id } of channels) await change(id, { checkedAt: yesterday() });
    const asked = graph.calls.length;
    for (let i = 0; i < 12; i++) graph.failNext(500, { error: { message: "Away", code: 2 } });
    const found = await checkChannels();
    expect(found.unreachable).toBe(found.checked);
    // Three failures in a row, plus the checks already running by then.
    expect(found.checked).toBeGreaterThanOrEqual(3);
    expect(found.checked).toBeLessThanOrEqual(6);
    expect(graph.calls.length - asked).toBe(found.checked);
    const rows = await database().integration.findMany({ where: { id: { in: channels.map(({ id }) => id) } } });
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["active"]));
    graph.forgive();
    expect(await checkChannels()).toEqual({ checked: 12, refused: 0, unreachable: 0 });
  });

  test("one channel of ours that cannot be read stops no other", async () => {
    const [broken, well] = [await whatsapp(), await whatsapp()];
    for (const { id } of [broken, well]) await change(id, { checkedAt: yesterday() });
    await change(broken.id, { credentials: "not encrypted by us" });
    expect((await checkChannels()).checked).toBe(2);
    expect((await rowOf(well.id)).checkedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });
});

test.each([
  [null, null],
  [-1, { state: "failed", words: "It ended on 20 November 2026", warns: true }],
  [3, { state: "ok", words: "It holds until 24 November 2026", warns: true }],
  [7, { state: "ok", words: "It holds until 28 November 2026", warns: true }],
  [8, { state: "ok", words: "It holds until 29 November 2026", warns: false }],
])("an access that ends in %s days", (days, expected) => {
  const now = new Date("2026-11-21T12:00:00Z");
  const found = expiryStep(days === null ? null : new Date(now.getTime() + days * DAY_MS), false, now);
  expect(found && { state: found.state, words: found.words, warns: found.whatToDo !== null }).toEqual(expected);
});
