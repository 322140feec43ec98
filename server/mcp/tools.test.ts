import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestIntegration,
  createTestWorkspace,
} from "../testing/factories.ts";
import { newId } from "../new-id.ts";
import { openDoors, type Doors } from "../testing/doors.ts";
import { modernCaller, olderCaller, type McpCaller } from "../testing/mcp.ts";

const TOOLS = [
  "list_conversations",
  "get_conversation",
  "list_messages",
  "search_clients",
  "get_client",
  "list_agents",
  "list_channels",
  "list_templates",
  "list_tags",
  "send_message",
  "add_note",
  "assign_conversation",
  "take_over_conversation",
  "give_back_conversation",
  "end_conversation",
  "tag_conversation",
  "start_conversation",
];
const CONV = `query ($input: ConvInput!) {
  conv(input: $input) { id dormant otherAppSince rating ratingScale ratedAt ratingComment } }`;
const CLIENT = "query ($input: ClientInput!) { client(input: $input) { id optedOutAt mergedIntoId } }";
const OPT_OUT = "mutation ($input: ClientPatchInput!) { patchClient(input: $input) { id } }";
const NOBODY = "00000000-0000-4000-8000-000000000000";

type Message = { messageId: string; content: string; type: string; status: string; noteType: string | null };
type Conv = { id: string; assigneeId: string | null; ended: boolean; tags: string[]; messages?: Message[] };
type Page<T> = { nodes: T[]; pageInfo: { hasNextPage: boolean; endCursor: string | null; count: number } };

let doors: Doors;
beforeAll(async () => void (doors = await openDoors()));
afterAll(() => doors.close());

describe.each([
  { client: "the official client of 2026-07-28", connect: modernCaller, version: "2026-07-28" },
  { client: "the official client before it", connect: olderCaller, version: "2025-11-25" },
])("$client", ({ connect, version }) => {
  let caller: McpCaller;
  let workspaceApi: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
  let workspaceId: number;
  let integrationId: string;
  let agent: Awaited<ReturnType<typeof createTestAgentKey>>;
  /** Stores a contact's message. Returns its conversation. */
  let write: (senderId: string, content?: string) => Promise<{ convId: string; clientId: string; messageId: string }>;

  beforeAll(async () => {
    const workspace = await createTestWorkspace();
    workspaceId = workspace.workspaceId;
    workspaceApi = workspace.api;
    integrationId = (await createTestIntegration(workspaceId)).id;
    agent = await createTestAgentKey(workspaceId);
    const system = customerSystem(integrationId);
    write = async (senderId, content = "Good morning") => {
      const { conversationId, clientId, messageId } = await system.text(senderId, content, {
        clientInfo: { name: "Carla", surname: senderId },
      });
      return { convId: conversationId, clientId, messageId };
    };
    caller = await connect(doors.mcp, {
      authorization: workspace.apiKey,
      "x-workspace-id": String(workspaceId),
    });
  });
  afterAll(() => caller.close());

  test("agrees on the revision, and finds every tool described, with a strict schema", async () => {
    expect(caller.version).toBe(version);
    const tools = await caller.tools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...TOOLS].sort());
    for (const tool of tools) {
      expect(tool.description?.length).toBeGreaterThan(40);
      expect(tool).toMatchObject({
        title: expect.any(String),
        inputSchema: { type: "object", additionalProperties: false },
        outputSchema: { type: "object" },
        annotations: { readOnlyHint: /^(list|get|search)_/.test(tool.name) },
      });
    }
    expect(tools.find(({ name }) => name === "end_conversation")).toMatchObject({
      annotations: { destructiveHint: true, idempotentHint: true },
    });
  });

  test("lists conversations: filters, pages and counts", async () => {
    const first = await write("page-1");
    const second = await write("page-2");
    await caller.ok("tag_conversation", { convId: second.convId, tags: ["vip", "paged"] });
    await caller.ok("tag_conversation", { convId: first.convId, tags: ["paged"] });
    const ids = async (input: object) =>
      (await caller.ok<Page<Conv>>("list_conversations", { tags: ["paged"], ...input })).nodes.map(({ id }) => id);
    expect(await ids({})).toEqual([second.convId, first.convId]);
    expect(await ids({ tags: ["vip"] })).toEqual([second.convId]);
    expect(await ids({ clientId: first.clientId })).toEqual([first.convId]);
    expect(await ids({ nameOrPhone: "PAGE-2" })).toEqual([second.convId]);
    expect(await ids({ ended: true })).toEqual([]);
    expect(await ids({ integrationId: "no-uuid" })).toEqual([]);

    const page = await caller.ok<Page<Conv>>("list_conversations", { tags: ["paged"], first: 1 });
    expect(page).toMatchObject({
      nodes: [{ id: second.convId, integrationType: "CUSTOM", client: { surname: "page-2" }, assigneeId: null }],
      pageInfo: { hasNextPage: true, count: 2 },
    });
    expect(await ids({ first: 1, after: page.pageInfo.endCursor })).toEqual([first.convId]);
    expect(await caller.refusal("list_conversations", { first: 201 })).toEqual({
      code: "BAD_INPUT",
      message: "first must be from 1 to 200",
      fields: [{ path: "input.first", message: "first must be from 1 to 200" }],
    });
  });

  test("gets a conversation with what was written in it, as GraphQL has it", async () => {
    const { convId, clientId, messageId } = await write("reader", "Where is my parcel?");
    const conv = await caller.ok<Conv>("get_conversation", { convId });
    expect(conv).toMatchObject({ id: convId, clientId, messages: [{ messageId, content: "Where is my parcel?" }] });
    expect(await caller.refusal("get_conversation", { convId: NOBODY })).toEqual({
      code: "NOT_FOUND",
      message: "Conversation not found",
    });
    expect(await caller.refusal("get_conversation", { convId: "no-uuid" })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("lists messages by conversation, client, type and time", async () => {
    const { convId, clientId } = await write("talker", "one");
    await write("talker", "two");
    await caller.ok("add_note", { convId, content: "three" });
    const contents = async (input: Record<string, unknown>) =>
      (await caller.ok<Page<Message>>("list_messages", input)).nodes.map(({ content }) => content);
    expect(await contents({ convId })).toEqual(["three", "two", "one"]);
    expect(await contents({ clientId, type: "text" })).toEqual(["two", "one"]);
    expect(await contents({ convId, startDate: "2199-01-01" })).toEqual([]);
    expect(
      await contents({ convId, startDate: "2020-01-01T00:00:00Z", endDate: "2199-01-01T00:00:00+02:00" }),
    ).toHaveLength(3);
    expect(await caller.refusal("list_messages", { convId, startDate: "yesterday" })).toMatchObject({
      code: "BAD_INPUT",
      fields: [{ path: "input.startDate", message: "must be an ISO 8601 time, like 2026-11-21T09:30:00Z" }],
    });
    expect(await caller.refusal("list_messages", { after: "nonsense" })).toMatchObject({
      code: "BAD_INPUT",
      fields: [{ path: "input.after" }],
    });
  });

  test("sends a message: queued, once per idempotency key, and refused as addMessage refuses it", async () => {
    const { convId, messageId } = await write("buyer");
    const sent = await caller.ok<Message>("send_message", {
      convId,
      integrationId,
      content: "On its way",
      replyToMessageId: messageId,
      idempotencyKey: "k-1",
    });
    expect(sent).toMatchObject({
      convId,
      content: "On its way",
      type: "text",
      status: "pending",
      isAgent: true,
      agentId: null,
    });
    const again = { convId, integrationId, content: "On its way", replyToMessageId: messageId, idempotencyKey: "k-1" };
    expect(await caller.ok<Message>("send_message", again)).toEqual(sent);
    expect(await caller.refusal("send_message", { ...again, content: "Other" })).toMatchObject({ code: "CONFLICT" });
    const where = { workspaceId, convId, isAgent: true };
    expect(await database().message.count({ where })).toBe(1);
    expect(await database().sendQueue.count({ where: { workspaceId, messageId: sent.messageId } })).toBe(1);

    expect(await caller.refusal("send_message", { convId, content: "x".repeat(4097) })).toMatchObject({
      code: "BAD_INPUT",
      fields: [{ path: "input.content" }],
    });
    expect(await caller.refusal("send_message", { convId, integrationId: NOBODY, content: "Hi" })).toMatchObject({
      code: "NOT_FOUND",
      message: "Conversation not found",
    });
    expect(await caller.refusal("send_message", { convId, content: "Hi", type: "template" })).toMatchObject({
      code: "BAD_INPUT",
      fields: [{ path: "input.type" }],
    });
    expect(await database().message.count({ where })).toBe(1);
  });

  test("adds notes that stay inside, to ended conversations too", async () => {
    const { convId } = await write("noted");
    await caller.ok("end_conversation", { convId });
    const note = await caller.ok<Message>("add_note", { convId, content: "Paid", noteType: "summary" });
    expect(note).toMatchObject({ type: "note", noteType: "summary", status: "delivered", content: "Paid" });
    expect(await database().sendQueue.count({ where: { workspaceId, messageId: note.messageId } })).toBe(0);
    expect(await caller.refusal("add_note", { convId, content: "x", noteType: "system" })).toMatchObject({
      code: "BAD_INPUT",
      fields: [{ path: "input.noteType" }],
    });
    expect(await caller.refusal("add_note", { convId: NOBODY, content: "x" })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("assigns, unassigns, tags and ends", async () => {
    const { convId } = await write("handled");
    const assigned = await caller.ok<Conv>("assign_conversation", { convId, agentId: agent.agentId });
    expect(assigned).toMatchObject({ id: convId, assigneeId: agent.agentId, aiAssigneed: false });
    expect(await caller.ok<Conv>("assign_conversation", { convId })).toMatchObject({ assigneeId: null });
    expect(await caller.refusal("assign_conversation", { convId, agentId: NOBODY })).toEqual({
      code: "NOT_FOUND",
      message: "Agent not found",
    });
    expect(await caller.refusal("assign_conversation", { convId, agentId: agent.agentId, isAi: true })).toMatchObject({
      code: "BAD_INPUT",
      fields: [{ path: "input.isAi" }],
    });
    expect(await caller.ok<Conv>("tag_conversation", { convId, tags: ["vip"] })).toMatchObject({ tags: ["vip"] });
    expect(await caller.ok<Conv>("tag_conversation", { convId, tags: [] })).toMatchObject({ tags: [] });
    expect(await caller.refusal("tag_conversation", { convId, tags: ["x".repeat(1_000)] })).toMatchObject({
      code: "BAD_INPUT",
    });
    expect(await caller.ok<Conv>("end_conversation", { convId })).toMatchObject({ ended: true });
    expect(await caller.ok<Conv>("end_conversation", { convId })).toMatchObject({ ended: true });
    expect(await caller.refusal("assign_conversation", { convId, agentId: agent.agentId })).toMatchObject({
      code: "CONFLICT",
    });
    expect(await caller.refusal("send_message", { convId, content: "Hi" })).toMatchObject({ code: "CONFLICT" });
    expect(await caller.refusal("end_conversation", { convId: NOBODY })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("shows of conversations and clients what GraphQL shows: dormant, rating, opt-out", async () => {
    const client = await createTestClient(workspaceId, { name: "Wera" });
    const template = { integrationId, clientId: client.id, templateName: "order_ready" };
    const { id: convId } = await caller.ok<Conv>("start_conversation", template);
    const rated = { rating: 4, ratingScale: 5, ratedAt: new Date(), ratingComment: "Quick" };
    await database().conversation.update({ where: { workspaceId_id: { workspaceId, id: convId } }, data: rated });
    await workspaceApi.ok(OPT_OUT, { id: client.id, isOptedOut: true });
    const conv = await workspaceApi.ok<Record<string, unknown>>(CONV, { id: convId });
    expect(conv).toMatchObject({ dormant: true, rating: 4, ratingComment: "Quick" });
    expect(await caller.ok("get_conversation", { convId })).toMatchObject(conv);
    const dormant = async (is: boolean) =>
      (await caller.ok<Page<Conv>>("list_conversations", { clientId: client.id, dormant: is })).nodes;
    expect(await dormant(true)).toMatchObject([conv]);
    expect(await dormant(false)).toEqual([]);
    const contact = await workspaceApi.ok<Record<string, unknown>>(CLIENT, { id: client.id });
    expect(contact.optedOutAt).toEqual(expect.any(String));
    expect(await caller.ok("get_client", { clientId: client.id })).toMatchObject(contact);
    expect(await caller.ok("search_clients", { name: "Wera", isOptedOut: true })).toMatchObject({ nodes: [contact] });
  });

  test("searches and gets clients, unmasked", async () => {
    const client = await createTestClient(workspaceId, {
      name: "Zofia",
      surname: "Nowak",
      phone: "+48601234567",
      email: "zofia@example.com",
      tags: ["vip"],
    });
    const found = await caller.ok<Page<{ id: string }>>("search_clients", {
      name: "zof",
      phone: "601 234",
      tags: ["vip"],
    });
    expect(found).toMatchObject({
      nodes: [{ id: client.id, phone: "+48601234567", email: "zofia@example.com", deletedAt: null }],
      pageInfo: { hasNextPage: false, count: 1 },
    });
    expect(await caller.ok("get_client", { clientId: client.id })).toEqual(found.nodes[0]);
    expect((await caller.ok<Page<object>>("search_clients", { name: "zof", isDeleted: true })).nodes).toEqual([]);
    expect(await caller.refusal("get_client", { clientId: NOBODY })).toEqual({
      code: "NOT_FOUND",
      message: "Client not found",
    });
    expect(await caller.refusal("search_clients", { first: 0 })).toMatchObject({ code: "BAD_INPUT" });
  });

  test("starts a conversation by a template, once per idempotency key", async () => {
    const client = await createTestClient(workspaceId);
    const input = {
      integrationId,
      clientId: client.id,
      templateName: "order_ready",
      templateComponents: [{ type: "body" }],
    };
    const conv = await caller.ok<Conv>("start_conversation", { ...input, idempotencyKey: "s-1" });
    expect(conv).toMatchObject({ clientId: client.id, integrationId, ended: false });
    expect(await caller.ok<Conv>("start_conversation", { ...input, idempotencyKey: "s-1" })).toMatchObject({
      id: conv.id,
    });
    const { messages } = await caller.ok<Conv>("get_conversation", { convId: conv.id });
    expect(messages?.filter(({ type }) => type === "template")).toHaveLength(1);
    expect(await caller.refusal("start_conversation", { ...input, clientId: NOBODY })).toMatchObject({
      code: "NOT_FOUND",
      message: "Client not found",
    });
    expect(await caller.refusal("start_conversation", { integrationId, templateName: "order_ready" })).toMatchObject({
      code: "BAD_INPUT",
      fields: [{ path: "input.clientId" }, { path: "input.phone" }],
    });
  });

  test("finds agents, channels, templates and tags, by the ids that other tools take", async () => {
    const { nodes: agents } = await caller.ok<Page<{ id: string; name: string }>>("list_agents", { name: "ana" });
    expect(agents).toMatchObject([{ id: agent.agentId, name: "Ana" }]);
    const channels = await caller.ok<{ nodes: object[] }>("list_channels", { type: "CUSTOM", state: "active" });
    expect(channels.nodes).toMatchObject([{ id: integrationId, type: "CUSTOM", state: "active" }]);
    expect(JSON.stringify(channels)).not.toContain("validate-me");
    expect(await caller.ok("list_templates", { integrationId })).toEqual({ nodes: [] });
    expect(await caller.refusal("list_templates", { integrationId: NOBODY })).toMatchObject({ code: "NOT_FOUND" });
    const whatsapp = await database().integration.create({
      data: {
        ...{
          workspaceId,
          id: newId(),
          name: `whatsapp ${version}`,
          type: "WHATSAPP",
          state: "active",
          credentials: "",
        },
        templatesFetchedAt: new Date(),
      },
    });
    const templates = [
      ["order_ready", "en", "APPROVED"],
      ["order_ready", "es", "APPROVED"],
      ["order_late", "en", "REJECTED"],
    ] as const;
    await database().messageTemplate.createMany({
      data: templates.map(([name, language, status], index) => ({
        ...{ workspaceId, integrationId: whatsapp.id, id: `template-${index}`, category: "UTILITY", components: [] },
        ...{ name, language, status },
      })),
    });
    const found = async (filters: object) => {
      const input = { integrationId: whatsapp.id, ...filters };
      const { nodes } = await caller.ok<{ nodes: { name: string; language: string }[] }>("list_templates", input);
      return nodes.map(({ name, language }) => `${name} ${language}`);
    };
    expect(await found({})).toEqual(["order_late en", "order_ready en", "order_ready es"]);
    expect(await found({ name: "READY" })).toEqual(["order_ready en", "order_ready es"]);
    expect(await found({ language: "en", status: "APPROVED" })).toEqual(["order_ready en"]);
    const TAG = "mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }";
    const { id } = await workspaceApi.ok<{ id: string }>(TAG, { tag: `vip ${version}`, type: "client" });
    const { nodes: tags } = await caller.ok<{ nodes: object[] }>("list_tags", { type: "client" });
    expect(tags).toContainEqual({ id, tag: `vip ${version}`, type: "client", description: null });
  });

  test("offers the webhook catalogue and the references of the API", async () => {
    const texts = await caller.resources();
    expect(Object.keys(texts)).toEqual([
      "omnichannel://webhooks",
      "omnichannel://api-reference",
      "omnichannel://openapi",
    ]);
    expect(texts["omnichannel://webhooks"]).toContain("INCOMING_MESSAGE");
    expect(texts["omnichannel://api-reference"]).toContain("### addMessage");
    expect(texts["omnichannel://openapi"]).toContain("/core/v1/messages");
  });

  test("refuses what no schema has: other arguments, wrong types, the NUL character, other tools", async () => {
    const { convId } = await write("strict");
    for (const name of TOOLS) {
      const refusal = await caller.refusal(name, { convId, workspaceId: workspaceId + 1, surprise: true });
      expect(refusal.code).toBe("BAD_INPUT");
      expect(refusal.fields).toEqual(
        expect.arrayContaining([
          { path: "input.workspaceId", message: "this tool has no such argument" },
          { path: "input.surprise", message: "this tool has no such argument" },
        ]),
      );
    }
    expect(await caller.refusal("get_conversation", { convId: 7 })).toMatchObject({
      code: "BAD_INPUT",
      fields: [{ path: "input.convId" }],
    });
    expect(await caller.refusal("add_note", { convId, content: "nul \0 inside" })).toEqual({
      code: "BAD_INPUT",
      message: "A text may not contain the NUL character",
      fields: [{ path: "input.content", message: "A text may not contain the NUL character" }],
    });
    expect(await caller.refusal("tag_conversation", { convId, tags: ["a\0"] })).toMatchObject({ code: "BAD_INPUT" });
    await expect(caller.ok("delete_workspace")).rejects.toThrow("Unknown tool: delete_workspace");
  });
});
