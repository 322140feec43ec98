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
  // Null where two-factor sign-in is not required, where the user has no seat, and for a number that cannot be a workspace id.
  for (const elsewhere of [other.workspaceId, 9_999_999_999]) expect(await dueOfCookies(cookies, elsewhere)).toBeNull();
  // Earlier sessions continue.
  await require(new Date(Date.now() + 60_000));
  expect(await dueOfCookies(cookies, workspaceId)).toBeNull();
  expect(await dueOfCookies(new Headers(), workspaceId)).toBeNull();
});
