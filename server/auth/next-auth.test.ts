import type { Account } from "next-auth";
import { encode, type JWT } from "next-auth/jwt";
import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { authOptions } from "./next-auth.ts";
import { connectProvider, userOfProvider } from "./provider-accounts.ts";
import { revokeSession } from "./revoke-session.ts";
import { sessionCookieName, sessionOfToken } from "./session.ts";
import { newTwoFactorSecret, renewRecoveryCodesOf, sealTwoFactor } from "./two-factor.ts";

const password: Account = { provider: "credentials", providerAccountId: "1", type: "credentials" };
const github = (providerAccountId: string): Account => ({ provider: "github", providerAccountId, type: "oauth" });

/** The token that next-auth would put into the cookie. */
async function tokenOf(userId: string, account: Account, headers = new Headers()): Promise<JWT> {
  const { callbacks } = authOptions(headers);
  if (!callbacks?.jwt) throw new Error("there is no jwt callback");
  const token = { name: "Olga", email: "olga@example.com", picture: "https://example.com/o.png" };
  return callbacks.jwt({ token, user: { id: userId }, account });
}

/** Asks next-auth whether this account may sign in. */
async function mayEnter(account: Account, headers = new Headers()): Promise<string | boolean> {
  const { callbacks } = authOptions(headers);
  if (!callbacks?.signIn) throw new Error("there is no signIn callback");
  return callbacks.signIn({ user: { id: "theirs" }, account });
}

const cookie = (token: string) => new Headers({ cookie: `${sessionCookieName()}=${token}` });

describe("the portal's token", () => {
  test("holds ids only, and a session that can be revoked", async () => {
    const { userId } = await createTestWorkspace();
    const claims = await tokenOf(userId, password, new Headers({ "user-agent": "Browser 1" }));
    expect(Object.keys(claims).sort()).toEqual(["sessionId", "sub"]);

    const token = await encode({ token: claims, secret: env().NEXTAUTH_SECRET });
    const session = await sessionOfToken(token);
    expect(session).toMatchObject({ userId });
    const row = await database().session.findUniqueOrThrow({ where: { id: session?.sessionId ?? "" } });
    expect(row.userAgent).toBe("Browser 1");
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBeCloseTo(12 * 60 * 60 * 1000, -4);

    await authOptions(new Headers()).events?.signOut?.({ token: claims, session: { expires: "" } });
    expect(await sessionOfToken(token)).toBeNull();
  });

  test("is not believed after half an hour without a request; each request is one", async () => {
    const { userId } = await createTestWorkspace();
    const claims = await tokenOf(userId, password);
    const token = await encode({ token: claims, secret: env().NEXTAUTH_SECRET });
    const where = { id: String(claims.sessionId) };
    const seen = (minutes: number) =>
      database().session.update({ where, data: { lastSeenAt: new Date(Date.now() - minutes * 60_000) } });
    await seen(29);
    expect(await sessionOfToken(token)).toMatchObject({ userId });
    await expect
      .poll(async () => Date.now() - (await database().session.findUniqueOrThrow({ where })).lastSeenAt.getTime(), {
        timeout: 10_000,
      })
      .toBeLessThan(60_000);
    await seen(31);
    expect(await sessionOfToken(token)).toBeNull();
  });

  test("is another at each sign-in, and worth nothing as soon as its session is over", async () => {
    const { userId } = await createTestWorkspace();
    const [first, second] = [await tokenOf(userId, password), await tokenOf(userId, password)];
    expect(first.sessionId).not.toBe(second.sessionId);
    const token = await encode({ token: first, secret: env().NEXTAUTH_SECRET });
    expect(await sessionOfToken(token)).toMatchObject({ userId });
    await revokeSession(String(first.sessionId));
    expect(await sessionOfToken(token)).toBeNull();
  });

  test("is not believed once its twelve hours are over", async () => {
    const { userId } = await createTestWorkspace();
    const claims = await tokenOf(userId, password);
    await database().session.update({ where: { id: String(claims.sessionId) }, data: { expiresAt: new Date() } });
    expect(await sessionOfToken(await encode({ token: claims, secret: env().NEXTAUTH_SECRET }))).toBeNull();
  });
});

describe("a sign-in with a password", () => {
  /** Asks next-auth whether email, password and code match. Returns the user's id, or the message for the page. */
  async function enter(credentials: Record<string, string>): Promise<unknown> {
    const [provider] = authOptions(new Headers({ "x-forwarded-for": "203.0.113.9" })).providers;
    const { authorize } = provider?.options as { authorize: (given: object) => Promise<{ id: string } | null> };
    return authorize(credentials).then(
      (user) => user?.id,
      (error: unknown) => (error as Error).message,
    );
  }

  test("says after ten wrong passwords when to try again", async () => {
    const { email } = await createTestWorkspace();
    for (let guess = 0; guess < 10; guess++) expect(await enter({ email, password: "not this one" })).toBeUndefined();
    const told: unknown = JSON.parse(String(await enter({ email, password: "not this one" })));
    expect(told).toMatchObject({
      message: "Too many wrong passwords. Try again in 2 minutes.",
      wording: { code: "service.wrongPasswords", params: { minutes: 2 } },
    });
  });

  test("asks for a code after the right password, and takes it once", async () => {
    const { userId, email, password: secretWord, workspaceId } = await createTestWorkspace();
    const secret = newTwoFactorSecret();
    const given = { email, password: secretWord };
    expect(await enter(given)).toBe(userId);
    await database().twoFactor.create({
      data: { userId, secret: await sealTwoFactor(userId, secret), confirmedAt: new Date() },
    });
    const [recovery = ""] = await renewRecoveryCodesOf(database(), userId);
    // Without the right password, the response does not reveal that there is a second step.
    expect(await enter({ email, password: "not this one" })).toBeUndefined();
    expect(await enter(given)).toBe("TwoFactorRequired");
    expect(await enter({ ...given, code: "000000" })).toBe("TwoFactorWrong");
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect(await enter({ ...given, code })).toBe(userId);
    expect(await enter({ ...given, code })).toBe("TwoFactorWrong");
    expect(await enter({ ...given, code: recovery })).toBe(userId);
    expect(await enter({ ...given, code: recovery })).toBe("TwoFactorWrong");
    const record = () =>
      database().auditEntry.findMany({ where: { workspaceId }, select: { action: true, refusal: true } });
    await expect.poll(record, { timeout: 10_000 }).toEqual(
      expect.arrayContaining([
        { action: "useRecoveryCode", refusal: null },
        { action: "signIn", refusal: "UNAUTHENTICATED" },
      ]),
    );
  });
});

describe("an account of an outside provider", () => {
  test("opens nothing until a signed-in person connects it, an equal e-mail or not", async () => {
    const { userId } = await createTestWorkspace();
    const account = github("gh-1");
    expect(await mayEnter(account)).toBe("/sign-in?error=AccountNotConnected");

    const { token } = await signInTestUser(userId);
    expect(await mayEnter(account, cookie(token))).toBe(true);
    expect(await mayEnter(account)).toBe(true);
    expect((await tokenOf("gh-1", account)).sub).toBe(userId);
  });

  test("stays with the person who connected it first", async () => {
    const [first, second] = [await createTestWorkspace(), await createTestWorkspace()];
    const account = { provider: "github", providerAccountId: "gh-2" };
    expect(await connectProvider(first.userId, account)).toBe(first.userId);
    const { token } = await signInTestUser(second.userId);
    expect(await mayEnter(github("gh-2"), cookie(token))).toBe(false);
    expect(await userOfProvider(account)).toBe(first.userId);
  });
});
