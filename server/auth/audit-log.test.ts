import { expect, test } from "vitest";
import { database, pool } from "../db.ts";
import { api } from "../testing/api.ts";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { signIn } from "./sign-in.ts";

const AUDIT = `query ($input: AuditEntriesInput!) { auditEntries(input: $input) {
  nodes { action actorKind actorId targetId refusal address } } }`;
const KEYS = "query ($input: ApiKeysInput!) { apiKeys(input: $input) { nodes { id } } }";
const DELETE_KEY = "mutation ($input: ApiKeyDeleteInput!) { deleteApiKey(input: $input) { id } }";

type Entry = {
  action: string;
  actorKind: string;
  actorId: string;
  targetId: string | null;
  refusal: string;
  address: string;
};

/** The audited refusals, once there are `count` of them. */
async function refusals(reader: ReturnType<typeof api>, count: number): Promise<Entry[]> {
  let found: Entry[] = [];
  await expect
    .poll(
      async () => {
        found = (await reader.ok<{ nodes: Entry[] }>(AUDIT, { refused: true, first: 100 })).nodes;
        return found.length;
      },
      { timeout: 20_000 },
    )
    .toBe(count);
  return found;
}

test("what is refused is recorded with actor, operation, target and address, once a minute, and can be read alone", async () => {
  const { workspaceId, ...workspace } = await createTestWorkspace();
  const other = await createTestWorkspace();
  const agent = await createTestMember(workspaceId, "AGENT");
  const admin = await createTestMember(workspaceId, "ADMIN");
  const from = { "x-forwarded-for": "203.0.113.5" };
  const as = (token: string) => ({ ...from, authorization: `Bearer ${token}` });
  const target = "01890000-0000-7000-8000-000000000000";

  // A role without the permission, three times: one entry.
  for (let i = 0; i < 3; i++) {
    await api(null).post({ query: DELETE_KEY, variables: { input: { workspaceId, id: target } } }, as(agent.token));
  }
  await api(null).post({ query: KEYS, variables: { input: { workspaceId } } }, as(agent.token));
  // A key of this workspace that requests another workspace.
  const foreign = { query: KEYS, variables: { input: { workspaceId: other.workspaceId } } };
  await api(null).post(foreign, { ...from, authorization: workspace.apiKey });
  // A deleted key.
  const made = await admin.api.ok<{ id: string; key: string }>(
    "mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id key } }",
    { label: "Old" },
  );
  await admin.api.ok(DELETE_KEY, { id: made.id });
  await api(null).post({ query: KEYS, variables: { input: { workspaceId } } }, { ...from, authorization: made.key });
  // A wrong password.
  await signIn({ email: workspace.email, password: "not this one", address: "203.0.113.6" });

  const entries = await refusals(admin.api, 5);
  const byAction = new Map(entries.map((entry) => [`${entry.action} ${entry.refusal}`, entry]));
  const address = "203.0.113.5";
  expect(byAction.get("deleteApiKey FORBIDDEN_ROLE")).toMatchObject({
    actorKind: "user",
    actorId: agent.userId,
    targetId: target,
    address,
  });
  expect(byAction.get("apiKeys FORBIDDEN_ROLE")).toMatchObject({ actorId: agent.userId, targetId: null, address });
  expect(byAction.get("apiKeys FORBIDDEN_WORKSPACE")).toMatchObject({ actorKind: "workspaceKey", address });
  expect(byAction.get("useApiKey UNAUTHENTICATED")).toMatchObject({
    actorKind: "workspaceKey",
    actorId: made.id,
    address,
  });
  expect(byAction.get("signIn UNAUTHENTICATED")).toMatchObject({ actorKind: "user", address: "203.0.113.6" });
  const done = await admin.api.ok<{ nodes: Entry[] }>(AUDIT, { refused: false, targetId: made.id });
  expect(done.nodes.map(({ action }) => action)).toEqual(["deleteApiKey", "genApiKey"]);
  expect(await database().auditEntry.count({ where: { workspaceId: other.workspaceId, refusal: { not: null } } })).toBe(
    0,
  );
});

test("who is refused a thousand times leaves sixty lines a minute at most", async () => {
  const { workspaceId } = await createTestWorkspace();
  const agent = await createTestMember(workspaceId, "AGENT");
  const before = await database().auditEntry.count({ where: { workspaceId } });
  const began = performance.now();
  for (let i = 0; i < 200; i += 1) {
    const query = DELETE_KEY.replace("deleteApiKey(", `alias${i}: deleteApiKey(`);
    await api(null).post(
      { query, variables: { input: { workspaceId, id: "x" } } },
      { authorization: `Bearer ${agent.token}`, "x-forwarded-for": `203.0.113.${i}` },
    );
  }
  const written = async () => (await database().auditEntry.count({ where: { workspaceId } })) - before;
  await expect.poll(written, { timeout: 20_000 }).toBeGreaterThanOrEqual(60);
  expect(await written()).toBeLessThanOrEqual(60 + Math.ceil((performance.now() - began) / 1_000));
});

test("the record is only added to: the database refuses to change, delete or empty it, but to the retention", async () => {
  const { workspaceId } = await createTestWorkspace();
  await signIn({ email: (await database().user.findFirstOrThrow()).email, password: "wrong password", address: "-" });
  const { rowCount } = await pool().query(
    `insert into "AuditEntry" ("workspaceId", id, "actorKind", "actorId", action) values ($1, gen_random_uuid(), 'system', 'SYSTEM', 'x')`,
    [workspaceId],
  );
  expect(rowCount).toBe(1);
  const refused = "the audit record is only added to";
  await expect(pool().query(`update "AuditEntry" set action = 'y'`)).rejects.toThrow(refused);
  await expect(pool().query(`delete from "AuditEntry"`)).rejects.toThrow(refused);
  await expect(pool().query(`truncate "AuditEntry"`)).rejects.toThrow(refused);
  const client = await pool().connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.audit_retention', 'on', true)");
    await expect(
      client.query(`delete from "AuditEntry" where "workspaceId" = $1`, [workspaceId]),
    ).resolves.toMatchObject({ rowCount: 1 });
    await client.query("commit");
    await expect(client.query(`delete from "AuditEntry"`)).rejects.toThrow(refused);
  } finally {
    client.release();
  }
});
