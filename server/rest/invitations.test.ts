import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "../auth/session.ts";
import { signIn } from "../auth/sign-in.ts";
import { database } from "../db.ts";
import { createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { api } from "../testing/api.ts";
import { askApp } from "../testing/ask-app.ts";

const INVITE = `mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { id link } }`;
const REVOKE = `mutation ($input: InvitationRevokeInput!) { revokeInvitation(input: $input) { id } }`;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let owner: ReturnType<typeof api>;
let caller = 0;

beforeAll(async () => {
  workspace = await createTestWorkspace({ name: "Tea House" });
  owner = api(await signInTestUser(workspace.userId), workspace.workspaceId);
});

const newEmail = () => `invited-${randomUUID()}@example.com`;

async function invite(email: string) {
  const { id, link } = await owner.ok<{ id: string; link: string }>(INVITE, { email, role: "AGENT_PLUS" });
  return { id, token: link.slice(link.lastIndexOf("/") + 1) };
}

/** A request from the invitation's page. Each has its own IP address unless one is given. */
async function ask(
  action: "" | "/accept" | "/account",
  token: string,
  more: { body?: unknown; cookie?: string; headers?: Record<string, string> } = {},
) {
  const method = action === "" ? "GET" : "POST";
  const response = await askApp(
    new Request(`http://localhost:3000/api/invitations/${token}${action}`, {
      method,
      headers: {
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
        "x-forwarded-for": `203.0.113.${(caller += 1)}`,
        ...(more.cookie ? { cookie: `${sessionCookieName()}=${more.cookie}` } : {}),
        ...more.headers,
      },
      ...(method === "POST" ? { body: JSON.stringify(more.body ?? {}) } : {}),
    }),
  );
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown> & { error?: { code: string; message: string } },
  };
}

async function person(email = newEmail()) {
  const { id } = await database().user.create({ data: { email, name: "Ines" } });
  return { email, userId: id, cookie: (await signInTestUser(id)).token };
}

describe("GET /api/invitations/:token", () => {
  test("shows whoever holds the link what it offers, and whether to sign in or make an account", async () => {
    const email = newEmail();
    const { token } = await invite(email);
    const facts = {
      state: "waiting",
      workspaceName: "Tea House",
      inviterName: "Olga Owner",
      email,
      role: "AGENT_PLUS",
    };
    const { status, headers, body } = await ask("", token);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({ ...facts, hasAccount: false, signedInAs: null });
    const ines = await person(email);
    expect((await ask("", token)).body).toEqual({ ...facts, hasAccount: true, signedInAs: null });
    expect((await ask("", token, { cookie: ines.cookie })).body).toEqual({
      ...facts,
      hasAccount: true,
      signedInAs: email,
    });
    const other = await person();
    expect((await ask("", token, { cookie: other.cookie })).body.signedInAs).toBe(other.email);
  });

  test("of a link that is dead it tells its state, of a wrong one nothing", async () => {
    const withdrawn = await invite(newEmail());
    await owner.ok(REVOKE, { id: withdrawn.id });
    expect(await ask("", withdrawn.token)).toMatchObject({ status: 200, body: { state: "revoked" } });
    const expired = await invite(newEmail());
    await database().invitation.updateMany({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    const answer = await ask("", expired.token);
    expect(answer.body).toEqual({ state: "expired" });
    const wrong = await ask("", "wrong");
    expect(wrong).toMatchObject({
      status: 404,
      body: { error: { code: "NOT_FOUND", message: "Invitation not found" } },
    });
    expect(JSON.stringify(wrong.body)).not.toContain("Tea House");
  });

  test("after thirty wrong links from one address even a right one waits; elsewhere it does not", async () => {
    const { token } = await invite(newEmail());
    const headers = { "x-forwarded-for": "198.51.100.77" };
    for (let round = 0; round < 40; round++) await ask("", token, { headers });
    for (let round = 0; round < 30; round++) {
      expect((await ask("", `wrong-${round}`, { headers })).status).toBe(404);
    }
    const answer = await ask("", token, { headers });
    expect(answer).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMITED" } } });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask("", token)).status).toBe(200);
  });
});

describe("POST /api/invitations/:token/accept", () => {
  test("by the invited person's session; refused without one, by another person's and from another site", async () => {
    const ines = await person();
    const other = await person();
    const { token } = await invite(ines.email);
    expect(await ask("/accept", token)).toMatchObject({
      status: 401,
      body: { error: { code: "UNAUTHENTICATED" } },
    });
    expect(await ask("/accept", token, { cookie: other.cookie })).toMatchObject({ status: 403 });
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await ask("/accept", token, { cookie: ines.cookie, headers: foreign })).toMatchObject({
      status: 403,
    });
    expect(await database().membership.count({ where: { userId: { in: [ines.userId, other.userId] } } })).toBe(0);
    const accepted = { status: 200, body: { workspaceId: workspace.workspaceId } };
    expect(await ask("/accept", token, { cookie: ines.cookie })).toMatchObject(accepted);
    expect(await ask("/accept", token, { cookie: ines.cookie })).toMatchObject(accepted);
    expect(await ask("/accept", "wrong", { cookie: ines.cookie })).toMatchObject({ status: 404 });
  });
});

describe("POST /api/invitations/:token/account", () => {
  const body = { name: "Noor van Dijk", password: "ten or more characters" };

  test("makes an account that opens the portal; a second time the link is used", async () => {
    const email = newEmail();
    const { token } = await invite(email);
    expect(await ask("/account", token, { body })).toMatchObject({
      status: 201,
      body: { workspaceId: workspace.workspaceId, email },
    });
    expect(await signIn({ email, password: body.password, address: "test" })).toEqual(expect.any(String));
    expect(await ask("/account", token, { body })).toMatchObject({ status: 409 });
  });

  test("refuses what is no name or password, a wrong link and another site", async () => {
    const { token } = await invite(newEmail());
    expect(await ask("/account", token, { body: { name: "Noor" } })).toMatchObject({ status: 422 });
    expect(await ask("/account", token, { body: { ...body, password: "short" } })).toMatchObject({
      status: 422,
      body: { error: { fields: [{ path: "input.password" }] } },
    });
    expect(await ask("/account", "wrong", { body })).toMatchObject({ status: 404 });
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await ask("/account", token, { body, headers: foreign })).toMatchObject({ status: 403 });
    expect(await ask("/account", token, { body })).toMatchObject({ status: 201 });
  });

  test("an office may join from one address; a machine that tries is stopped", async () => {
    const headers = { "x-forwarded-for": "198.51.100.78" };
    for (let round = 0; round < 22; round++) {
      const { token } = await invite(newEmail());
      expect((await ask("/account", token, { body, headers })).status).toBe(201);
    }
    const { token } = await invite(newEmail());
    for (let round = 0; round < 20; round++) {
      const short = { ...body, password: "short" };
      expect((await ask("/account", token, { body: short, headers })).status).toBe(422);
    }
    expect(await ask("/account", token, { body, headers })).toMatchObject({ status: 429 });
    expect(await ask("/account", token, { body })).toMatchObject({ status: 201 });
  });
});
