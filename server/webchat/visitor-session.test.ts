import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { systemCtx } from "../auth/system-ctx.ts";
import { lockNames } from "../clients/client-identities.ts";
import { database, inTransaction } from "../db.ts";
import { createTestMember } from "../testing/factories.ts";
import { webchatScene } from "../testing/webchat-scene.ts";
import { createTestWebchat, visitorBrowser } from "../testing/webchat.ts";

const scene = webchatScene();
const { base, browser, hash, counts } = scene;
let workspace: ReturnType<typeof scene.place>["workspace"];
let integrationId: string;
let identitySecret: string;
beforeEach(() => void ({ workspace, integrationId, identitySecret } = scene.place()));

describe("a visitor's session", () => {
  test("stores nothing before the first message, which makes a contact with what the site said of them", async () => {
    const visitor = browser();
    const session = await visitor.session({
      profile: { name: "Vera", email: "vera@example.com", phone: "+306912345678" },
    });
    expect(session).toMatchObject({
      isVerified: false,
      visitorId: expect.stringMatching(/^anon-[\w-]{22}$/) as string,
    });
    expect(Date.parse(session.expiresAt) - Date.now()).toBeGreaterThan(364 * 86_400_000);
    await visitor.session();
    expect(await counts()).toEqual([0, 0, 0]);
    expect(await visitor.messages()).toEqual({ messages: [], hasMore: false, cursor: expect.any(String) as string });
    await visitor.text("Hello");
    expect(await counts()).toEqual([1, 1, 1]);
    const client = await database().client.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
    // A phone number without proof is not stored.
    expect(client).toMatchObject({ name: "Vera", email: "vera@example.com", phone: null });
  });

  test("leaves out what no field can hold, rather than refuse a visitor for ever", async () => {
    const visitor = browser();
    const odd = {
      name: "N\0ul",
      surname: "\ud83d",
      email: "no mail",
      phone: "x".repeat(99),
      avatarUrl: "javascript:1",
    };
    await visitor.session({ profile: { ...odd, more: { deep: true } } });
    await visitor.text("Hello");
    const client = await database().client.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
    expect(client).toMatchObject({ name: null, surname: null, email: null, phone: null, avatarUrl: null });
    expect((await browser().post("session", { profile: "x" })).status).toBe(422);
  });

  test("takes a number and a picture only where they are signed themselves: a hash signs the id alone", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("Hello");
    const profile = { name: "Una", phone: "+306900000000", avatarUrl: "https://evil.example/pixel.png" };
    await visitor.session({ identifier: "user-5", identifierHash: hash("user-5"), profile });
    const find = () => database().client.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
    expect(await find()).toMatchObject({ name: "Una", phone: null, avatarUrl: null });
    const signed = { phone: "+306912345678", avatarUrl: "https://cdn.example/una.png", surname: "Pap" };
    const userJwt = await new SignJWT({ user_id: "user-5", ...signed })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("5m")
      .sign(new TextEncoder().encode(identitySecret));
    await visitor.session({ userJwt, profile });
    expect(await find()).toMatchObject({ name: "Una", ...signed });
    expect(await counts()).toEqual([1, 1, 1]);
  });

  test("goes on with its token, and anonymous ones are never alike", async () => {
    const visitor = browser();
    const { visitorId } = await visitor.session();
    expect((await visitor.session()).visitorId).toBe(visitorId);
    const others = await Promise.all(Array.from({ length: 10 }, () => browser().session()));
    expect(new Set([visitorId, ...others.map((other) => other.visitorId)]).size).toBe(11);
  });

  test("of a signed identifier is verified; a wrong or missing hash is refused and never taken as anonymous", async () => {
    const visitor = browser();
    expect(await visitor.session({ identifier: "user-7", identifierHash: hash("user-7") })).toMatchObject({
      visitorId: "user-7",
      isVerified: true,
    });
    const refused = [
      { identifier: "user-7" },
      { identifier: "user-7", identifierHash: "" },
      { identifier: "user-7", identifierHash: hash("user-8") },
      { identifier: "user-7", identifierHash: hash("user-7", "another secret of somebody else's") },
      { identifier: "user-7", identifierHash: hash("user-7").slice(0, -1) },
      { identifierHash: hash("user-7") },
      { identifier: "", identifierHash: hash("") },
      { identifier: "anon-x", identifierHash: hash("anon-x") },
      { userJwt: "" },
    ];
    for (const input of refused) {
      const { status, body } = await browser().post("session", input);
      expect([status, body.error?.code], JSON.stringify(input)).toEqual([401, "UNAUTHENTICATED"]);
    }
  });

  test("of a site's token: HS256 with user_id and exp, nothing else", async () => {
    const sign = (claims: Record<string, unknown>, secret = identitySecret, exp: string | null = "5m") => {
      const jwt = new SignJWT(claims).setProtectedHeader({ alg: "HS256" });
      return (exp ? jwt.setExpirationTime(exp) : jwt).sign(new TextEncoder().encode(secret));
    };
    const visitor = browser();
    const userJwt = await sign({ user_id: "user-9", name: "Nia", phone: "+306912345678", email: "not one" });
    expect(await visitor.session({ userJwt })).toMatchObject({ visitorId: "user-9", isVerified: true });
    await visitor.text("Hello");
    const client = await database().client.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
    expect(client).toMatchObject({ name: "Nia", phone: "+306912345678", email: null, externalClientId: "user-9" });

    const none = `${btoa('{"alg":"none"}')}.${btoa('{"user_id":"user-9","exp":4102444800}')}.`.replaceAll("=", "");
    const wrong = [
      await sign({ user_id: "user-9" }, "x".repeat(64)),
      await sign({ user_id: "user-9" }, identitySecret, null),
      await sign({ user_id: "user-9" }, identitySecret, "-2m"),
      await sign({ name: "nobody" }),
      none,
    ];
    for (const each of wrong) expect((await browser().post("session", { userJwt: each })).status).toBe(401);
    expect((await browser().post("session", { userJwt, identifier: "user-8" })).status).toBe(401);
  });

  test("that proves who it is takes what was said along where nobody is that yet; the session before it opens nothing more", async () => {
    const visitor = browser();
    await visitor.session();
    const before = await visitor.text("I am nobody yet");
    const anonymous = visitor.token;
    await visitor.session({ identifier: "user-1", identifierHash: hash("user-1"), profile: { name: "Una" } });
    expect((await visitor.messages()).messages.map(({ id }) => id)).toEqual([before.id]);
    await visitor.text("Now I am");
    expect(await counts()).toEqual([1, 1, 2]);
    const client = await database().client.findFirstOrThrow({
      where: { workspaceId: workspace.workspaceId },
      include: { identities: { orderBy: { createdAt: "asc" } } },
    });
    expect(client.name).toBe("Una");
    expect(client.identities.map(({ scope, verifiedAt }) => [scope, verifiedAt !== null])).toEqual([
      [`webchat:${integrationId}`, false],
      [`webchat:${integrationId}`, true],
    ]);
    const left = browser();
    left.use(anonymous);
    for (const answer of [await left.get("messages"), await left.send({ content: "Hi" }), await left.post("ticket")]) {
      expect([answer.status, answer.body.error?.code]).toEqual([401, "UNAUTHENTICATED"]);
    }
    // A new session starts, with a new identity.
    expect((await left.session()).visitorId).toMatch(/^anon-/);
    expect((await left.messages()).messages).toEqual([]);
  });

  test("of somebody who is known already goes on as them, and the anonymous contact stays", async () => {
    const known = browser();
    await known.session({ identifier: "user-2", identifierHash: hash("user-2") });
    await known.text("From my phone");
    const here = browser();
    await here.session();
    await here.text("From the library");
    await here.session({ identifier: "user-2", identifierHash: hash("user-2") });
    expect((await here.messages()).messages.map(({ content }) => content)).toEqual(["From my phone"]);
    expect((await counts())[0]).toBe(2);
  });

  test("of two windows that prove at once, two identities are never one contact", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("Hello");
    const { token } = visitor;
    const ids = ["user-a", "user-b", "user-c"];
    await Promise.all(
      ids.map((identifier) => browser().post("session", { token, identifier, identifierHash: hash(identifier) })),
    );
    const identities = await database().clientIdentity.findMany({
      where: { workspaceId: workspace.workspaceId, verifiedAt: { not: null } },
    });
    expect(identities).toHaveLength(1);
  });

  test("that proves who it is waits for a first message under the same name, and the other way round", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("Hello");
    const name = { scope: `webchat:${integrationId}`, externalId: "user-6" };
    const ctx = systemCtx(workspace.workspaceId, "test");
    const state = { isProven: false };
    let proof: Promise<unknown> = Promise.resolve();
    await inTransaction(ctx, async (tx) => {
      await lockNames(tx, [name]);
      proof = visitor
        .session({ identifier: name.externalId, identifierHash: hash(name.externalId) })
        .then(() => (state.isProven = true));
      await new Promise((wait) => setTimeout(wait, 300));
      expect(state.isProven).toBe(false);
    });
    await proof;
    // Many at once: whichever is first, none is refused, and the identity belongs to one contact.
    for (const identifier of ["user-61", "user-62", "user-63"]) {
      const [anonymous, known] = [browser(), browser()];
      await anonymous.session();
      await anonymous.text("Who am I?");
      const told = { identifier, identifierHash: hash(identifier) };
      await known.session(told);
      await Promise.all([anonymous.session(told), known.text("It is me")]);
      const where = { workspaceId: workspace.workspaceId, externalId: identifier, verifiedAt: { not: null } };
      expect(await database().clientIdentity.count({ where })).toBe(1);
    }
  });

  test("fills only what is empty of the contact, and an agent's merge keeps a visitor from filling another's", async () => {
    const visitor = browser();
    await visitor.session({ profile: { name: "First" } });
    await visitor.text("Hello");
    await visitor.session({ profile: { name: "Second", surname: "Person", avatarUrl: "https://evil.example/a.png" } });
    const find = () =>
      database().client.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId, mergedIntoId: null } });
    expect(await find()).toMatchObject({ name: "First", surname: "Person", avatarUrl: null });
    const target = await database().client.create({
      data: { workspaceId: workspace.workspaceId, externalClientId: "known", name: "Known" },
    });
    const source = await database().client.findFirstOrThrow({
      where: { workspaceId: workspace.workspaceId, id: { not: target.id } },
    });
    await workspace.api.ok(`mutation ($input: ClientMergeInput!) { mergeClients(input: $input) { id } }`, {
      id: target.id,
      sourceIds: [source.id],
    });
    await visitor.session({ profile: { email: "attacker@example.com" } });
    expect(await find()).toMatchObject({ id: target.id, name: "Known", email: null });
    // The visitor continues their own conversation. A proof does not give them the other person's contact.
    expect((await visitor.messages()).messages.map(({ content }) => content)).toEqual(["Hello"]);
    const told = { identifier: "user-7", identifierHash: hash("user-7"), profile: { email: "attacker@example.com" } };
    await visitor.session(told);
    await visitor.session(told);
    expect(await find()).toMatchObject({ id: target.id, name: "Known", email: null });
  });
});

describe("tokens", () => {
  test("of another channel, changed, unsigned, over or missing open nothing", async () => {
    const visitor = browser();
    await visitor.session();
    const { token } = visitor;
    const other = await createTestWebchat(workspace.workspaceId);
    const elsewhere = visitorBrowser(base(), other.integrationId);
    await elsewhere.session();
    const [header = "", payload = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const wrong = [
      elsewhere.token,
      `${header}.${packed({ ...claims, sub: "anon-other" })}.${signature}`,
      `${packed({ alg: "none" })}.${payload}.`,
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
      await visitor.ticket(),
      "x",
    ];
    for (const each of wrong) {
      visitor.use(each);
      const { status, body } = await visitor.get("messages");
      expect([status, body.error?.code], each).toEqual([401, "UNAUTHENTICATED"]);
    }
    visitor.use("");
    expect((await visitor.get("messages")).status).toBe(401);
    visitor.use(token);
    expect((await visitor.get("messages")).status).toBe(200);
  });

  test("proven with a secret end with it: it holds for a day beside the next one, and no longer than the one after that", async () => {
    const owner = await createTestMember(workspace.workspaceId, "ADMIN");
    const ROTATE = `mutation ($input: WebchatSecretRotateInput!) { rotateWebchatSecret(input: $input) { identitySecret previousSecretUntil } }`;
    const visitor = browser();
    await visitor.session({ identifier: "user-3", identifierHash: hash("user-3") });
    const anonymous = browser();
    await anonymous.session();
    const first = await owner.api.ok<{ identitySecret: string }>(ROTATE, { integrationId });
    expect((await visitor.get("messages")).status).toBe(200);
    for (const secret of [identitySecret, first.identitySecret]) {
      const { status } = await browser().post("session", { identifier: "u", identifierHash: hash("u", secret) });
      expect(status).toBe(200);
    }
    await owner.api.ok(ROTATE, { integrationId });
    expect((await visitor.get("messages")).status).toBe(401);
    expect((await anonymous.get("messages")).status).toBe(200);
    expect((await browser().post("session", { identifier: "u", identifierHash: hash("u") })).status).toBe(401);
    // The browser can continue without a proof, as an anonymous visitor.
    expect(await visitor.session()).toMatchObject({ isVerified: false });
  });

  test("of a channel that is switched off, deleted, or of a deleted workspace open nothing", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("Hello");
    const where = { workspaceId_id: { workspaceId: workspace.workspaceId, id: integrationId } };
    const statuses = async () => [
      (await visitor.get("config")).status,
      (await browser().post("session")).status,
      (await visitor.get("messages")).status,
      (await visitor.send({ content: "Hi" })).status,
    ];
    await database().integration.update({ where, data: { state: "disabled" } });
    expect(await statuses()).toEqual([409, 409, 409, 409]);
    await database().integration.update({ where, data: { state: "error" } });
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await database().integration.update({ where, data: { state: "active", deletedAt: new Date() } });
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    await database().integration.update({ where, data: { deletedAt: null } });
    await database().workspace.update({ where: { id: workspace.workspaceId }, data: { deletedAt: new Date() } });
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    expect((await visitorBrowser(base(), randomUUID()).get("config")).status).toBe(404);
    expect((await visitorBrowser(base(), "no-uuid").get("config")).status).toBe(404);
  });
});
