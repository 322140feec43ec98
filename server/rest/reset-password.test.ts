import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectProvider, userOfProvider } from "../auth/provider-accounts.ts";
import { sessionOfToken } from "../auth/session.ts";
import { signIn } from "../auth/sign-in.ts";
import { hasTwoFactor, newTwoFactorSecret, sealTwoFactor } from "../auth/two-factor.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { newestLinkTo, postTo } from "../testing/mailed-link.ts";

const { LOG_MAILS } = env();
beforeAll(() => {
  env().LOG_MAILS = "yes";
});
afterAll(() => Object.assign(env(), { LOG_MAILS }));

const SENT = { status: 202, body: { isEmailSent: true } };
const newPassword = "a whole new password";

const forgot = (email: string, headers?: Record<string, string>) => postTo("/api/forgot-password", { email }, headers);
const reset = (token: string, password = newPassword) => postTo("/api/reset-password", { token, password });

describe("POST /api/forgot-password", () => {
  test("answers a known and an unknown address the same", async () => {
    const { email } = await createTestWorkspace();
    expect(await forgot(` ${email.toUpperCase()} `)).toEqual(SENT);
    expect(await forgot(`${randomUUID()}@example.com`)).toEqual(SENT);
    expect(await forgot("no address")).toMatchObject({
      status: 422,
      body: { error: { fields: [{ path: "input.email" }] } },
    });
  });

  test("is limited by e-mail and by place, for known and unknown addresses alike", async () => {
    const { email } = await createTestWorkspace();
    for (const [no, address] of [email, `${randomUUID()}@example.com`].entries()) {
      const headers = { "x-forwarded-for": `198.51.100.1${no}` };
      for (let round = 0; round < 5; round++) expect(await forgot(address, headers)).toEqual(SENT);
      expect(await forgot(address, headers)).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMITED" } } });
      expect(await forgot(address)).toEqual(SENT);
      for (let round = 0; round < 14; round++) await forgot(`${randomUUID()}@example.com`, headers);
      expect(await forgot(`${randomUUID()}@example.com`, headers)).toMatchObject({ status: 429 });
    }
  });

  test("says whom to ask where no email is sent; refuses another site's page", async () => {
    const { email } = await createTestWorkspace();
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await forgot(email, foreign)).toMatchObject({ status: 403 });
    env().LOG_MAILS = "no";
    const answer = await forgot(email);
    env().LOG_MAILS = "yes";
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.body.error?.message).toContain("operator");
    expect(await database().mailedLink.count({ where: { email } })).toBe(0);
  });
});

describe("POST /api/reset-password", () => {
  test("sets the password once, ends sign-ins, other links and connected accounts, and keeps two-factor on", async () => {
    const { email, password, userId, workspaceId } = await createTestWorkspace();
    const secret = await sealTwoFactor(userId, newTwoFactorSecret());
    await database().twoFactor.create({ data: { userId, secret, confirmedAt: new Date() } });
    const account = { provider: "github", providerAccountId: randomUUID() };
    await connectProvider(userId, account);
    const { token: session } = await signInTestUser(userId);
    await forgot(email);
    const first = await newestLinkTo(email);
    await forgot(email);
    const { token } = await newestLinkTo(email);
    expect(await sessionOfToken(session)).not.toBeNull();

    expect(await reset(token)).toEqual({ status: 200, body: { email } });
    expect(await signIn({ email, password, address: "192.0.2.60" })).toBeNull();
    expect(await signIn({ email, password: newPassword, address: "192.0.2.60" })).toBe(userId);
    expect(await sessionOfToken(session)).toBeNull();
    expect(await userOfProvider(account)).toBeNull();
    expect(await hasTwoFactor(userId)).toBe(true);
    expect(await reset(token, "once more, with feeling")).toMatchObject({ status: 409 });
    expect(await reset(first.token)).toMatchObject({ status: 409 });
    expect(
      await database().auditEntry.findMany({
        where: { workspaceId, action: "resetPassword" },
        select: { actorId: true, after: true, address: true },
      }),
    ).toEqual([{ actorId: userId, after: { changed: ["password"] }, address: expect.stringContaining("2001:db8:") }]);
  });

  test("takes no expired link, no wrong one and no short password", async () => {
    const { email, password, userId } = await createTestWorkspace();
    await forgot(email);
    const { id, token } = await newestLinkTo(email);
    expect(await reset(token, "short")).toMatchObject({
      status: 422,
      body: { error: { fields: [{ path: "input.password" }] } },
    });
    const { createdAt, expiresAt } = await database().mailedLink.findUniqueOrThrow({ where: { id } });
    expect(Math.round((expiresAt.getTime() - createdAt.getTime()) / 60_000)).toBe(30);
    await database().mailedLink.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await reset(token)).toMatchObject({ status: 409 });
    expect(await reset("wrong")).toMatchObject({ status: 404 });
    expect(await signIn({ email, password, address: "192.0.2.61" })).toBe(userId);
  });

  test("a link of a sign-up resets nothing, and one to an unknown address makes nobody", async () => {
    const email = `${randomUUID()}@example.com`;
    await forgot(email);
    const { id, token } = await newestLinkTo(email);
    expect(await reset(token)).toMatchObject({ status: 404 });
    expect(await database().user.count({ where: { email } })).toBe(0);
    await database().mailedLink.update({ where: { id }, data: { kind: "signUp" } });
    expect(await reset(token)).toMatchObject({ status: 404 });
  });

  test("lets the owner in again after others guessed at the account from everywhere", async () => {
    const { email, userId } = await createTestWorkspace();
    // The limit is one hundred, refilled by one every nine seconds, so a slow machine gets a few more.
    for (let place = 0; place < 15; place++)
      for (let guess = 0; guess < 10; guess++)
        await signIn({ email, password: `guess ${guess}`, address: `203.0.113.${100 + place}` }).catch(() => null);
    const enter = () => signIn({ email, password: newPassword, address: "192.0.2.62" });
    await expect(enter()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await forgot(email);
    await reset((await newestLinkTo(email)).token);
    expect(await enter()).toBe(userId);
  }, 60_000);
});
