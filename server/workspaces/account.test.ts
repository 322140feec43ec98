import { describe, expect, test } from "vitest";
import { hashPassword } from "../auth/passwords.ts";
import { database } from "../db.ts";
import { api } from "../testing/api.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";

const SESSIONS = `query ($input: SessionsInput!) { sessions(input: $input) { nodes { id isCurrent userAgent } } }`;
const REVOKE = `mutation ($input: SessionsRevokeInput!) { revokeSessions(input: $input) { nodes { id isCurrent } } }`;
const PASSWORD = `mutation ($input: PasswordChangeInput!) { changePassword(input: $input) { nodes { id isCurrent } } }`;
type Sessions = { nodes: { id: string; isCurrent: boolean }[] };

const OLD = "the old password";
const NEW = "the new password";

async function memberWithPassword() {
  const { workspaceId } = await createTestWorkspace();
  const member = await createTestMember(workspaceId, "AGENT");
  const passwordHash = await hashPassword(OLD);
  await database().user.update({ where: { id: member.userId }, data: { passwordHash } });
  const elsewhere = await signInTestUser(member.userId);
  return { ...member, workspaceId, elsewhere, other: api({ token: elsewhere.token }, workspaceId) };
}

describe("sign-ins", () => {
  test("are listed with the one that asks marked, and end one by one or all but that one", async () => {
    const { api: own, other, elsewhere, userId, workspaceId } = await memberWithPassword();
    const third = await signInTestUser(userId);
    const listed = await own.ok<Sessions>(SESSIONS);
    expect(listed.nodes).toHaveLength(3);
    expect(listed.nodes.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);

    await own.ok(REVOKE, { id: third.sessionId });
    expect((await other.ok<Sessions>(SESSIONS)).nodes).toHaveLength(2);
    expect(await own.refusal(REVOKE, { id: third.sessionId })).toMatchObject({ code: "NOT_FOUND" });
    const left = await own.ok<Sessions>(REVOKE);
    expect(left.nodes.map(({ id }) => id)).not.toContain(elsewhere.sessionId);
    await expectSignedOut(elsewhere.token, workspaceId);
  });

  test("of another person cannot be ended, and keys have none", async () => {
    const { workspaceId, api: key } = await createTestWorkspace();
    const victim = await createTestMember(workspaceId, "AGENT");
    const agentKey = await createTestAgentKey(workspaceId);
    const owner = await createTestMember(workspaceId, "ADMIN");
    const { nodes } = await victim.api.ok<Sessions>(SESSIONS);
    const id = nodes[0]?.id;
    expect(await owner.api.refusal(REVOKE, { id })).toMatchObject({ code: "NOT_FOUND" });
    expect((await victim.api.ok<Sessions>(SESSIONS)).nodes).toHaveLength(1);
    for (const caller of [key, agentKey.api])
      expect(await caller.refusal(SESSIONS)).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("changePassword", () => {
  test("asks for the current one, and ends every other sign-in", async () => {
    const { api: own, elsewhere, workspaceId, userId } = await memberWithPassword();
    const before = await database().user.findUniqueOrThrow({ where: { id: userId } });
    const refused = [
      [{ currentPassword: "wrong", newPassword: NEW }, "input.currentPassword"],
      [{ newPassword: NEW }, "input.currentPassword"],
      [{ currentPassword: OLD, newPassword: "short" }, "input.newPassword"],
    ] as const;
    for (const [input, path] of refused)
      expect(await own.refusal(PASSWORD, input)).toMatchObject({ code: "BAD_INPUT", paths: [path] });
    expect(await database().user.findUniqueOrThrow({ where: { id: userId } })).toEqual(before);

    const left = await own.ok<Sessions>(PASSWORD, { currentPassword: OLD, newPassword: NEW });
    expect(left.nodes).toEqual([{ id: expect.any(String) as string, isCurrent: true }]);
    await expectSignedOut(elsewhere.token, workspaceId);
    expect(await own.refusal(PASSWORD, { currentPassword: OLD, newPassword: NEW })).toMatchObject({
      code: "BAD_INPUT",
    });
  });

  test("guesses are limited like those of the sign-in, even for the right password", async () => {
    const { api: own } = await memberWithPassword();
    for (let guess = 0; guess < 10; guess++)
      await own.refusal(PASSWORD, { currentPassword: `${guess}`, newPassword: NEW });
    const answer = await own.refusal(PASSWORD, { currentPassword: OLD, newPassword: NEW });
    expect(answer.code).toBe("RATE_LIMITED");
  });

  test("a first password needs a sign-in of the last quarter of an hour", async () => {
    const { workspaceId } = await createTestWorkspace();
    const { userId, api: own } = await createTestMember(workspaceId, "AGENT");
    await database().session.updateMany({ where: { userId }, data: { createdAt: new Date(Date.now() - 16 * 60_000) } });
    expect(await own.refusal(PASSWORD, { newPassword: NEW })).toMatchObject({ code: "FORBIDDEN_ROLE" });
    const { token } = await signInTestUser(userId);
    await api({ token }, workspaceId).ok(PASSWORD, { newPassword: NEW });
  });
});

/** A key or session is cached for 0.9 s (docs/decisions/040-credentials-and-limits-in-processes.md). */
async function expectSignedOut(token: string, workspaceId: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await api({ token }, workspaceId)
            .refusal(SESSIONS)
            .catch(() => null)
        )?.code,
      { timeout: 5_000 },
    )
    .toBe("INVALID_TOKEN");
}
