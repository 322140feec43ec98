import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { noteAgentSeen } from "./note-agent-seen.ts";

const AGENT = "id userId name surname email isOnline isAvailable openConversations";
const LIST = `query ($input: AgentsInput!) { agents(input: $input) { nodes { ${AGENT} } pageInfo { hasNextPage endCursor count } } }`;
const CREATE = `mutation ($input: AgentCreateInput!) { createAgent(input: $input) { ${AGENT} } }`;
const PATCH = `mutation ($input: AgentPatchInput!) { patchAgent(input: $input) { ${AGENT} } }`;
const AVAILABLE = `mutation ($input: AvailabilitySetInput!) { setAvailability(input: $input) { agentId isAvailable } }`;

type Agent = {
  id: string;
  userId: string;
  name: string;
  surname: string | null;
  email: string;
  isOnline: boolean;
  isAvailable: boolean;
  openConversations: number;
};
type Agents = { nodes: Agent[]; pageInfo: { hasNextPage: boolean; endCursor: string | null; count: number } };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let other: typeof workspace;
let agent: Awaited<ReturnType<typeof createTestAgentKey>>;

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  agent = await createTestAgentKey(workspace.workspaceId);
});

describe("createAgent", () => {
  test("makes an agent, with names trimmed and the e-mail in lower case", async () => {
    const made = await workspace.api.ok<Agent>(CREATE, {
      userId: "user-1",
      name: " Ana ",
      surname: "Lopez",
      email: "Ana@Example.com",
    });
    expect(made).toMatchObject({
      userId: "user-1",
      name: "Ana",
      surname: "Lopez",
      email: "ana@example.com",
      isOnline: false,
      isAvailable: true,
    });
  });

  test("a second agent of one user is a conflict here, and none in another workspace", async () => {
    const input = { userId: "user-2", name: "Ben", email: "ben@example.com" };
    await workspace.api.ok(CREATE, input);
    expect((await workspace.api.refusal(CREATE, input)).code).toBe("CONFLICT");
    expect((await other.api.ok<Agent>(CREATE, input)).userId).toBe("user-2");
  });

  test("ten at the same time make one", async () => {
    const input = { userId: "user-3", name: "Cem", email: "cem@example.com" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => workspace.api.call(CREATE, input)));
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual(
      Array(9).fill("CONFLICT"),
    );
  });

  test("is refused below admin, and with a field missing", async () => {
    expect(await agent.api.refusal(CREATE, {})).toEqual({
      code: "FORBIDDEN_ROLE",
      message: "You do not have permission to access this resource with your current role assignment",
      paths: [],
    });
    expect((await workspace.api.refusal(CREATE, { userId: "user-4", name: "No mail" })).code).toBe("BAD_INPUT");
    expect((await workspace.api.refusal(CREATE, { userId: "user-4", name: "", email: "a@b.co" })).paths).toEqual([
      "input.name",
    ]);
  });
});

describe("patchAgent", () => {
  test("changes the name; a surname left out stays, null empties it", async () => {
    const { id } = await workspace.api.ok<Agent>(CREATE, {
      userId: "user-5",
      name: "Dora",
      surname: "Maar",
      email: "",
    });
    expect(await workspace.api.ok(PATCH, { id, name: "Theodora" })).toMatchObject({
      name: "Theodora",
      surname: "Maar",
    });
    expect(await workspace.api.ok(PATCH, { id, name: "Theodora", surname: null })).toMatchObject({ surname: null });
  });

  test("a foreign agent is not there, and stays as it is", async () => {
    const refusal = { code: "NOT_FOUND", message: "Agent not found", paths: [] };
    expect(await workspace.api.refusal(PATCH, { id: other.agentId, name: "Mine" })).toEqual(refusal);
    expect(await workspace.api.refusal(PATCH, { id: "018f0000-0000-7000-8000-000000000000", name: "Mine" })).toEqual(
      refusal,
    );
    expect((await agent.api.refusal(PATCH, { id: agent.agentId, name: "Me" })).code).toBe("FORBIDDEN_ROLE");
    expect((await database().agent.findFirstOrThrow({ where: { id: other.agentId } })).name).toBe("Olga");
  });
});

describe("agents", () => {
  test("filters hold together, contain, ignore case and take % and _ as they are", async () => {
    const { api } = await createTestWorkspace();
    for (const [userId, name, surname, email] of [
      ["a", "Anna_1", "Kowalska", "anna@x.com"],
      ["b", "Annab1", "Nowak", "b@x.com"],
      ["c", "Zoe", "Kowal%", "zoe@y.com"],
    ] as const) {
      await api.ok(CREATE, { userId, name, surname, email });
    }
    const names = async (input: Record<string, unknown>) =>
      (await api.ok<Agents>(LIST, input)).nodes.map(({ name }) => name);
    expect(await names({ name: "ANNA" })).toEqual(["Annab1", "Anna_1"]);
    expect(await names({ name: "a_1" })).toEqual(["Anna_1"]);
    expect(await names({ surname: "kowal" })).toEqual(["Zoe", "Anna_1"]);
    expect(await names({ surname: "l%" })).toEqual(["Zoe"]);
    expect(await names({ surname: "kowal", email: "@x.com" })).toEqual(["Anna_1"]);
    expect(await names({ name: "\\" })).toEqual([]);
  });

  test("pages are stable while agents are added, and count is of all that match", async () => {
    const { api, workspaceId } = await createTestWorkspace();
    await database().agent.createMany({
      // The same time for all, so that the id decides the order.
      data: Array.from({ length: 7 }, (_, i) => ({
        workspaceId,
        userId: `u${i}`,
        name: `P${i}`,
        createdAt: new Date("2026-01-01"),
      })),
    });
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 4; page++) {
      const answer: Agents = await api.ok<Agents>(LIST, { name: "P", first: 2, after });
      expect(answer.pageInfo.count).toBe(7 + page);
      seen.push(...answer.nodes.map(({ name }) => name));
      after = answer.pageInfo.endCursor;
      expect(answer.pageInfo.hasNextPage).toBe(page < 3);
      await api.ok(CREATE, { userId: `new${page}`, name: `P-new${page}`, email: "" });
    }
    expect(seen.toSorted()).toEqual(["P0", "P1", "P2", "P3", "P4", "P5", "P6"]);
    for (const input of [{ first: 0 }, { first: 201 }, { after: "nonsense" }]) {
      expect((await api.refusal(LIST, input)).code).toBe("BAD_INPUT");
    }
  });

  test("by conversation: who has it and who wrote in it; an agent cannot look into another agent's", async () => {
    const { api, workspaceId } = await createTestWorkspace();
    const [ana, ben] = [await createTestAgentKey(workspaceId, "Ana"), await createTestAgentKey(workspaceId, "Ben")];
    const client = await createTestClient(workspaceId);
    const { id: integrationId } = await createTestIntegration(workspaceId);
    const conv = await createTestConv(workspaceId, { integrationId, clientId: client.id, assigneeId: ana.agentId });
    const names = async (caller: typeof api) =>
      (await caller.ok<Agents>(LIST, { conversationId: conv.id })).nodes.map(({ name }) => name);
    expect(await names(api)).toEqual(["Ana"]);
    expect(await names(ana.api)).toEqual(["Ana"]);
    expect(await names(ben.api)).toEqual([]);
    await database().message.create({
      data: {
        workspaceId,
        convId: conv.id,
        clientId: client.id,
        integrationId,
        seq: 1,
        content: "Hi",
        type: "note",
        isAgent: true,
        agentId: ben.agentId,
        createdBy: "x",
        status: "sent",
      },
    });
    expect((await names(api)).toSorted()).toEqual(["Ana", "Ben"]);
    expect((await api.ok<Agents>(LIST, { name: "Ana" })).nodes[0]?.openConversations).toBe(1);
    expect((await api.ok<Agents>(LIST, { conversationId: "nothing" })).nodes).toEqual([]);
  });

  test("deleted agents and those of other workspaces are not listed", async () => {
    const mine = await createTestWorkspace();
    await database().agent.updateMany({ where: { id: mine.agentId }, data: { deletedAt: new Date() } });
    expect((await mine.api.ok<Agents>(LIST)).nodes).toEqual([]);
  });
});

describe("presence", () => {
  test("online is a sign of life within a minute, written at most every 20 seconds", async () => {
    const { api, workspaceId, agentId } = await createTestWorkspace();
    const seenAt = async () => (await database().agent.findFirstOrThrow({ where: { id: agentId } })).lastSeenAt;
    const isOnline = async () => (await api.ok<Agents>(LIST)).nodes[0]?.isOnline;
    expect(await isOnline()).toBe(false);
    await noteAgentSeen(workspaceId, agentId);
    expect(await isOnline()).toBe(true);
    const first = await seenAt();
    await noteAgentSeen(workspaceId, agentId);
    expect(await seenAt()).toEqual(first);
    await database().agent.updateMany({ where: { id: agentId }, data: { lastSeenAt: new Date(Date.now() - 61_000) } });
    expect(await isOnline()).toBe(false);
    await noteAgentSeen(workspaceId, agentId);
    expect(await isOnline()).toBe(true);
  });

  test("setAvailability is for the caller's own agent", async () => {
    const member = await createTestMember(workspace.workspaceId, "AGENT");
    expect(await member.api.ok(AVAILABLE, { isAvailable: false })).toEqual({
      agentId: member.agentId,
      isAvailable: false,
    });
    expect((await database().agent.findFirstOrThrow({ where: { id: member.agentId } })).isAvailable).toBe(false);
    expect(await agent.api.ok(AVAILABLE, { isAvailable: true })).toEqual({ agentId: agent.agentId, isAvailable: true });
    expect((await workspace.api.refusal(AVAILABLE, { isAvailable: false })).code).toBe("NOT_FOUND");
  });
});
