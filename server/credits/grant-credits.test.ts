import { describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { testCtx } from "../testing/factories.ts";
import { createWorkspace } from "../workspaces/create-workspace.ts";
import { grantCredits } from "./add-credits.ts";

async function gatewayWorkspace(credits: number): Promise<number> {
  const email = `owner-${crypto.randomUUID()}@example.com`;
  const input = { name: "Gateway", plan: "GATEWAY" as const, email, password: "long enough to pass", credits };
  return (await createWorkspace(database(), input)).workspaceId;
}

describe("grantCredits", () => {
  test("adds to the balance and to the ledger, whatever runs at the same time", async () => {
    const workspaceId = await gatewayWorkspace(10);
    await Promise.all(Array.from({ length: 8 }, () => grantCredits(testCtx(workspaceId), { credits: 5 })));
    const account = await database().creditAccount.findUniqueOrThrow({ where: { workspaceId } });
    const ledger = await database().creditEntry.aggregate({
      where: { workspaceId },
      _sum: { delta: true },
      _count: true,
    });
    expect([account.balance, ledger._sum.delta, ledger._count]).toEqual([50, 50, 9]);
  });

  test("answers with the new balance", async () => {
    const workspaceId = await gatewayWorkspace(0);
    expect(await grantCredits(testCtx(workspaceId), { credits: 25 })).toEqual({ workspaceId, balance: 25 });
  });

  test.each([0, -5, 1.5, 2_000_000_000])("refuses %d credits and writes nothing", async (credits) => {
    const workspaceId = await gatewayWorkspace(1);
    await expect(grantCredits(testCtx(workspaceId), { credits })).rejects.toMatchObject({ code: "BAD_INPUT" });
    expect(await database().creditEntry.count({ where: { workspaceId } })).toBe(1);
  });

  test("knows no workspace that is not there", async () => {
    await expect(grantCredits(testCtx(987_654), { credits: 1 })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("is for the service itself, not for keys", async () => {
    const workspaceId = await gatewayWorkspace(0);
    const key = testCtx(workspaceId, { kind: "workspaceKey", keyId: crypto.randomUUID(), label: "key" });
    await expect(grantCredits(key, { credits: 1 })).rejects.toMatchObject({ code: "FORBIDDEN_ROLE" });
  });
});
