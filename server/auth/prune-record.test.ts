import { expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { audit } from "./audit.ts";
import { pruneAudit, pruneSessions } from "./prune.ts";

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

test("what the record says goes by age where the operator says so, and by nothing else", async () => {
  const { workspaceId } = await createTestWorkspace();
  const old = { workspaceId, actorKind: "system", actorId: "SYSTEM", createdAt: ago(100) };
  await database().auditEntry.createMany({
    data: [
      { ...old, action: "old-1" },
      { ...old, action: "old-2" },
    ],
  });
  await inTransaction(testCtx(workspaceId), (tx) => audit(tx, "young", null));
  const actions = async () => {
    const rows = await database().auditEntry.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } });
    return rows.map(({ action }) => action).filter((action) => ["old-1", "old-2", "young"].includes(action));
  };
  expect(await pruneAudit(0)).toBe(0);
  expect(await actions()).toContain("old-1");
  expect(await pruneAudit(90)).toBe(2);
  expect(await actions()).toEqual(["young"]);
  await expect(database().auditEntry.deleteMany({ where: { workspaceId } })).rejects.toThrow("only added to");
  await expect(
    database().$transaction(async (db) => {
      await db.$executeRaw`select set_config('app.audit_retention', 'on', true)`;
      await db.auditEntry.updateMany({ where: { workspaceId }, data: { action: "another" } });
    }),
  ).rejects.toThrow("only added to");
});

test("sign-ins go a month after they ended", async () => {
  const { workspaceId } = await createTestWorkspace();
  const { userId } = await createTestMember(workspaceId, "AGENT");
  await database().session.create({ data: { userId, expiresAt: ago(31) } });
  await database().session.create({ data: { userId, expiresAt: ago(29) } });
  const before = await database().session.count({ where: { userId } });
  expect(await pruneSessions()).toBe(1);
  expect(await database().session.count({ where: { userId } })).toBe(before - 1);
});
