import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT, exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { authOptions } from "../auth/next-auth.ts";
import { hashPassword } from "../auth/passwords.ts";
import { sessionCookieName, sessionOfToken } from "../auth/session.ts";
import { database } from "../db.ts";
import { env, resetEnv } from "../env.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { api } from "../testing/api.ts";
import { askApp } from "../testing/ask-app.ts";
import { Browser } from "../testing/browser.ts";
import { openDoors, type Doors } from "../testing/doors.ts";
import { createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { startIdentityProvider, type Person } from "../testing/identity-provider.ts";
import { startNameServer } from "../testing/name-server.ts";

const SAVE = `mutation ($input: SsoDomainSaveInput!) { saveSsoDomain(input: $input) { id recordName recordValue isRequired verifiedAt } }`;
const VERIFY = `mutation ($input: SsoDomainVerifyInput!) { verifySsoDomain(input: $input) { verifiedAt } }`;
const DELETE = `mutation ($input: SsoDomainDeleteInput!) { deleteSsoDomain(input: $input) { id } }`;
const LIST = `query ($input: SsoDomainsInput!) { ssoDomains(input: $input) { nodes { domain issuer clientId lastSignInAt lastProblem redirectUri logoutUri roles { value role } } } }`;
const VIEWER = `query ($input: ViewerInput!) { viewer(input: $input) { userId role } }`;
const APP = "http://localhost:3000";
const SECRET = "the client's secret, which nobody may see";
const PASSWORD = "ten or more characters";

type Saved = { id: string; recordName: string; recordValue: string; isRequired: boolean; verifiedAt: string | null };
type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

let doors: Doors;
let names: Awaited<ReturnType<typeof startNameServer>>;
const records = new Map<string, string>();
/** A second record of the same name. */
const more = new Map<string, string>();

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let owner: ReturnType<typeof api>;
let domain: string;
let people: Record<string, Person>;
let provider: IdentityProvider;
/** Closed after each test. */
const opened: (() => void)[] = [];

beforeAll(async () => {
  doors = await openDoors();
  names = await startNameServer({ texts: (name) => [records.get(name) ?? [], more.get(name) ?? []].flat() });
  env().DNS_SERVERS = [names.address];
});
afterAll(async () => {
  resetEnv();
  names.stop();
  await doors.close();
});

beforeEach(async () => {
  env().SIGN_UP = "open";
  workspace = await createTestWorkspace();
  const { token } = await signInTestUser(workspace.userId);
  owner = api({ token }, workspace.workspaceId);
  domain = `${randomUUID()}.example`;
  people = { ada: { email: `Ada@${domain}`, email_verified: true, name: "Ada Lovelace", groups: ["engineers"] } };
  provider = await startIdentityProvider({
    ...{ clientId: "portal", clientSecret: SECRET, people },
    redirectUri: `${APP}/api/auth/callback/sso-${domain}`,
    logoutUri: `${doors.base}/api/sso/${domain}/logout`,
  });
  return async () => {
    await provider.close();
    for (const close of opened.splice(0)) close();
  };
});

const settings = (more: object = {}) => ({
  ...{
    domain,
    issuer: provider.issuer,
    clientId: "portal",
    clientSecret: SECRET,
    defaultRole: "AGENT",
    isRequired: false,
  },
  ...more,
});
const save = (more: object = {}) => owner.ok<Saved>(SAVE, settings(more));

/** Saves and verifies the domain. */
async function connect(more: object = {}): Promise<string> {
  const { id, recordName, recordValue } = await save(more);
  records.set(recordName, recordValue);
  await owner.ok(VERIFY, { id });
  return id;
}

type Entered = { userId: string; sessionId: string; api: ReturnType<typeof api>; token: string };

/** Asks the portal to sign in with the domain. @returns the provider's address, or the refusal. */
async function begin(browser: Browser, at = domain): Promise<{ status: number; url: string; message: string }> {
  const { csrfToken } = (await (await browser.send(`${APP}/api/auth/csrf`)).json()) as { csrfToken: string };
  const response = await browser.send(`${APP}/api/auth/signin/sso-${at}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, callbackUrl: "/", json: "true" }),
  });
  const { url = "", error } = (await response.json()) as { url?: string; error?: { message: string } };
  return { status: response.status, url, message: error?.message ?? "" };
}

/** Signs a person in from the portal's page to its cookie. @returns who they are, or where they were sent instead. */
async function enter(login: string): Promise<Entered | string> {
  const browser = new Browser(askApp);
  const { url } = await begin(browser);
  const back = await provider.signIn(url, login);
  const response = await browser.send(back);
  const token = browser.cookie(sessionCookieName());
  const session = token ? await sessionOfToken(token) : null;
  if (!token || !session) return response.headers.get("location") ?? String(response.status);
  return { ...session, token, api: api({ token }, workspace.workspaceId) };
}

async function entered(login: string): Promise<Entered> {
  const result = await enter(login);
  if (typeof result === "string") throw new Error(`not signed in: ${result}`);
  return result;
}

const roleOf = async (userId: string): Promise<Role | undefined> =>
  (
    await database().membership.findUnique({
      where: { workspaceId_userId: { workspaceId: workspace.workspaceId, userId } },
    })
  )?.role;
const auditOf = async (action: string) =>
  database().auditEntry.findMany({ where: { workspaceId: workspace.workspaceId, action }, orderBy: { id: "asc" } });

/** Signs in with a password, as the portal's page does. @returns next-auth's error; null: signed in. */
async function withPassword(email: string, password: string): Promise<string | null> {
  const browser = new Browser(askApp);
  const { csrfToken } = (await (await browser.send(`${APP}/api/auth/csrf`)).json()) as { csrfToken: string };
  const response = await browser.send(`${APP}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, email, password, json: "true" }),
  });
  const { url } = (await response.json()) as { url: string };
  return new URL(url, APP).searchParams.get("error");
}

describe("a domain", () => {
  test("is usable once its owner has published its record, and never tells its secret", async () => {
    const { id, recordName, recordValue, verifiedAt } = await save();
    expect({ recordName, recordValue, verifiedAt }).toEqual({
      ...{ recordName: `_omnichannel.${domain}`, recordValue: `omnichannel-verification=${id}`, verifiedAt: null },
    });
    expect(await begin(new Browser(askApp))).toMatchObject({
      ...{ status: 404, message: `There is no single sign-on for ${domain}` },
    });
    expect(await owner.refusal(VERIFY, { id })).toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining(`The TXT record _omnichannel.${domain}`),
    });
    records.set(recordName, `omnichannel-verification=${randomUUID()}`);
    expect(await owner.refusal(VERIFY, { id })).toMatchObject({ code: "CONFLICT" });
    records.set(recordName, recordValue);
    await owner.ok(VERIFY, { id });
    expect(await auditOf("verifySsoDomain")).toMatchObject([{ targetId: id, after: { domain } }]);
    expect((await begin(new Browser(askApp))).url).toContain(`${provider.issuer}/auth?`);

    const { nodes } = await owner.ok<{ nodes: object[] }>(LIST);
    expect(nodes).toMatchObject([
      { domain, redirectUri: `${APP}/api/auth/callback/sso-${domain}`, logoutUri: `${APP}/api/sso/${domain}/logout` },
    ]);
    const row = await database().ssoDomain.findFirstOrThrow({ where: { id } });
    const kept = JSON.stringify([row, await database().auditEntry.findMany({ where: { targetId: id } }), nodes]);
    expect(kept).not.toContain(SECRET);
  });

  test("belongs to one workspace", async () => {
    await connect();
    const other = await createTestWorkspace();
    const theirs = api(await signInTestUser(other.userId), other.workspaceId);
    const { id, recordName, recordValue } = await theirs.ok<Saved>(SAVE, settings());
    records.set(recordName, recordValue);
    // Both records are there.
    const first = await database().ssoDomain.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
    more.set(recordName, `omnichannel-verification=${first.id}`);
    expect(await theirs.refusal(VERIFY, { id })).toMatchObject({
      ...{ code: "CONFLICT", message: expect.stringContaining("Another workspace has this domain") },
    });
    // The domain has changed hands: only the new owner's record is there.
    more.delete(recordName);
    await theirs.ok(VERIFY, { id });
    expect(await database().ssoDomain.findFirstOrThrow({ where: { id: first.id } })).toMatchObject({
      verifiedAt: null,
    });
    expect(await auditOf("releaseSsoDomain")).toMatchObject([{ actorKind: "system", before: { domain } }]);
  });

  test("is the owner's alone", async () => {
    const admin = await createTestMember(workspace.workspaceId, "ADMIN");
    for (const caller of [admin.api, workspace.api])
      expect(await caller.refusal(SAVE, settings())).toMatchObject({ code: "FORBIDDEN_ROLE" });
  });

  test.each([
    [{ domain: "localhost" }, "input.domain"],
    [{ domain: "a b.example" }, "input.domain"],
    [{ issuer: "http://10.0.0.1" }, "input.issuer"],
    [{ issuer: "https://login.example.com?tenant=1" }, "input.issuer"],
    [{ clientId: " " }, "input.clientId"],
    [{ clientSecret: null }, "input.clientSecret"],
    [{ defaultRole: "OWNER" }, "input.defaultRole"],
    [{ roles: [{ value: "engineers", role: "AGENT" }] }, "input.roleClaim"],
    [{ roleClaim: "groups", roles: [{ value: "engineers", role: "OWNER" }] }, "input.roles.0.role"],
  ])("refuses %o", async (wrong, path) => {
    expect(await owner.refusal(SAVE, settings(wrong))).toMatchObject({ code: "BAD_INPUT", paths: [path] });
  });

  test("whose provider does not describe itself is not verified, with the reason", async () => {
    const silent = createServer((_, response) => response.writeHead(500).end());
    await new Promise<void>((ready) => silent.listen(0, "127.0.0.1", ready));
    const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { id, recordName, recordValue } = await save({ issuer });
    records.set(recordName, recordValue);
    expect(await owner.refusal(VERIFY, { id })).toMatchObject({
      code: "PROVIDER_ERROR",
      message: expect.stringContaining("The sign-in provider does not answer as it should: "),
    });
    silent.close();
  });
});

describe("a sign-in", () => {
  test("of somebody new makes an account and a seat with the default role", async () => {
    await connect({ defaultRole: "AGENT_PLUS" });
    const ada = await entered("ada");
    const user = await database().user.findUniqueOrThrow({ where: { id: ada.userId } });
    expect(user).toMatchObject({ email: `ada@${domain}`, name: "Ada", surname: "Lovelace", passwordHash: null });
    expect(await ada.api.ok(VIEWER)).toEqual({ userId: ada.userId, role: "AGENT_PLUS" });
    expect(await auditOf("joinWithSso")).toMatchObject([
      { actorId: ada.userId, after: { email: `ada@${domain}`, role: "AGENT_PLUS" } },
    ]);
    expect(await auditOf("signIn")).toMatchObject([{ actorId: ada.userId, after: { with: `sso-${domain}` } }]);
    // Roles are given in the portal, so the next sign-in keeps what was given.
    await database().membership.updateMany({ where: { userId: ada.userId }, data: { role: "ADMIN" } });
    expect((await entered("ada")).userId).toBe(ada.userId);
    expect(await roleOf(ada.userId)).toBe("ADMIN");
    const { nodes } = await owner.ok<{ nodes: object[] }>(LIST);
    expect(nodes).toMatchObject([{ lastSignInAt: expect.any(String), lastProblem: null }]);
  });

  test("of a person with an account is into that account", async () => {
    await connect();
    const { id } = await database().user.create({ data: { email: `ada@${domain}`, name: "A." } });
    const ada = await entered("ada");
    expect(ada.userId).toBe(id);
    // The provider's own id counts from now on, whatever the address.
    people.ada = { ...people.ada, email: `ada.king@${domain}` };
    expect((await entered("ada")).userId).toBe(id);
  });

  test("sets the role that the person's groups say, never the owner's", async () => {
    await connect({
      roleClaim: "groups",
      roles: [
        { value: "leads", role: "ADMIN" },
        { value: "engineers", role: "AGENT_PLUS" },
      ],
    });
    const { userId } = await entered("ada");
    expect(await roleOf(userId)).toBe("AGENT_PLUS");
    people.ada = { ...people.ada, groups: ["engineers", "leads"] };
    await entered("ada");
    expect(await roleOf(userId)).toBe("ADMIN");
    people.ada = { ...people.ada, groups: [] };
    await entered("ada");
    expect(await roleOf(userId)).toBe("AGENT");
    await database().membership.updateMany({ where: { userId }, data: { role: "AGENT_PLUS" } });
    people.ada = { ...people.ada, groups: undefined };
    await entered("ada");
    expect(await roleOf(userId)).toBe("AGENT_PLUS");
    expect(await auditOf("setRoleBySso")).toMatchObject([
      { before: { role: "AGENT_PLUS" }, after: { role: "ADMIN" } },
      { before: { role: "ADMIN" }, after: { role: "AGENT" } },
    ]);
    await database().user.update({ where: { id: workspace.userId }, data: { email: `olga@${domain}` } });
    people.olga = { email: `olga@${domain}`, groups: ["engineers"] };
    expect((await entered("olga")).userId).toBe(workspace.userId);
    expect(await roleOf(workspace.userId)).toBe("OWNER");
  });

  test.each<[string, Record<string, string | boolean | undefined | (() => string)>, string]>([
    ["another domain's address", { email: "ada@elsewhere.example" }, "SsoOtherDomain"],
    ["an address below the domain", { email: () => `ada@sub.${domain}` }, "SsoOtherDomain"],
    ["an unproven address", { email_verified: false }, "SsoNoEmail"],
    ["no address", { email: undefined }, "SsoNoEmail"],
  ])("with %s is refused", async (_, claims, problem) => {
    await connect();
    const given = Object.entries(claims).map(([name, value]) => [name, typeof value === "function" ? value() : value]);
    people.ada = { ...people.ada, ...Object.fromEntries(given) };
    expect(await enter("ada")).toBe(`/sign-in?error=${problem}`);
    expect(await database().user.count({ where: { email: { endsWith: domain } } })).toBe(0);
  });

  test("that the provider refuses leaves its reason for the owner", async () => {
    await connect({ clientSecret: "a wrong one" });
    expect(await enter("ada")).toContain("error=OAuthCallback");
    const { nodes } = await owner.ok<{ nodes: { lastProblem: string }[] }>(LIST);
    expect(nodes[0]?.lastProblem).toContain("invalid_client");
  });

  test("begun in another browser goes nowhere", async () => {
    await connect();
    const { url } = await begin(new Browser(askApp));
    const back = await provider.signIn(url, "ada");
    const stranger = new Browser(askApp);
    expect((await stranger.send(back)).headers.get("location")).toContain("error=OAuthCallback");
    expect(stranger.cookie(sessionCookieName())).toBeUndefined();
  });

  test("counts as two-factor sign-in, which a password of the same person does not", async () => {
    await connect();
    const ada = await entered("ada");
    await database().user.update({ where: { id: ada.userId }, data: { passwordHash: "unused" } });
    await database().workspaceSettings.update({
      where: { workspaceId: workspace.workspaceId },
      data: { twoFactorRequiredAt: new Date(0) },
    });
    expect(await ada.api.ok(VIEWER)).toMatchObject({ userId: ada.userId });
    const { token } = await signInTestUser(ada.userId);
    expect((await api({ token }, workspace.workspaceId).call(VIEWER)).errors).toHaveLength(1);
  });

  test("closes the other ways into an account that somebody else may have made with the address", async () => {
    await connect();
    const passwordHash = await hashPassword(PASSWORD);
    const mallory = await database().user.create({ data: { email: `ada@${domain}`, name: "Ada", passwordHash } });
    await database().account.create({
      data: { provider: "google", providerAccountId: randomUUID(), userId: mallory.id },
    });
    const { token } = await signInTestUser(mallory.id);
    expect(await withPassword(`ada@${domain}`, PASSWORD)).toBeNull();
    const ada = await entered("ada");
    expect(ada.userId).toBe(mallory.id);
    expect(await sessionOfToken(token)).toBeNull();
    expect(await withPassword(`ada@${domain}`, PASSWORD)).toBe("CredentialsSignin");
    expect(await database().account.count({ where: { userId: mallory.id } })).toBe(1);
    // With a seat, what the person set up themselves stays.
    await database().user.update({ where: { id: ada.userId }, data: { passwordHash } });
    await database().account.deleteMany({ where: { userId: ada.userId } });
    await entered("ada");
    expect(await withPassword(`ada@${domain}`, PASSWORD)).toBeNull();
  });

  test("of an invited person takes the invitation's role, and the link is used up", async () => {
    await connect();
    await owner.ok(`mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { id } }`, {
      ...{ email: `ada@${domain}`, role: "ADMIN" },
    });
    const { userId } = await entered("ada");
    expect(await roleOf(userId)).toBe("ADMIN");
    expect(await database().invitation.findMany({ where: { workspaceId: workspace.workspaceId } })).toMatchObject([
      { acceptedById: userId },
    ]);
  });

  test("works however the domain is typed", async () => {
    await connect();
    expect((await begin(new Browser(askApp), domain.toUpperCase())).url).toContain(`${provider.issuer}/auth?`);
  });

  test("makes no account where the operator alone does", async () => {
    await connect();
    env().SIGN_UP = "closed";
    expect(await enter("ada")).toBe("/sign-in?error=SsoNoAccount");
  });

  test("ten first ones at the same time are one person with one seat", async () => {
    await connect();
    const all = await Promise.all(Array.from({ length: 10 }, () => entered("ada")));
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
    expect(await auditOf("joinWithSso")).toHaveLength(1);
  });
});

describe("required", () => {
  test("only after somebody has signed in with it; then passwords of the domain end, except the owner's", async () => {
    const id = await connect();
    expect(await owner.refusal(SAVE, settings({ isRequired: true }))).toMatchObject({ code: "CONFLICT" });
    const ada = await entered("ada");
    const bob = await createTestMember(workspace.workspaceId, "AGENT");
    const password = PASSWORD;
    const data = { email: `bob@${domain}`, passwordHash: await hashPassword(password) };
    await database().user.update({ where: { id: bob.userId }, data });
    await database().user.update({
      where: { id: workspace.userId },
      data: { ...data, email: `olga@${domain}` },
    });
    expect(await withPassword(data.email, password)).toBeNull();
    expect(await bob.api.ok(VIEWER)).toMatchObject({ role: "AGENT" });

    await save({ isRequired: true, clientSecret: null });
    expect((await bob.api.call(VIEWER)).errors[0]?.extensions.code).toBe("INVALID_TOKEN");
    expect(await ada.api.ok(VIEWER)).toMatchObject({ userId: ada.userId });
    expect(await owner.ok(VIEWER)).toMatchObject({ role: "OWNER" });
    expect(await withPassword(data.email.toUpperCase(), password)).toBe("SsoRequired");
    // A wrong password tells nobody who the owner is.
    for (const name of ["bob", "olga", "nobody"])
      expect(await withPassword(`${name}@${domain}`, "wrong")).toBe("SsoRequired");
    const connecting = authOptions(new Headers({ cookie: `${sessionCookieName()}=${ada.token}` })).callbacks?.signIn;
    const account = { provider: "google", providerAccountId: randomUUID(), type: "oauth" } as const;
    expect(await connecting?.({ user: { id: "theirs" }, account })).toBe("/sign-in?error=SsoRequired");
    expect(await withPassword(`olga@${domain}`, password)).toBeNull();
    const signUp = { name: "Eve", workspaceName: "Eve's", email: `eve@${domain}`, password, locale: "en" };
    const refused = await askApp(
      new Request(`${APP}/api/sign-up`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: APP },
        body: JSON.stringify(signUp),
      }),
    );
    expect(await refused.json()).toMatchObject({
      error: { message: `People of ${domain} sign in with single sign-on` },
    });

    // Another provider must prove itself first, and never gets the secret of this one.
    expect(await owner.refusal(SAVE, settings({ clientId: "another", isRequired: true }))).toMatchObject({
      code: "CONFLICT",
    });
    expect(await owner.refusal(SAVE, settings({ clientId: "another", clientSecret: null }))).toMatchObject({
      paths: ["input.clientSecret"],
    });
    expect(await owner.ok(SAVE, settings({ clientId: "another" }))).toMatchObject({ isRequired: false });
    expect(await withPassword(data.email, password)).toBeNull();
    await owner.ok(DELETE, { id });
    expect((await ada.api.call(VIEWER)).errors[0]?.extensions.code).toBe("INVALID_TOKEN");
  });
});

describe("back-channel sign-out", () => {
  const sidOf = async ({ sessionId }: Entered) =>
    (await database().session.findUniqueOrThrow({ where: { id: sessionId } })).ssoSid ?? "";

  test("ends the session that the provider names, and no other", async () => {
    await connect();
    const [first, second] = [await entered("ada"), await entered("ada")];
    await provider.logOut("ada", await sidOf(first));
    expect((await first.api.call(VIEWER)).errors[0]?.extensions.code).toBe("INVALID_TOKEN");
    expect(await second.api.ok(VIEWER)).toMatchObject({ userId: second.userId });
  });

  test("ends all of a person's sessions from the provider, if the token names no session", async () => {
    const forged = await forgingProvider();
    await connect({ issuer: forged.issuer });
    const first = await forged.enter();
    const second = await forged.enter();
    const mine = await signInTestUser(first.userId);
    expect((await logOut(await forged.sign(LOGOUT({ sub: "ada" })))).status).toBe(200);
    for (const { token } of [first, second]) expect(await sessionOfToken(token)).toBeNull();
    expect(await sessionOfToken(mine.token)).not.toBeNull();
  });

  test("a token that is not the provider's, or says something else, ends nothing", async () => {
    const forged = await forgingProvider();
    await connect({ issuer: forged.issuer });
    const ada = await forged.enter();
    const foreign = await generateKeyPair("RS256");
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    for (const token of [
      ...["nothing", ""],
      await forged.sign(LOGOUT({ sub: "ada" }), foreign.privateKey),
      await forged.sign(LOGOUT({ sub: "ada", iss: "https://elsewhere.example" })),
      await forged.sign(LOGOUT({ sub: "ada", aud: "another" })),
      await forged.sign(LOGOUT({ sub: "ada", iat: hourAgo })),
      await forged.sign(LOGOUT({ sub: "ada", nonce: "n" })),
      await forged.sign(LOGOUT({ sub: "ada", events: { other: {} } })),
      await forged.sign(LOGOUT({})),
    ]) {
      const response = await logOut(token);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: "invalid_request", error_description: expect.any(String) });
    }
    expect(await sessionOfToken(ada.token)).not.toBeNull();
    // Nobody else is signed out by a person whom the provider does not know here.
    expect((await logOut(await forged.sign(LOGOUT({ sub: "bob" })))).status).toBe(200);
    expect(await sessionOfToken(ada.token)).not.toBeNull();
  });
});

describe("an ID token", () => {
  test.each<[string, Forgery]>([
    ["with another nonce", { claims: { nonce: "another" } }],
    ["of another issuer", { claims: { iss: "https://elsewhere.example" } }],
    ["for another client", { claims: { aud: "another" } }],
    ["for several clients, meant for another", { claims: { aud: ["portal", "another"], azp: "another" } }],
    ["that has expired", { claims: { exp: Math.floor(Date.now() / 1_000) - 600 } }],
    ["signed with another key", { isForeign: true }],
    ["that is not signed", { isUnsigned: true }],
  ])("%s is refused", async (_, forgery) => {
    const forged = await forgingProvider();
    await connect({ issuer: forged.issuer });
    expect(await forged.tryEnter(forgery)).toContain("error=OAuthCallback");
    expect(await database().user.count({ where: { email: { endsWith: domain } } })).toBe(0);
    const { nodes } = await owner.ok<{ nodes: { lastProblem: string | null }[] }>(LIST);
    expect(nodes[0]?.lastProblem).toEqual(expect.any(String));
  });

  test("comes only with the state of the sign-in that was begun", async () => {
    const forged = await forgingProvider();
    await connect({ issuer: forged.issuer });
    expect(await forged.tryEnter({ state: "another" })).toContain("error=OAuthCallback");
    expect(typeof (await forged.enter())).toBe("object");
  });

  test("that the provider refuses to make leaves its reason for the owner", async () => {
    const forged = await forgingProvider();
    await connect({ issuer: forged.issuer });
    expect(await forged.tryEnter({ refusal: "unauthorized_client" })).toContain("error=");
    const { nodes } = await owner.ok<{ nodes: { lastProblem: string | null }[] }>(LIST);
    expect(nodes[0]?.lastProblem).toBe("unauthorized_client");
  });
});

const LOGOUT = (claims: object) => ({
  ...{ jti: randomUUID(), events: { "http://schemas.openid.net/event/backchannel-logout": {} } },
  ...claims,
});

const logOut = (token: string) =>
  fetch(`${doors.base}/api/sso/${domain}/logout`, {
    method: "POST",
    body: new URLSearchParams({ logout_token: token }),
  });

type Forgery = { claims?: object; isForeign?: true; isUnsigned?: true; state?: string; refusal?: string };

/** A provider that answers as the test wants, where a certified one would not. It signs in Ada. */
async function forgingProvider() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const foreign = await generateKeyPair("RS256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: "RS256", use: "sig" }] };
  let token = "";
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const body = path.includes("openid-configuration")
      ? {
          issuer,
          ...{
            authorization_endpoint: `${issuer}/auth`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/keys`,
          },
          ...{ response_types_supported: ["code"], id_token_signing_alg_values_supported: ["RS256"] },
        }
      : path === "/keys"
        ? keys
        : { access_token: "unused", token_type: "Bearer", id_token: token };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  opened.push(() => void (server.closeAllConnections(), server.close()));

  const sign = (claims: object, key = privateKey) => {
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({ iss: issuer, aud: "portal", iat: now, ...claims })
      .setProtectedHeader({ alg: "RS256" })
      .sign(key);
  };
  async function attempt({ claims, isForeign, isUnsigned, state, refusal }: Forgery = {}) {
    const browser = new Browser(askApp);
    const asked = new URL((await begin(browser)).url).searchParams;
    const whole = {
      ...{ sub: "ada", email: `ada@${domain}`, nonce: asked.get("nonce"), exp: Math.floor(Date.now() / 1_000) + 600 },
      ...claims,
    };
    token = await sign(whole, isForeign ? foreign.privateKey : privateKey);
    if (isUnsigned) {
      const header = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
      token = `${header}.${token.split(".")[1] ?? ""}.`;
    }
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("state", state ?? asked.get("state") ?? "");
    back.searchParams.set(refusal ? "error" : "code", refusal ?? "a-code");
    const response = await browser.send(back.href);
    return { cookie: browser.cookie(sessionCookieName()), location: response.headers.get("location") ?? "" };
  }
  return {
    issuer,
    sign,
    /** Where a sign-in ends that is refused. */
    tryEnter: async (forgery: Forgery): Promise<string> => {
      const { cookie, location } = await attempt(forgery);
      if (cookie) throw new Error("signed in");
      return location;
    },
    enter: async () => {
      const { cookie = "", location } = await attempt();
      const session = await sessionOfToken(cookie);
      if (!session) throw new Error(`not signed in: ${location}`);
      return { ...session, token: cookie };
    },
  };
}
