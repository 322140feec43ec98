import { expect, test } from "vitest";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";

const LIST = `query ($input: AuditEntriesInput!) { auditEntries(input: $input) {
  nodes { action actorKind actorName targetId before after createdAt } pageInfo { count } } }`;
const ROLE = `mutation ($input: UserRoleAssignInput!) { assignUserRole(input: $input) }`;
const KEY = `mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id key } }`;
type Entries = {
  nodes: { action: string; actorKind: string; actorName: string; targetId: string; before: unknown; after: unknown }[];
  pageInfo: { count: number };
};

test("every change of a role or key stands in the record with who, before and after, and never a secret", async () => {
  const { workspaceId, api: key } = await createTestWorkspace();
  const admin = await createTestMember(workspaceId, "ADMIN");
  const agent = await createTestMember(workspaceId, "AGENT");
  const from = new Date().toISOString();
  await admin.api.ok(ROLE, { userId: agent.userId, role: "AGENT_PLUS" });
  const made = await key.ok<{ id: string; key: string }>(KEY, { label: "CRM" });

  const all = await admin.api.ok<Entries>(LIST, { startDate: from });
  expect(all.nodes).toMatchObject([
    { action: "genApiKey", actorKind: "workspaceKey", targetId: made.id, before: null, after: { label: "CRM" } },
    {
      action: "assignUserRole",
      actorKind: "user",
      actorName: "Mia ADMIN",
      targetId: agent.userId,
      before: { role: "AGENT" },
      after: { role: "AGENT_PLUS" },
    },
  ]);
  expect(JSON.stringify(all)).not.toContain(made.key);

  const count = async (input: object) =>
    (await admin.api.ok<Entries>(LIST, { startDate: from, ...input })).pageInfo.count;
  expect(await count({})).toBe(2);
  expect(await count({ actions: ["assignUserRole"] })).toBe(1);
  expect(await count({ actorId: admin.userId })).toBe(1);
  expect(await count({ targetId: made.id })).toBe(1);
  expect(await count({ endDate: from })).toBe(0);
  expect(await agent.api.refusal(LIST)).toMatchObject({ code: "FORBIDDEN_ROLE" });
  const tooMany = Array.from({ length: 51 }, (_, at) => `action${at}`);
  expect(await admin.api.refusal(LIST, { actions: tooMany })).toMatchObject({
    code: "BAD_INPUT",
    paths: ["input.actions"],
  });
});
