import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestWorkspace,
} from "../testing/factories.ts";
import { openDoors, type Doors } from "../testing/doors.ts";
import { modernCaller, olderCaller, type McpCaller } from "../testing/mcp.ts";

type Page<T> = { nodes: T[]; pageInfo: { count: number } };
type Row = { id: string; workspaceId: number };

let doors: Doors;
const open: McpCaller[] = [];
beforeAll(async () => void (doors = await openDoors()));
afterAll(async () => {
  await Promise.all(open.map((caller) => caller.close()));
  await doors.close();
});

async function connect(key: string, workspaceId: number, how = modernCaller): Promise<McpCaller> {
  const caller = await how(doors.mcp, { authorization: key, "x-workspace-id": String(workspaceId) });
  open.push(caller);
  return caller;
}

/** Tools that act on a conversation, with all arguments except the conversation. */
const MUTATIONS: [tool: string, input: Record<string, unknown>][] = [
  ["send_message", { content: "reaching out" }],
  ["add_note", { content: "reaching in" }],
  ["assign_conversation", {}],
  ["tag_conversation", { tags: ["reached"] }],
  ["take_over_conversation", {}],
  ["give_back_conversation", {}],
  ["end_conversation", {}],
];
const NOT_THERE = { code: "NOT_FOUND", message: "Conversation not found" };

describe("workspace key against agent-linked key (contract.md)", () => {
  const SHARE = 34;
  let workspaceId: number;
  let integrationId: string;
  let mine: string[];
  let others: string[];
  let nobodys: string[];
  let othersClientId: string;
  let agentId: string;
  let byAgentKey: McpCaller;
  let byWorkspaceKey: McpCaller;

  beforeAll(async () => {
    const workspace = await createTestWorkspace();
    workspaceId = workspace.workspaceId;
    integrationId = (await createTestIntegration(workspaceId)).id;
    const ana = await createTestAgentKey(workspaceId, "Ana");
    const bob = await createTestAgentKey(workspaceId, "Bob");
    agentId = ana.agentId;
    const system = customerSystem(integrationId);
    const convsOf = (assigneeId: string | null) =>
      Promise.all(
        Array.from({ length: SHARE }, async (_, number) => {
          const { conversationId } = await system.text(`${assigneeId ?? "nobody"}-${number}`, "Hello");
          return database().conversation.update({
            where: { workspaceId_id: { workspaceId, id: conversationId } },
            data: { assigneeId },
          });
        }),
      );
    mine = (await convsOf(ana.agentId)).map(({ id }) => id);
    const bobs = await convsOf(bob.agentId);
    others = bobs.map(({ id }) => id);
    othersClientId = bobs[0]?.clientId ?? "";
    nobodys = (await convsOf(null)).map(({ id }) => id);
    byAgentKey = await connect(ana.key, workspaceId);
    byWorkspaceKey = await connect(workspace.apiKey, workspaceId);
  });

  const listed = async (caller: McpCaller, input: object = {}) => {
    const page = await caller.ok<Page<Row>>("list_conversations", { first: 200, ...input });
    expect(page.pageInfo.count).toBe(page.nodes.length);
    return page.nodes.map(({ id }) => id).sort();
  };
  const messagesIn = async (caller: McpCaller, input: object = {}) =>
    (await caller.ok<Page<{ convId: string }>>("list_messages", { first: 200, ...input })).nodes
      .map(({ convId }) => convId)
      .sort();

  test("reads: an agent's key sees that agent's and nobody's conversations, a workspace key all", async () => {
    expect(await listed(byAgentKey)).toEqual([...mine, ...nobodys].sort());
    expect(await messagesIn(byAgentKey)).toEqual([...mine, ...nobodys].sort());
    expect(await listed(byWorkspaceKey)).toEqual([...mine, ...others, ...nobodys].sort());
    expect(await messagesIn(byWorkspaceKey)).toEqual([...mine, ...others, ...nobodys].sort());
    for (const convId of others) {
      expect(await byAgentKey.refusal("get_conversation", { convId })).toEqual(NOT_THERE);
      expect(await byAgentKey.ok("list_messages", { convId })).toMatchObject({ nodes: [], pageInfo: { count: 0 } });
    }
    // Filters narrow what is visible. They never widen it.
    expect(await listed(byAgentKey, { clientId: othersClientId })).toEqual([]);
    expect(await messagesIn(byAgentKey, { clientId: othersClientId })).toEqual([]);
    const found = await byAgentKey.ok<Page<Row>>("search_clients", { conversationId: others[0] });
    expect(found.nodes).toEqual([]);
  });

  test("mutations: another agent's conversation is not found, and stays as it was", async () => {
    const state = () =>
      Promise.all([
        database().conversation.findMany({ where: { id: { in: others } }, orderBy: { id: "asc" } }),
        database().message.count({ where: { workspaceId } }),
        database().event.count({ where: { workspaceId } }),
      ]);
    const before = await state();
    for (const convId of others.slice(0, 12)) {
      for (const [tool, input] of MUTATIONS) {
        expect(await byAgentKey.refusal(tool, { ...input, convId })).toEqual(NOT_THERE);
        expect(await byAgentKey.refusal(tool, { ...input, convId, integrationId })).toEqual(NOT_THERE);
      }
    }
    const started = { integrationId, clientId: othersClientId, templateName: "hello" };
    expect(await byAgentKey.refusal("start_conversation", started)).toMatchObject({ code: "CONFLICT" });
    const quoted = await byWorkspaceKey.ok<Page<{ messageId: string }>>("list_messages", { convId: others[0] });
    const reply = { convId: mine[0], content: "Hi", replyToMessageId: quoted.nodes[0]?.messageId };
    expect(await byAgentKey.refusal("send_message", reply)).toEqual({
      code: "NOT_FOUND",
      message: "The message to reply to not found",
    });
    expect(await state()).toEqual(before);
  });

  test("mutations: own, nobody's and, for a workspace key, anybody's conversations can be acted on", async () => {
    const reachable: [McpCaller, string | undefined, string | null][] = [
      [byAgentKey, mine[1], agentId],
      [byAgentKey, nobodys[1], agentId],
      [byWorkspaceKey, others[1], null],
    ];
    for (const [caller, convId, author] of reachable) {
      for (const [tool, input] of MUTATIONS) {
        if (tool === "give_back_conversation") {
          // It is found, but no other app can have a conversation of this channel.
          expect(await caller.refusal(tool, { ...input, convId })).toMatchObject({ code: "CONFLICT" });
          continue;
        }
        const answer = await caller.ok<{ agentId?: string | null }>(tool, { ...input, convId });
        if (tool === "send_message" || tool === "add_note") expect(answer.agentId).toBe(author);
      }
    }
  });

  test("contacts are unmasked for both", async () => {
    const phone = "+48601111222";
    const client = await createTestClient(workspaceId, { phone, email: "whole@example.com" });
    for (const caller of [byAgentKey, byWorkspaceKey]) {
      expect(await caller.ok("get_client", { clientId: client.id })).toMatchObject({
        phone,
        email: "whole@example.com",
      });
      expect((await caller.ok<Page<Row>>("search_clients", { phone })).nodes).toMatchObject([{ phone }]);
    }
  });
});

test("ids of another workspace are not found, and nothing of it is told or changed", async () => {
  const here = await createTestWorkspace();
  const there = await createTestWorkspace();
  const integration = await createTestIntegration(there.workspaceId);
  const client = await createTestClient(there.workspaceId, { name: "Secret", phone: "+48602222333" });
  const agent = await createTestAgentKey(there.workspaceId);
  const conv = await createTestConv(there.workspaceId, { integrationId: integration.id, clientId: client.id });
  const own = await createTestIntegration(here.workspaceId);
  const ownClient = await createTestClient(here.workspaceId);
  const ownConv = await createTestConv(here.workspaceId, { integrationId: own.id, clientId: ownClient.id });
  const caller = await connect(here.apiKey, here.workspaceId);

  const named = { convId: conv.id };
  for (const [tool, input] of [["get_conversation", {}], ...MUTATIONS] as typeof MUTATIONS) {
    expect(await caller.refusal(tool, { ...input, ...named })).toEqual(NOT_THERE);
  }
  expect(await caller.refusal("get_client", { clientId: client.id })).toMatchObject({ message: "Client not found" });
  const assigning = { convId: ownConv.id, agentId: agent.agentId };
  expect(await caller.refusal("assign_conversation", assigning)).toMatchObject({ message: "Agent not found" });
  for (const parts of [
    { integrationId: integration.id, clientId: ownClient.id },
    { integrationId: own.id, clientId: client.id },
  ]) {
    const refusal = await caller.refusal("start_conversation", { ...parts, templateName: "hello" });
    expect(refusal.code).toBe("NOT_FOUND");
  }
  for (const [tool, input] of [
    ["list_conversations", { clientId: client.id }],
    ["list_conversations", { integrationId: integration.id }],
    ["list_messages", named],
    ["search_clients", { name: "Secret" }],
    ["search_clients", { conversationId: conv.id }],
  ] as typeof MUTATIONS) {
    expect(await caller.ok<Page<Row>>(tool, input)).toMatchObject({ nodes: [], pageInfo: { count: 0 } });
  }
  expect(
    await database().conversation.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId: there.workspaceId, id: conv.id } },
    }),
  ).toEqual(conv);
  expect(await database().message.count({ where: { workspaceId: there.workspaceId } })).toBe(0);
});

test("a Gateway workspace is told that the inbox is not part of its plan, as GraphQL tells it", async () => {
  const { apiKey, workspaceId, api } = await createTestWorkspace({ plan: "GATEWAY" });
  const caller = await connect(apiKey, workspaceId);
  const convId = crypto.randomUUID();
  const refused = await api.refusal("mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }", {
    convId,
    integrationId: convId,
  });
  expect(refused.code).toBe("PLAN_REQUIRED");
  for (const [tool, input] of MUTATIONS) {
    expect(await caller.refusal(tool, { ...input, convId })).toEqual({ code: refused.code, message: refused.message });
  }
});

test("a deleted key's calls stop within a second", async () => {
  const { workspaceId, api } = await createTestWorkspace();
  const agent = await createTestAgentKey(workspaceId);
  const caller = await connect(agent.key, workspaceId);
  await caller.ok("list_conversations");
  await api.ok("mutation ($input: ApiKeyDeleteInput!) { deleteApiKey(input: $input) { id } }", { id: agent.keyId });
  const deletedAt = performance.now();
  let answeredAt = 0;
  const refused = async () => {
    for (;;) {
      // The time of the request: a slow machine may respond later.
      const askedAt = performance.now() - deletedAt;
      await caller.ok("list_conversations");
      answeredAt = askedAt;
    }
  };
  await expect(refused()).rejects.toThrow("Invalid API key");
  expect(answeredAt).toBeLessThan(1_000);
  console.info(`a deleted key was last answered after ${Math.round(answeredAt)} ms`);
});

test("100 interleaved clients of 10 workspaces: no answer crosses over", async () => {
  const WORKSPACES = 10;
  const CLIENTS = 10;
  const ROUNDS = 2;
  const parties = await Promise.all(
    Array.from({ length: WORKSPACES }, async () => {
      const { workspaceId, apiKey } = await createTestWorkspace();
      const integration = await createTestIntegration(workspaceId);
      const client = await createTestClient(workspaceId, { name: `of-${workspaceId}-only` });
      const conv = await createTestConv(workspaceId, { integrationId: integration.id, clientId: client.id });
      return { workspaceId, apiKey, client, conv };
    }),
  );
  let answers = 0;
  let crossed = 0;
  const work = async (party: (typeof parties)[number], number: number) => {
    const { workspaceId, client, conv } = party;
    const caller = await connect(party.apiKey, workspaceId, number % 2 === 0 ? modernCaller : olderCaller);
    const isOwn = (row: Row, id: string) => row.workspaceId === workspaceId && row.id === id;
    for (let round = 0; round < ROUNDS; round += 1) {
      const content = `note ${number} ${round} of ${workspaceId}`;
      // All at once on one client: request ids repeat among clients, and each response must still reach its request.
      const [convs, one, contact, note] = await Promise.all([
        caller.ok<Page<Row>>("list_conversations"),
        caller.ok<Row & { messages: { content: string }[] }>("get_conversation", { convId: conv.id }),
        caller.ok<Row & { name: string }>("get_client", { clientId: client.id }),
        caller.ok<{ convId: string; content: string }>("add_note", { convId: conv.id, content }),
      ]);
      const own = [
        convs.nodes.length === 1 && convs.nodes.every((row) => isOwn(row, conv.id)),
        isOwn(one, conv.id) && one.messages.every((message) => message.content.endsWith(` of ${workspaceId}`)),
        isOwn(contact, client.id) && contact.name === `of-${workspaceId}-only`,
        note.convId === conv.id && note.content === content,
      ];
      answers += own.length;
      crossed += own.filter((isRight) => !isRight).length;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => parties.map((party) => work(party, number))).flat());
  console.info(`model-context server: ${answers} answers to 100 clients of 10 workspaces, ${crossed} crossed`);
  expect({ answers, crossed }).toEqual({ answers: WORKSPACES * CLIENTS * ROUNDS * 4, crossed: 0 });
  for (const { workspaceId } of parties) {
    expect(await database().message.count({ where: { workspaceId, type: "note" } })).toBe(CLIENTS * ROUNDS);
  }
}, 120_000);
