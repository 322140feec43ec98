import type { Account } from "next-auth";
import { encode } from "next-auth/jwt";
import type { JWT } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { authOptions } from "./next-auth.ts";
import { connectProvider, userOfProvider } from "./provider-accounts.ts";
import { sessionCookieName, sessionOfToken } from "./session.ts";

const password: Account = { provider: "credentials", providerAccountId: "1", type: "credentials" };
const github = (providerAccountId: string): Account => ({ provider: "github", providerAccountId, type: "oauth" });

/** The token that next-auth would put into the cookie. */
async function tokenOf(userId: string, account: Account, headers = new Headers()): Promise<JWT> {
  const { callbacks } = authOptions(headers);
  if (!callbacks?.jwt) throw new Error("there is no jwt callback");
  const token = { name: "Olga", email: "olga@example.com", picture: "https://example.com/o.png" };
  return callbacks.jwt({ token, user: { id: userId }, account });
}

/** next-auth's question whether this account may come in. */
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

  test("is not believed once its twelve hours are over", async () => {
    const { userId } = await createTestWorkspace();
    const claims = await tokenOf(userId, password);
    await database().session.update({ where: { id: String(claims.sessionId) }, data: { expiresAt: new Date() } });
    expect(await sessionOfToken(await encode({ token: claims, secret: env().NEXTAUTH_SECRET }))).toBeNull();
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
