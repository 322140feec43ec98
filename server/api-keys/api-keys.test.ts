import { beforeAll, describe, expect, test } from "vitest";
import { hashSecret } from "../auth/key-format.ts";
import { database } from "../db.ts";
import { api } from "../testing/api.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace } from "../testing/factories.ts";

const KEY = "workspaceId id label key createdAt agentId";
const GEN = `mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { ${KEY} } }`;
const LIST = `query ($input: ApiKeysInput!) { apiKeys(input: $input) { nodes { ${KEY} } } }`;
const DELETE = `mutation ($input: ApiKeyDeleteInput!) { deleteApiKey(input: $input) { ${KEY} } }`;
const CREATE_AGENT = `mutation ($input: AgentCreateWithApiKeyInput!) { createAgentWithApiKey(input: $input) {
  agent { id workspaceId userId name surname email createdAt openConversations } apiKey { ${KEY} } } }`;
const VIEWER = "query ($input: ViewerInput!) { viewer(input: $input) { agentId } }";

type Key = { workspaceId: number; id: string; label: string; key: string; createdAt: string; agentId: string | null };
type Made = {
  agent: { id: string; workspaceId: number; userId: string; name: string; surname: string | null; email: string };
  apiKey: Key;
};

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let other: typeof workspace;
let agent: Awaited<ReturnType<typeof createTestAgentKey>>;

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  agent = await createTestAgentKey(workspace.workspaceId);
});

describe("genApiKey", () => {
  test("answers the secret once; it works, and only its hash is stored", async () => {
    const made = await workspace.api.ok<Key>(GEN, { label: "Shop backend" });
    expect(made).toMatchObject({ workspaceId: workspace.workspaceId, label: "Shop backend", agentId: null });
    expect(made.key).toMatch(/^svck_[0-9A-Za-z]{36}$/);
    expect(new Date(made.createdAt).toISOString()).toBe(made.createdAt);
    expect(await api({ key: made.key }, workspace.workspaceId).ok(VIEWER)).toEqual({ agentId: null });
    const row = await database().apiKey.findFirstOrThrow({ where: { id: made.id } });
    expect(Buffer.from(row.keyHash)).toEqual(Buffer.from(hashSecret(made.key)));
    expect(JSON.stringify(await database().auditEntry.findMany({ where: { targetId: made.id } }))).not.toContain(
      made.key,
    );
  });

  test("links to an agent of the workspace: the key acts as that agent", async () => {
    const made = await workspace.api.ok<Key>(GEN, { label: "Ana's", agentId: agent.agentId });
    expect(made.agentId).toBe(agent.agentId);
    expect(await api({ key: made.key }, workspace.workspaceId).ok(VIEWER)).toEqual({ agentId: agent.agentId });
  });

  test("Target agent does not exist: missing, of another workspace, deleted, no id at all", async () => {
    const foreign = await createTestAgentKey(other.workspaceId);
    const gone = await createTestAgentKey(workspace.workspaceId);
    await database().agent.updateMany({ where: { id: gone.agentId }, data: { deletedAt: new Date() } });
    for (const agentId of ["018f0000-0000-7000-8000-000000000000", foreign.agentId, gone.agentId, "nobody"]) {
      expect(await workspace.api.refusal(GEN, { label: "x", agentId })).toEqual({
        code: "NOT_FOUND",
        message: "Target agent does not exist",
        paths: [],
      });
    }
  });

  test("is refused to agent-linked keys and to roles below admin, whatever the input", async () => {
    for (const role of ["AGENT_PLUS", "AGENT"] as const) {
      const member = await createTestMember(workspace.workspaceId, role);
      expect((await member.api.refusal(GEN, { label: "x" })).message).toBe(
        "You do not have permission to access this resource with your current role assignment",
      );
    }
    expect(await agent.api.refusal(GEN, {})).toEqual({
      code: "FORBIDDEN_ROLE",
      message: "You do not have permission to access this resource with your current role assignment",
      paths: [],
    });
    const admin = await createTestMember(workspace.workspaceId, "ADMIN");
    expect((await admin.api.ok<Key>(GEN, { label: "By an admin" })).label).toBe("By an admin");
  });

  test("needs a label that says something", async () => {
    expect(await workspace.api.refusal(GEN, { label: "  " })).toEqual({
      code: "BAD_INPUT",
      message: "label must not be empty",
      paths: ["input.label"],
    });
    expect((await workspace.api.refusal(GEN, {})).code).toBe("BAD_INPUT");
  });
});

describe("apiKeys", () => {
  test("lists masked keys, newest first, by part of the label in any case, and none of another workspace", async () => {
    const { workspaceId, api: mine } = await createTestWorkspace();
    const made = await mine.ok<Key>(GEN, { label: "100% Sure_Key" });
    await mine.ok(GEN, { label: "100 sure keys" });
    const all = await mine.ok<{ nodes: Key[] }>(LIST);
    expect(all.nodes.map(({ label }) => label)).toEqual(["100 sure keys", "100% Sure_Key", "First key"]);
    expect(all.nodes.every((key) => key.workspaceId === workspaceId && /^svck_…[0-9A-Za-z]{4}$/.test(key.key))).toBe(
      true,
    );
    expect(all.nodes.find(({ id }) => id === made.id)?.key).toBe(`svck_…${made.key.slice(-4)}`);
    expect((await mine.ok<{ nodes: Key[] }>(LIST, { label: "0% sure_" })).nodes.map(({ id }) => id)).toEqual([made.id]);
  });

  test("is refused to agent-linked keys", async () => {
    expect((await agent.api.refusal(LIST)).code).toBe("FORBIDDEN_ROLE");
  });
});

describe("deleteApiKey", () => {
  test("answers the masked record; a second time it is not there", async () => {
    const made = await workspace.api.ok<Key>(GEN, { label: "To go" });
    expect(await workspace.api.ok<Key>(DELETE, { id: made.id })).toEqual({
      ...made,
      key: `svck_…${made.key.slice(-4)}`,
    });
    expect(await workspace.api.refusal(DELETE, { id: made.id })).toEqual({
      code: "NOT_FOUND",
      message: "API key not found",
      paths: [],
    });
    expect((await workspace.api.ok<{ nodes: Key[] }>(LIST, { label: "To go" })).nodes).toEqual([]);
  });

  test("a foreign key and one that never was are answered alike", async () => {
    const foreign = await database().apiKey.findFirstOrThrow({ where: { workspaceId: other.workspaceId } });
    const missing = await workspace.api.refusal(DELETE, { id: "018f0000-0000-7000-8000-000000000000" });
    expect(await workspace.api.refusal(DELETE, { id: foreign.id })).toEqual(missing);
    expect(await workspace.api.refusal(DELETE, { id: "not-an-id" })).toEqual(missing);
    expect((await database().apiKey.findFirstOrThrow({ where: { id: foreign.id } })).deletedAt).toBeNull();
  });
});

describe("createAgentWithApiKey", () => {
  test("with a name alone: placeholder user, empty e-mail, the contract's label; the key is the agent's", async () => {
    const { agent: made, apiKey } = await workspace.api.ok<Made>(CREATE_AGENT, { name: "Bot" });
    expect(made).toMatchObject({
      workspaceId: workspace.workspaceId,
      name: "Bot",
      surname: null,
      email: "",
      openConversations: 0,
    });
    expect(made.userId).toMatch(/^api-agent:[0-9a-f-]{36}$/);
    expect(apiKey).toMatchObject({ label: "API key · Bot", agentId: made.id });
    const asAgent = api({ key: apiKey.key }, workspace.workspaceId);
    expect(await asAgent.ok(VIEWER)).toEqual({ agentId: made.id });
    expect((await asAgent.refusal(GEN, { label: "x" })).code).toBe("FORBIDDEN_ROLE");
  });

  test("the label takes the surname, or is the caller's", async () => {
    const one = await workspace.api.ok<Made>(CREATE_AGENT, { name: "Ana", surname: "Lopez" });
    expect(one.apiKey.label).toBe("API key · Ana Lopez");
    const two = await workspace.api.ok<Made>(CREATE_AGENT, {
      name: "Ana",
      surname: "Lopez",
      apiKeyLabel: "Night shift",
    });
    expect(two.apiKey.label).toBe("Night shift");
  });

  test("the e-mail of a member without an agent makes the agent theirs; with one it is a conflict", async () => {
    const { userId, agentId, email } = await createTestMember(workspace.workspaceId, "AGENT");
    expect((await workspace.api.refusal(CREATE_AGENT, { name: "Mia", email })).code).toBe("CONFLICT");
    await database().agent.delete({ where: { workspaceId_id: { workspaceId: workspace.workspaceId, id: agentId } } });
    const made = await workspace.api.ok<Made>(CREATE_AGENT, { name: "Mia", email: email.toUpperCase() });
    expect(made.agent).toMatchObject({ userId, email });
  });

  test("somebody else's user is a conflict, and nothing is left behind", async () => {
    const keysBefore = await database().apiKey.count({ where: { workspaceId: workspace.workspaceId } });
    expect(await workspace.api.refusal(CREATE_AGENT, { name: "Twin", userId: workspace.userId.toUpperCase() })).toEqual(
      {
        code: "CONFLICT",
        message: "This user has an agent in this workspace already",
        paths: [],
      },
    );
    expect(await database().apiKey.count({ where: { workspaceId: workspace.workspaceId } })).toBe(keysBefore);
  });

  test("is refused to agent-linked keys, and a wrong e-mail to everyone", async () => {
    expect((await agent.api.refusal(CREATE_AGENT, { name: "x" })).code).toBe("FORBIDDEN_ROLE");
    expect(await workspace.api.refusal(CREATE_AGENT, { name: "x", email: "no mail" })).toEqual({
      code: "BAD_INPUT",
      message: "email must be an e-mail address",
      paths: ["input.email"],
    });
  });
});
