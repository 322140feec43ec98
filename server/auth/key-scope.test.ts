import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { coreSchema } from "../graphql/schema.ts";
import { api } from "../testing/api.ts";
import { UUID, wholeAnswers, type Json } from "../testing/contract/whole-answers.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestAgentKey, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { SPAN } from "../testing/span.ts";

// contract.md, "Workspace key against agent-linked key": every cell. A hundred conversations: the key's agent's, another agent's, and
// unassigned ones. server/mcp/reach.test.ts checks the same for the model-context tools.
type Conv = { convId: string; messageId: string; clientId: string };
type Owner = "mine" | "theirs" | "nobody's";

const REJECTED = {
  code: "FORBIDDEN_ROLE",
  message: "You do not have permission to access this resource with your current role assignment",
};
const NOT_FOUND = { code: "NOT_FOUND" };

let workspace: ReturnType<typeof wholeAnswers>, agent: ReturnType<typeof wholeAnswers>;
let workspaceId: number, integrationId: string, agentId: string, otherAgentId: string;
let ownerId: string;
const convs: Record<Owner, Conv[]> = { mine: [], theirs: [], "nobody's": [] };

beforeAll(async () => {
  const made = await createTestWorkspace();
  ({ workspaceId, userId: ownerId } = made);
  workspace = wholeAnswers(coreSchema, made.api);
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  const key = await createTestAgentKey(workspaceId, "Ana");
  ({ agentId } = key);
  agent = wholeAnswers(coreSchema, key.api);
  ({ agentId: otherAgentId } = await createTestAgentKey(workspaceId, "Bo"));
  for (let index = 0; index < 100; index++) {
    const owner = (["mine", "theirs", "nobody's"] as const)[index % 3] ?? "mine";
    const { conversationId, messageId, clientId } = await customerSystem(integrationId).text(
      `sender-${index}`,
      `secret of ${owner} ${index}`,
      { clientInfo: { name: `Client ${index}`, phone: `+4860010${1000 + index}`, email: `c${index}@example.com` } },
    );
    const assigneeId = { mine: agentId, theirs: otherAgentId, "nobody's": null }[owner];
    const where = { workspaceId_id: { workspaceId, id: conversationId } };
    await database().conversation.update({ where, data: { assigneeId } });
    convs[owner].push({ convId: conversationId, messageId, clientId });
  }
});

/** A conversation that no test has changed yet. */
function take(owner: Owner): Conv {
  const conv = convs[owner].pop();
  if (!conv) throw new Error(`no conversation left that is ${owner}`);
  return conv;
}
const idsOf = (...owners: Owner[]) => owners.flatMap((owner) => convs[owner].map(({ convId }) => convId)).sort();
const listed = async (caller: typeof agent, name: string, key: string, input: Json = {}) =>
  (await caller.call<{ nodes: Record<string, string>[] }>(name, { first: 200, ...input })).nodes
    .map((node) => node[key] ?? "")
    .sort();

describe("Caller identity", () => {
  test("workspace key: the key's label", async () => {
    const { convId } = take("nobody's");
    const label = "Warehouse bridge";
    const { key } = await workspace.call<{ key: string }>("genApiKey", { label });

    const bridge = wholeAnswers(coreSchema, api({ key }, workspaceId));
    const sent = await bridge.call("addMessage", { integrationId, convId, type: "text", content: "On its way" });
    expect(sent).toMatchObject({ senderName: label, agentId: null, isAgent: true });
    expect(await bridge.call("viewer")).toMatchObject({ name: label, userId: null, agentId: null });
  });

  test("agent-linked key: the linked agent", async () => {
    const { convId } = take("mine");
    const sent = await agent.call("addMessage", { integrationId, convId, type: "text", content: "On its way" });
    expect(sent).toMatchObject({ senderName: "Ana", agentId, isAgent: true });
    expect(await agent.call("viewer")).toMatchObject({ agentId });
  });
});

describe("convs, conv, messages, convLastMessage, openConversationsNeedResponseCount", () => {
  const secretsIn = (answer: unknown) => JSON.stringify(answer).match(/secret of \S+/g) ?? [];

  test("workspace key: all conversations", async () => {
    expect(await listed(workspace, "convs", "id")).toEqual(expect.arrayContaining(idsOf("mine", "theirs", "nobody's")));
    expect(await workspace.call("openConversationsNeedResponseCount")).toBe(
      await database().conversation.count({ where: { workspaceId, needsResponse: true } }),
    );
    for (const [conv] of Object.values(convs)) {
      expect(await workspace.call("conv", { id: conv?.convId })).toMatchObject({ id: conv?.convId });
      expect(await workspace.call("convLastMessage", { convId: conv?.convId })).toMatchObject({
        messageId: conv?.messageId,
      });
      expect(await listed(workspace, "messages", "messageId", { convId: conv?.convId })).toEqual([conv?.messageId]);
    }
  });

  test("agent-linked key: the agent's and nobody's", async () => {
    const reachable = await database().conversation.findMany({
      where: { workspaceId, OR: [{ assigneeId: agentId }, { assigneeId: null }] },
    });
    const ids = reachable.map(({ id }) => id).sort();
    expect(ids).toEqual(expect.arrayContaining(idsOf("mine", "nobody's")));
    expect(await listed(agent, "convs", "id")).toEqual(ids);
    expect(await agent.call("convs", { first: 1 })).toMatchObject({ pageInfo: { count: ids.length } });
    expect(new Set(await listed(agent, "messages", "convId"))).toEqual(new Set(ids));
    expect(await agent.call("openConversationsNeedResponseCount")).toBe(
      reachable.filter(({ needsResponse }) => needsResponse).length,
    );
    for (const { convId } of convs.theirs.slice(0, 3)) {
      expect(await agent.refusal("conv", { id: convId })).toMatchObject(NOT_FOUND);
      expect(await agent.refusal("convLastMessage", { convId })).toMatchObject(NOT_FOUND);
    }
    for (const { convId, messageId } of [...convs.mine.slice(0, 3), ...convs["nobody's"].slice(0, 3)]) {
      expect(await agent.call("conv", { id: convId })).toMatchObject({ id: convId });
      expect(await agent.call("convLastMessage", { convId })).toMatchObject({ messageId });
    }
  });

  test("agent-linked key: no filter, list or embedded field tells of another agent's conversation", async () => {
    const { convId, clientId, messageId } = convs.theirs[0] ?? take("theirs");
    const answers = [
      await agent.call("messages", { first: 200 }),
      await agent.call("convs", { first: 200 }),
      await agent.call("convRows", { first: 200 }),
      await agent.call("convRows", { ids: [convId] }),
      await agent.call("convRows", { search: "Client 1" }),
    ];
    expect(answers.flatMap(secretsIn)).not.toContain("secret of theirs");
    expect(answers.flatMap(secretsIn)).toContain("secret of mine");
    for (const filter of [{ convId }, { clientId }, { assigneeId: otherAgentId }])
      expect(await agent.call("messages", filter)).toMatchObject({ nodes: [], pageInfo: { count: 0 } });
    for (const filter of [{ clientId }, { assigneeId: otherAgentId }])
      expect(await agent.call("convs", filter)).toMatchObject({ nodes: [], pageInfo: { count: 0 } });
    for (const name of ["clients", "agents"])
      expect(await agent.call(name, { conversationId: convId })).toMatchObject({ nodes: [], pageInfo: { count: 0 } });
    expect(await agent.refusal("messageAttempts", { messageId })).toMatchObject(NOT_FOUND);
  });
});

describe("Conversation mutations (addMessage, assignConv, endConv, patchConv, tagConv)", () => {
  const MUTATIONS: [string, () => Json][] = [
    ["addMessage", () => ({ type: "text", content: "Hi" })],
    ["assignConv", () => ({ agentId: otherAgentId })],
    ["endConv", () => ({})],
    ["patchConv", () => ({ orderNo: "INV-7" })],
    ["tagConv", () => ({ tags: ["urgent"] })],
  ];

  test.each(MUTATIONS)("workspace key: %s on any conversation", async (name, input) => {
    for (const owner of ["mine", "theirs", "nobody's"] as const)
      expect(await workspace.call(name, { integrationId, convId: take(owner).convId, ...input() })).toBeTruthy();
  });

  test.each(MUTATIONS)("agent-linked key: %s on the agent's and nobody's, on no other", async (name, input) => {
    for (const owner of ["mine", "nobody's"] as const)
      expect(await agent.call(name, { integrationId, convId: take(owner).convId, ...input() })).toBeTruthy();
    const { convId } = take("theirs");
    const before = await database().conversation.findFirst({ where: { workspaceId, id: convId } });
    const refused = await agent.refusal(name, { integrationId, convId, ...input() });
    expect(refused).toMatchObject(NOT_FOUND);
    const never = await agent.refusal(name, { integrationId, convId: crypto.randomUUID(), ...input() });
    expect(refused).toEqual(never);
    expect(await database().conversation.findFirst({ where: { workspaceId, id: convId } })).toEqual(before);
  });

  test("agent-linked key: an answer cannot quote a message of another agent's conversation", async () => {
    const [{ convId }, { messageId }] = [take("mine"), take("theirs")];
    const place = { integrationId, convId, type: "text", content: "As you said" };
    expect(await agent.refusal("addMessage", { ...place, replyToMessageId: messageId })).toMatchObject(NOT_FOUND);
  });

  test("agent-linked key: a conversation that the agent gives away is out of reach at once", async () => {
    const place = { integrationId, convId: take("mine").convId };
    await agent.call("assignConv", { ...place, agentId: otherAgentId });
    expect(await agent.refusal("conv", { id: place.convId })).toMatchObject(NOT_FOUND);
    expect(await agent.refusal("addMessage", { ...place, type: "note", content: "Hm" })).toMatchObject(NOT_FOUND);
  });
});

describe("agentsReport", () => {
  test("workspace key: allowed", async () => {
    expect(await listed(workspace, "agentsReport", "agentId", { ...SPAN, first: undefined })).toContain(agentId);
  });

  test("agent-linked key: rejected, of itself too", async () => {
    expect(await agent.refusal("agentsReport", SPAN)).toMatchObject(REJECTED);
    expect(await agent.refusal("agentsReport", { ...SPAN, agentId })).toMatchObject(REJECTED);
  });
});

describe("genApiKey, createAgent, patchWorkspaceSettings", () => {
  const MANAGING: [string, Json][] = [
    ["genApiKey", { label: "New" }],
    ["createAgent", { userId: "new-user", name: "New", email: "new@example.com" }],
    ["patchWorkspaceSettings", { convTTL: 24 }],
  ];

  test.each(MANAGING)("workspace key: %s is allowed", async (name, input) => {
    expect(await workspace.call(name, input)).toBeTruthy();
  });

  test.each(MANAGING)("agent-linked key: %s is rejected", async (name, input) => {
    expect(await agent.refusal(name, input)).toMatchObject(REJECTED);
  });

  test("agent-linked key: no webhook that would be told of all conversations, and none seen", async () => {
    const input = { label: "All", url: "http://127.0.0.1:9/hook", event: "ANY_EVENT" };
    expect(await agent.refusal("createWebhook", input)).toMatchObject(REJECTED);
    expect(await agent.refusal("webhooks")).toMatchObject(REJECTED);
    expect(await agent.refusal("patchIntegration", { id: integrationId, name: "Mine" })).toMatchObject(REJECTED);
    expect(await database().webhook.count({ where: { workspaceId } })).toBe(0);
  });
});

describe("assignOwner, assignUserRole, deleteWorkspace", () => {
  const OPERATIONS: [string, () => Json][] = [
    ["assignOwner", () => ({ userId: ownerId })],
    ["assignUserRole", () => ({ userId: ownerId, role: "AGENT" })],
    ["deleteWorkspace", () => ({})],
  ];

  test.each(OPERATIONS)("workspace key: %s is rejected", async (name, input) => {
    expect(await workspace.refusal(name, input())).toMatchObject(REJECTED);
    expect(await database().membership.findMany({ where: { workspaceId } })).toMatchObject([{ role: "OWNER" }]);
    expect(await database().workspace.findFirst({ where: { id: workspaceId } })).toMatchObject({ deletedAt: null });
  });

  test.each(OPERATIONS)("agent-linked key: %s is rejected", async (name, input) => {
    expect(await agent.refusal(name, input())).toMatchObject(REJECTED);
  });
});

describe("clients, client", () => {
  const whole = {
    phone: expect.stringMatching(/^\+4860010\d{4}$/),
    email: expect.stringMatching(/^c\d+@example.com$/),
  };

  test.each([
    ["workspace key", () => workspace],
    ["agent-linked key", () => agent],
  ] as const)("%s: allowed, contact details not masked", async (_, caller) => {
    const { nodes } = await caller().call<{ nodes: Json[] }>("clients", { first: 200 });
    expect(nodes).toHaveLength(100);
    for (const node of nodes) expect(node).toMatchObject({ id: expect.stringMatching(UUID), ...whole });
    // All agents see all contacts, even those whose conversation is another agent's.
    const id = convs.theirs[0]?.clientId;
    expect(await caller().call("client", { id })).toMatchObject({ id, ...whole });
  });
});
