import { beforeAll, describe, expect, test, vi } from "vitest";
import { database, pool } from "../db.ts";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { authenticate, ctxFor } from "./authenticate.ts";
import { sessionAt, sessionOfToken } from "./session.ts";

let workspaceId: number;
let member: Awaited<ReturnType<typeof createTestMember>>;

beforeAll(async () => {
  ({ workspaceId } = await createTestWorkspace());
  member = await createTestMember(workspaceId, "AGENT_PLUS");
  // This notes the session as used.
  await sessionOfToken(member.token);
});

async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pool(), "query");
  try {
    await act();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

const caller = (token: string) => ({ get: (name: string) => (name === "authorization" ? `Bearer ${token}` : null) });

describe("a signed-in person's request", () => {
  test("asks for session, seat, workspace and agent in one statement", async () => {
    const { agentId, userId } = member;
    const ask = async () => ctxFor(await authenticate(caller(member.token), { workspaceId }), workspaceId);
    expect((await ask()).actor).toMatchObject({ kind: "user", userId, agentId, role: "AGENT_PLUS" });
    expect(await statementsOf(ask)).toBe(1);
  });

  test("of one moment and another's are asked together", async () => {
    const other = await createTestMember(workspaceId, "AGENT");
    await sessionOfToken(other.token);
    const places = [
      [member.token, workspaceId],
      [other.token, workspaceId],
      [member.token, 999_999_999],
      ["no token", workspaceId],
    ] as const;
    const found: unknown[] = [];
    const ask = async () => found.push(...(await Promise.all(places.map(([token, asked]) => sessionAt(token, asked)))));
    expect(await statementsOf(ask)).toBe(1);
    expect(found).toMatchObject([
      { userId: member.userId, seat: { role: "AGENT_PLUS", agentId: member.agentId, plan: "PREMIUM" } },
      { userId: other.userId, seat: { role: "AGENT" } },
      { userId: member.userId, seat: null },
      null,
    ]);
  });

  test("ends at once with the sign-out, the seat and the workspace", async () => {
    const { workspaceId: doomed } = await createTestWorkspace();
    const { token, userId, agentId } = await createTestMember(doomed, "ADMIN");
    const seat = async () => (await sessionAt(token, doomed))?.seat;
    expect(await seat()).toMatchObject({ role: "ADMIN", agentId });
    const where = { workspaceId_userId: { workspaceId: doomed, userId } };
    await database().membership.update({ where, data: { role: "AGENT" } });
    expect(await seat()).toMatchObject({ role: "AGENT" });
    await database().agent.updateMany({ where: { id: agentId }, data: { deletedAt: new Date() } });
    expect(await seat()).toMatchObject({ role: "AGENT", agentId: null });
    await database().workspace.update({ where: { id: doomed }, data: { deletedAt: new Date() } });
    expect(await seat()).toBeNull();
    await database().session.updateMany({ where: { userId }, data: { revokedAt: new Date() } });
    expect(await sessionAt(token, doomed)).toBeNull();
  });

  test("waits for nobody who notes the same sign of life", async () => {
    const { token, userId } = await createTestMember(workspaceId, "AGENT");
    const lastSeenAt = new Date(Date.now() - 5 * 60_000);
    await database().session.updateMany({ where: { userId }, data: { lastSeenAt } });
    const other = await pool().connect();
    try {
      await other.query("begin");
      await other.query(`select from "Session" where "userId" = $1 for no key update`, [userId]);
      expect(await sessionOfToken(token)).toMatchObject({ userId });
    } finally {
      await other.query("rollback");
      other.release();
    }
    expect(await sessionOfToken(token)).toMatchObject({ userId });
    const noted = await database().session.findFirstOrThrow({ where: { userId } });
    expect(noted.lastSeenAt.getTime()).toBeGreaterThan(lastSeenAt.getTime());
  });

  test("with a token that has run out is nobody's, though it was read before", async () => {
    expect(await sessionOfToken(member.token)).not.toBeNull();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * 86_400_000 });
    try {
      expect(await sessionOfToken(member.token)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});
