import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as RETURN } from "../../app/channel-sign-in/route.ts";
import { GET as VERIFY, POST as BRING } from "../../app/ext/v1/incoming/meta/route.ts";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import {
  handshakeUrl,
  messagingEntry,
  messagingEvent,
  webhookCall,
  whatsappAccountEntry,
  whatsappEntry,
  whatsappHistory,
  whatsappMessage,
} from "../../simulator/graph-webhook.ts";
import type { MessagingAccount, WhatsappNumber } from "../../simulator/graph-world.ts";
import { verifyToken } from "../channels/meta/handshake.ts";
import { database } from "../db.ts";
import type { Api } from "../testing/api.ts";
import { createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { say } from "../say.ts";
import { takeCalls } from "../testing/take-calls.ts";
import { credentialsOf } from "./access.ts";
import { openAccess, openState, sealAccess, sealState } from "./sign-in-tokens.ts";

const SIGN_IN = "query ($input: ChannelSignInInput!) { channelSignIn(input: $input) }";
const FINISH = `mutation ($input: ChannelSignInFinishInput!) {
  finishChannelSignIn(input: $input) { type access accounts { id name identifier needsPin channelName } }
}`;
const CONNECT = `mutation ($input: ChannelConnectInput!) {
  connectChannel(input: $input) { id name identifier accountId type state lastError }
}`;
const SETUP = `query ($input: ChannelSetupInput!) { channelSetup(input: $input) { subscribes verifyToken fields appFields } }`;

const APP = { appId: "700100200300", appSecret: "operators0123456789abcdef" };
const ADDRESS = "https://desk.example/ext/v1/incoming/meta";
const RETURN_TO = "https://desk.example/channel-sign-in";

type SignedIn = { type: string; access: string; accounts: { id: string; channelName: string | null }[] };
type Channel = { id: string; name: string; identifier: string; state: string; lastError: string | null };

let graph: GraphStandIn;
let workspaceId: number;
let admin: Api;

beforeAll(async () => {
  graph = await startGraph();
  graph.addApp(APP.appId, APP.appSecret);
  process.env.APP_URL = "https://desk.example";
  process.env.META_GRAPH_URL = graph.url;
  process.env.INSTAGRAM_GRAPH_URL = graph.url;
  process.env.META_SIGN_IN_URL = graph.url;
  process.env.META_APP_ID = APP.appId;
  process.env.META_APP_SECRET = APP.appSecret;
  process.env.META_WHATSAPP_CONFIG_ID = "1";
  process.env.META_PAGES_CONFIG_ID = "2";
});
afterAll(() => graph.stop());
beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  ({ api: admin } = await createTestMember(workspaceId, "ADMIN"));
});

const digits = () => String(randomInt(10 ** 11, 10 ** 12));

function newNumber(more: Partial<WhatsappNumber> = {}): WhatsappNumber {
  const given = { phoneNumberId: digits(), wabaId: digits(), accessToken: `EAAG-${digits()}` };
  graph.addAccount(given.wabaId, given.accessToken, []);
  return graph.addNumber({ ...given, displayPhoneNumber: "+47 22 33 44 55", ...more });
}

function newAccount(object: MessagingAccount["object"]): MessagingAccount {
  return graph.addMessaging({ object, id: digits(), name: `${object} of Ida`, accessToken: `EAAG-${digits()}` });
}

const stateFor = async (type: string, api = admin) =>
  new URL((await api.ok<string>(SIGN_IN, { type })) ?? "").searchParams.get("state") ?? "";

/** Signs in as a person does: the address, Meta's dialog, and back. */
async function signIn(type: string, accountIds: string[], api = admin): Promise<SignedIn> {
  const state = await stateFor(type, api);
  const code = graph.signIn({ appId: APP.appId, redirectUri: RETURN_TO, accountIds });
  return api.ok<SignedIn>(FINISH, { code, state });
}

const connect = ({ type, access }: SignedIn, accountId: string, more: object = {}, api = admin) =>
  api.ok<Channel>(CONNECT, { type, name: "Signed in", signIn: { access, account: accountId, ...more } });

describe("the sign-in", () => {
  test("begins at Meta, with the configuration of the type", async () => {
    const url = new URL((await admin.ok<string>(SIGN_IN, { type: "WHATSAPP" })) ?? "");
    expect(`${url.origin}${url.pathname}`).toMatch(new RegExp(`^${graph.url}/v[0-9.]+/dialog/oauth$`));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: APP.appId,
      config_id: "1",
      redirect_uri: RETURN_TO,
      response_type: "code",
    });
    expect(url.href).not.toContain(APP.appSecret);
    for (const type of ["FACEBOOK", "INSTAGRAM"]) {
      const pages = new URL((await admin.ok<string>(SIGN_IN, { type })) ?? "");
      expect(pages.searchParams.get("config_id")).toBe("2");
      expect(pages.searchParams.has("extras")).toBe(false);
    }
    expect(await admin.ok(SIGN_IN, { type: "TELEGRAM" })).toBeNull();
  });

  test("comes back to the page where it began, with what came in the fragment", async () => {
    const state = await stateFor("WA_GATEWAY");
    const back = (query: Record<string, string>) =>
      RETURN(new Request(`${RETURN_TO}?${new URLSearchParams(query).toString()}`));
    const given = await back({ code: "AQ1", state });
    expect(given.status).toBe(303);
    const location = new URL(given.headers.get("location") ?? "");
    expect(`${location.origin}${location.pathname}${location.search}`).toBe(
      `https://desk.example/${workspaceId}/channels/connect/wa-gateway`,
    );
    expect(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))).toEqual({ code: "AQ1", state });
    const declined = await back({ error: "access_denied", state });
    expect(new URL(declined.headers.get("location") ?? "").search).toBe("?ended=declined");
    const broken = await back({ error_code: "1349048", error_message: "Can't load URL", state });
    expect(new URL(broken.headers.get("location") ?? "").search).toBe("?ended=failed");
    // A state that is not ours leads nowhere else.
    expect((await back({ code: "AQ1", state: "https://evil.example" })).headers.get("location")).toBe(
      "https://desk.example",
    );
  });

  test("is over after an hour", async () => {
    const soon = { ...testCtx(workspaceId), now: new Date(Date.now() - 59 * 60_000) };
    const late = { ...testCtx(workspaceId), now: new Date(Date.now() - 61 * 60_000) };
    const ctx = testCtx(workspaceId);
    expect(await openState(ctx, await sealState(soon, "FACEBOOK"))).toBe("FACEBOOK");
    await expect(openState(ctx, await sealState(late, "FACEBOOK"))).rejects.toThrow("This sign-in has expired");
    expect(await openAccess(ctx, "FACEBOOK", await sealAccess(soon, "FACEBOOK", "EAAG"))).toBe("EAAG");
    await expect(openAccess(ctx, "FACEBOOK", await sealAccess(late, "FACEBOOK", "EAAG"))).rejects.toThrow(
      "This sign-in has expired",
    );
  });

  test("is over for others, for another workspace, and with a code that was used", async () => {
    const { phoneNumberId } = newNumber();
    const { api: colleague } = await createTestMember(workspaceId, "ADMIN");
    const elsewhere = await createTestMember((await createTestWorkspace()).workspaceId, "ADMIN");
    const state = await stateFor("WHATSAPP");
    const code = graph.signIn({ ...APP, redirectUri: RETURN_TO, accountIds: [phoneNumberId] });
    for (const api of [colleague, elsewhere.api]) {
      expect(await api.refusal(FINISH, { code, state })).toMatchObject({ code: "BAD_INPUT", paths: ["input.state"] });
    }
    expect(await admin.refusal(FINISH, { code, state: `${state}x` })).toMatchObject({ paths: ["input.state"] });
    const signedIn = await admin.ok<SignedIn>(FINISH, { code, state });
    expect(await admin.refusal(FINISH, { code, state })).toMatchObject({ code: "BAD_INPUT", paths: ["input.code"] });
    for (const api of [colleague, elsewhere.api]) {
      const given = { type: "WHATSAPP", name: "x", signIn: { access: signedIn.access, account: phoneNumberId } };
      expect(await api.refusal(CONNECT, given)).toMatchObject({ code: "BAD_INPUT", paths: ["input.signIn.access"] });
    }
    // Access to numbers is no access to pages.
    const asPage = { type: "FACEBOOK", name: "x", signIn: { access: signedIn.access, account: phoneNumberId } };
    expect(await admin.refusal(CONNECT, asPage)).toMatchObject({ paths: ["input.signIn.access"] });
  });

  test("keys and agents have none", async () => {
    const { api: key } = await createTestWorkspace();
    const { api: agent } = await createTestMember(workspaceId, "AGENT_PLUS");
    for (const api of [key, agent]) {
      expect(await api.refusal(SIGN_IN, { type: "WHATSAPP" })).toMatchObject({ code: "FORBIDDEN_ROLE" });
      expect(await api.refusal(FINISH, { code: "c", state: "s" })).toMatchObject({ code: "FORBIDDEN_ROLE" });
    }
  });
});

describe("an account that was chosen", () => {
  test("a WhatsApp number: connected, with its own address and the app's", async () => {
    const number = newNumber();
    const signedIn = await signIn("WHATSAPP", [number.phoneNumberId]);
    expect(signedIn.accounts).toEqual([
      {
        id: number.phoneNumberId,
        name: "Northlight Home",
        identifier: "+4722334455",
        needsPin: false,
        channelName: null,
      },
    ]);
    expect(JSON.stringify(signedIn)).not.toContain(number.accessToken);
    const channel = await connect(signedIn, number.phoneNumberId);
    expect(channel).toMatchObject({ name: "Signed in", identifier: "+4722334455", state: "active", lastError: null });
    // The account is subscribed to the app, and has no address of its own.
    expect([number.phoneNumberId, number.wabaId].map((id) => graph.callbackOf(id))).toEqual([null, null]);
    expect(graph.calls.map(({ path }) => path)).toContain(`${number.wabaId}/subscribed_apps`);
    expect(graph.callbackOf(`${APP.appId}/whatsapp_business_account`)).toEqual({
      url: ADDRESS,
      verifyToken: verifyToken(APP.appSecret),
    });
    // Nothing is left to be set by hand.
    const asksForNothing = { subscribes: "automatically", appFields: [], verifyToken: null };
    expect(await admin.ok(SETUP, { id: channel.id })).toMatchObject(asksForNothing);
    const row = await database().integration.findFirstOrThrow({ where: { id: channel.id } });
    const { phoneNumberId, wabaId, accessToken } = number;
    expect(await credentialsOf(row)).toEqual({ phoneNumberId, wabaId, accessToken, ...APP });
  });

  test("of a number that is in WhatsApp's app the history is asked for, without a PIN, and not of any other", async () => {
    const inApp = newNumber({ isInApp: true, isNew: true });
    const signedIn = await signIn("WHATSAPP", [inApp.phoneNumberId]);
    expect(signedIn.accounts).toMatchObject([{ id: inApp.phoneNumberId, needsPin: false }]);
    await connect(signedIn, inApp.phoneNumberId);
    const other = newNumber();
    await connect(await signIn("WHATSAPP", [other.phoneNumberId]), other.phoneNumberId);
    const asked = graph.calls.filter(({ path }) => path.endsWith("/smb_app_data"));
    expect(asked).toMatchObject([
      { path: `${inApp.phoneNumberId}/smb_app_data`, body: { sync_type: "history" }, status: 200 },
    ]);
  });

  test("the numbers of every business account that the access covers are listed", async () => {
    const first = newNumber();
    const second = newNumber({ accessToken: first.accessToken });
    graph.addAccount(second.wabaId, first.accessToken, []);
    const { accounts } = await signIn("WHATSAPP", [first.phoneNumberId]);
    expect(accounts.map(({ id }) => id).sort()).toEqual([first.phoneNumberId, second.phoneNumberId].sort());
  });

  test("nobody claims another number's business account", async () => {
    const [mine, theirs] = [newNumber(), newNumber()];
    const channel = await connect(await signIn("WHATSAPP", [mine.phoneNumberId]), mine.phoneNumberId);
    const patch = `mutation ($input: IntegrationCredentialsPatchInput!) { patchIntegrationCredentials(input: $input) { id } }`;
    const claim = { id: channel.id, integrationProperties: { wabaId: theirs.wabaId } };
    expect(await admin.refusal(patch, claim)).toMatchObject({ paths: ["input.integrationProperties.wabaId"] });
  });

  test("nobody claims another page's Instagram account", async () => {
    const [mine, theirs] = [newAccount("instagram"), newAccount("instagram")];
    const signedIn = await signIn("INSTAGRAM", [mine.id, theirs.id]);
    expect(signedIn.accounts).toHaveLength(2);
    const { pageId } = theirs;
    const claim = { accountId: theirs.id, pageId, accessToken: mine.accessToken, ...APP };
    const input = { type: "INSTAGRAM", name: "x", integrationProperties: claim };
    expect(await admin.refusal(CONNECT, input)).toMatchObject({ paths: ["input.integrationProperties.accessToken"] });
  });

  test("what was connected by hand before keeps nothing of its former app", async () => {
    const account = newAccount("instagram");
    const former = { accountId: account.id, accessToken: account.accessToken, appSecret: "formers0123456789abcdef" };
    const properties = { ...former, instagramAppSecret: "another0123456789abcdef" };
    const channel = await admin.ok<Channel>(CONNECT, {
      type: "INSTAGRAM",
      name: "By hand",
      integrationProperties: properties,
    });
    await database().integration.updateMany({ where: { id: channel.id }, data: { state: "disabled" } });
    const renewed = await connect(await signIn("INSTAGRAM", [account.id]), account.id);
    expect(renewed).toMatchObject({ id: channel.id, name: "By hand", state: "active" });
    const row = await database().integration.findFirstOrThrow({ where: { id: channel.id } });
    expect(Object.keys(await credentialsOf(row)).sort()).toEqual(
      ["accessToken", "accountId", "appId", "appSecret", "pageId"].sort(),
    );
  });

  test("a number that the Cloud API does not know is registered with the person's PIN", async () => {
    const { phoneNumberId } = newNumber({ isNew: true });
    const signedIn = await signIn("WHATSAPP", [phoneNumberId]);
    expect(signedIn.accounts).toMatchObject([{ id: phoneNumberId, needsPin: true }]);
    const given = { type: "WHATSAPP", name: "x", signIn: { access: signedIn.access, account: phoneNumberId } };
    for (const pin of [undefined, "12345", "abcdef"]) {
      expect(await admin.refusal(CONNECT, { ...given, signIn: { ...given.signIn, pin } })).toMatchObject({
        code: "BAD_INPUT",
        paths: ["input.signIn.pin"],
      });
    }
    await connect(signedIn, phoneNumberId, { pin: "135790" });
    expect(graph.calls.find(({ path }) => path === `${phoneNumberId}/register`)?.body).toEqual({
      messaging_product: "whatsapp",
      pin: "135790",
    });
  });

  test("a page, and an Instagram account by its page", async () => {
    const [page, instagram] = [newAccount("page"), newAccount("instagram")];
    for (const [type, account] of [
      ["FACEBOOK", page],
      ["INSTAGRAM", instagram],
    ] as const) {
      const signedIn = await signIn(type, [page.id, instagram.id]);
      // The page has no Instagram account, and access to it is no access to Instagram.
      const others = [page.id, instagram.id].filter((id) => id !== account.id);
      expect(signedIn.accounts.map(({ id }) => id)).toContain(account.id);
      expect(signedIn.accounts.map(({ id }) => id)).not.toEqual(expect.arrayContaining(others));
      const channel = await connect(signedIn, account.id);
      expect(channel).toMatchObject({ identifier: account.name, state: "active", lastError: null });
      expect(graph.callbackOf(`${APP.appId}/${account.object}`)?.url).toBe(ADDRESS);
    }
    expect(graph.subscribedTo(page.id)).toContain("messages");
  });

  test("comments that were switched on while Meta refused the channel are asked for once it is back", async () => {
    const page = newAccount("page");
    const channel = await connect(await signIn("FACEBOOK", [page.id]), page.id);
    await database().integration.updateMany({ where: { id: channel.id }, data: { state: "error" } });
    await admin.ok("mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { id } }", {
      id: channel.id,
      comments: true,
    });
    expect(graph.subscribedTo(page.id)).not.toContain("feed");
    await admin.ok("mutation ($input: ChannelCheckInput!) { checkChannel(input: $input) { isOk } }", {
      id: channel.id,
    });
    expect(graph.subscribedTo(page.id)).toContain("feed");
  });

  test("one that is a channel already gets new access, and keeps its name", async () => {
    const number = newNumber();
    const channel = await connect(await signIn("WHATSAPP", [number.phoneNumberId]), number.phoneNumberId);
    await database().integration.updateMany({ where: { id: channel.id }, data: { state: "error" } });
    const again = await signIn("WHATSAPP", [number.phoneNumberId]);
    expect(again.accounts).toMatchObject([{ channelName: "Signed in" }]);
    const renewed = await connect(again, number.phoneNumberId);
    expect(renewed).toMatchObject({ id: channel.id, name: "Signed in", state: "active" });
  });

  test("one that was not chosen is refused", async () => {
    const [mine, other] = [newNumber(), newNumber()];
    const { access } = await signIn("WHATSAPP", [mine.phoneNumberId]);
    const given = { type: "WHATSAPP", name: "x", signIn: { access, account: other.phoneNumberId } };
    expect(await admin.refusal(CONNECT, given)).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a call to the app's address", () => {
  const bring = (object: string, entry: unknown, secret = APP.appSecret) =>
    BRING(new Request(ADDRESS, { method: "POST", ...webhookCall(object, [entry].flat(), secret) }));
  const textsOf = async (id: string) => {
    await takeCalls();
    const rows = await database().message.findMany({ where: { integrationId: id } });
    return rows.map(({ content }) => content).toSorted();
  };
  const advice = say("provider.tokenWrong");
  const refusedToken = {
    state: "error",
    lastErrorSaid: say("sending.withCode", { advice, code: 190, details: "Session has expired" }),
  } as const;
  const wrote = (page: MessagingAccount, text: string) =>
    messagingEntry(page.id, [messagingEvent(digits(), page.id, { message: { mid: `m_${randomUUID()}`, text } })]);

  test("reaches the channels of every workspace that it is about, and no others", async () => {
    const { workspaceId: otherId } = await createTestWorkspace();
    const { api: other } = await createTestMember(otherId, "ADMIN");
    const [mine, theirs] = [newAccount("page"), newAccount("page")];
    const first = await connect(await signIn("FACEBOOK", [mine.id]), mine.id);
    const second = await connect(await signIn("FACEBOOK", [theirs.id], other), theirs.id, {}, other);
    expect((await bring("page", [wrote(mine, "to mine"), wrote(theirs, "to theirs")])).status).toBe(200);
    expect((await bring("page", wrote(theirs, "again"))).status).toBe(200);
    // Nobody keeps what another's contacts wrote.
    const calls = await database().providerCall.findMany({ where: { integrationId: first.id } });
    expect(calls.map(({ body }) => Buffer.from(body).toString()).join()).not.toContain("to theirs");
    expect(await textsOf(first.id)).toEqual(["to mine"]);
    expect(await textsOf(second.id)).toEqual(["again", "to theirs"]);
    const row = await database().integration.findFirstOrThrow({ where: { id: first.id } });
    expect(row.lastInboundAt).not.toBeNull();
  });

  test("reaches one account's channels in two workspaces, whatever happens to one, and after a new secret", async () => {
    const { api: other } = await createTestMember((await createTestWorkspace()).workspaceId, "ADMIN");
    const number = newNumber();
    const first = await connect(await signIn("WHATSAPP", [number.phoneNumberId]), number.phoneNumberId);
    const second = await connect(
      await signIn("WHATSAPP", [number.phoneNumberId], other),
      number.phoneNumberId,
      {},
      other,
    );
    const says = (body: string) =>
      whatsappEntry(number, whatsappMessage({ waId: digits() }, { type: "text", text: { body } }));
    await bring("whatsapp_business_account", says("to both"));
    const setState = "mutation ($input: IntegrationStateSetInput!) { setIntegrationState(input: $input) { id } }";
    await other.ok(setState, { id: second.id, state: "disabled" });
    process.env.META_APP_SECRET = "renewed0123456789abcdef";
    await bring("whatsapp_business_account", says("to one"), "renewed0123456789abcdef");
    process.env.META_APP_SECRET = APP.appSecret;
    expect(await textsOf(first.id)).toEqual(["to both", "to one"]);
    expect(await textsOf(second.id)).toEqual(["to both"]);
  });

  test("reaches a number by its business account, also with what is about the account", async () => {
    const number = newNumber();
    const channel = await connect(await signIn("WHATSAPP", [number.phoneNumberId]), number.phoneNumberId);
    const given = whatsappMessage({ waId: digits() }, { type: "text", text: { body: "by the app" } });
    expect((await bring("whatsapp_business_account", whatsappEntry(number, given))).status).toBe(200);
    expect(await textsOf(channel.id)).toEqual(["by the app"]);
    const past = {
      id: `wamid.${digits()}`,
      type: "text",
      text: { body: "before" },
      at: new Date(Date.now() - 86_400_000),
    };
    await bring("whatsapp_business_account", whatsappHistory(number, digits(), [past]));
    expect(await textsOf(channel.id)).toContain("before");
    const ban = { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE", waba_ban_date: "2026-11-30" } };
    await bring("whatsapp_business_account", whatsappAccountEntry(number, "account_update", ban));
    await takeCalls();
    const records = await database().auditEntry.findMany({ where: { targetId: channel.id } });
    expect(records.map(({ action }) => action)).toContain("accountNotice");
  });

  test("reaches a channel that was connected by hand with the app, and none whose access has ended elsewhere", async () => {
    const page = newAccount("page");
    const byHand = { pageId: page.id, accessToken: page.accessToken, appSecret: APP.appSecret };
    const first = await admin.ok<Channel>(CONNECT, {
      type: "FACEBOOK",
      name: "By hand",
      integrationProperties: byHand,
    });
    const { api: agency } = await createTestMember((await createTestWorkspace()).workspaceId, "ADMIN");
    const second = await connect(await signIn("FACEBOOK", [page.id], agency), page.id, {}, agency);
    await bring("page", wrote(page, "to both"));
    const refuse = (id: string) => database().integration.updateMany({ where: { id }, data: refusedToken });
    await refuse(second.id);
    await bring("page", wrote(page, "to one"));
    expect(await textsOf(first.id)).toEqual(["to both", "to one"]);
    expect(await textsOf(second.id)).toEqual(["to both"]);
    // Where nobody else has the account, nothing is lost while its access is renewed.
    await refuse(first.id);
    await bring("page", wrote(page, "to both again"));
    expect(await textsOf(second.id)).toContain("to both again");
    // A channel that cannot send for another reason gets its messages as ever.
    await database().integration.updateMany({ where: { id: first.id }, data: { state: "active" } });
    const bill = { state: "error", lastErrorSaid: say("provider.payment") } as const;
    await database().integration.updateMany({ where: { id: second.id }, data: bill });
    await bring("page", wrote(page, "although there is a bill"));
    expect(await textsOf(second.id)).toContain("although there is a bill");
  });

  test("is lost for no channel because another's credentials cannot be read", async () => {
    const page = newAccount("page");
    const channel = await connect(await signIn("FACEBOOK", [page.id]), page.id);
    const { api: other } = await createTestMember((await createTestWorkspace()).workspaceId, "ADMIN");
    const broken = await connect(await signIn("FACEBOOK", [page.id], other), page.id, {}, other);
    await database().integration.updateMany({ where: { id: broken.id }, data: { credentials: "broken" } });
    expect((await bring("page", wrote(page, "to whom it reaches"))).status).toBe(200);
    expect(await textsOf(channel.id)).toEqual(["to whom it reaches"]);
  });

  test("of another app is not that app's, although it names the same account", async () => {
    const page = newAccount("page");
    const credentials = { pageId: page.id, accessToken: page.accessToken, appSecret: "anothers0123456789abcdef" };
    const given = { type: "FACEBOOK", name: "By hand", integrationProperties: credentials };
    const channel = await admin.ok<Channel>(CONNECT, given);
    expect((await bring("page", wrote(page, "not for it"))).status).toBe(200);
    expect(await textsOf(channel.id)).toEqual([]);
    expect((await bring("page", wrote(page, "x"), credentials.appSecret)).status).toBe(401);
  });

  test("is 200 for accounts that are no channel, or not any more", async () => {
    expect((await bring("page", wrote(newAccount("page"), "to nobody"))).status).toBe(200);
    expect((await bring("permissions", { id: "1" })).status).toBe(200);
    const page = newAccount("page");
    await connect(await signIn("FACEBOOK", [page.id]), page.id);
    await database().workspace.update({ where: { id: workspaceId }, data: { deletedAt: new Date() } });
    expect((await bring("page", wrote(page, "to a deleted workspace"))).status).toBe(200);
  });

  test("is verified by Meta's handshake", async () => {
    const genuine = await VERIFY(new Request(handshakeUrl(ADDRESS, verifyToken(APP.appSecret), "4711")));
    expect([genuine.status, await genuine.text()]).toEqual([200, "4711"]);
    expect((await VERIFY(new Request(handshakeUrl(ADDRESS, "guessed")))).status).toBe(401);
  });
});
