import { expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { sessionCookieName, sessionOfCookies } from "./session.ts";
import { dueOfCookies, namesOf } from "./two-factor-due.ts";

test("a page knows who has to set up two-factor sign-in before the workspace opens", async () => {
  const { workspaceId, userId, email } = await createTestWorkspace();
  const other = await createTestWorkspace();
  const require = (twoFactorRequiredAt: Date | null) =>
    database().workspaceSettings.update({ where: { workspaceId }, data: { twoFactorRequiredAt } });
  const { token, sessionId } = await signInTestUser(userId);
  const cookies = new Headers({ cookie: `${sessionCookieName()}=${token}` });

  expect(await Promise.all([sessionOfCookies(cookies), dueOfCookies(cookies, workspaceId)])).toEqual([
    { userId, sessionId },
    null,
  ]);
  await require(new Date(Date.now() - 1_000));
  expect(await dueOfCookies(cookies, workspaceId)).toEqual({ userId, sessionId });
  expect(await namesOf({ userId, sessionId }, workspaceId)).toEqual({ email, workspace: "Test" });
  // Neither where it is not asked, nor where they have no seat, nor of a number that names no workspace.
  for (const elsewhere of [other.workspaceId, 9_999_999_999]) expect(await dueOfCookies(cookies, elsewhere)).toBeNull();
  // Who was signed in before goes on.
  await require(new Date(Date.now() + 60_000));
  expect(await dueOfCookies(cookies, workspaceId)).toBeNull();
  expect(await dueOfCookies(new Headers(), workspaceId)).toBeNull();
});
