import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { gateway } from "../testing/gateway.ts";
import { openDoors, type Doors } from "../testing/doors.ts";
import { modernCaller, type McpCaller } from "../testing/mcp.ts";

// Only the service writes system lines.

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const SCHEDULE = "mutation ($input: MessageScheduleInput!) { scheduleMessage(input: $input) { id } }";
const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }";
const MESSAGES =
  "query ($input: MessagesInput!) { messages(input: $input) { nodes { content noteType } pageInfo { count } } }";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let member: Awaited<ReturnType<typeof createTestMember>>;
let doors: Doors;
let mcp: McpCaller;
let integrationId: string;
let convId: string;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  const { workspaceId } = workspace;
  member = await createTestMember(workspaceId, "ADMIN");
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  ({ conversationId: convId } = await customerSystem(integrationId).text("carla", "Hello"));
  await workspace.api.ok(ASSIGN, { integrationId, convId, agentId: member.agentId });
  await workspace.api.ok(ADD, { integrationId, convId, type: "note", content: "Be kind" });
  doors = await openDoors();
  mcp = await modernCaller(doors.mcp, { authorization: workspace.apiKey, "x-workspace-id": String(workspaceId) });
});
afterAll(async () => {
  await mcp.close();
  await doors.close();
});

const systemLines = () =>
  database().message.count({ where: { workspaceId: workspace.workspaceId, noteType: "system" } });

describe("a system line is written by the service only", () => {
  const line = { type: "note", noteType: "system", content: "Ended by nobody" };
  test("not by GraphQL: addMessage, scheduleMessage", async () => {
    const before = await systemLines();
    expect(before).toBe(1);
    const message = { integrationId, convId, ...line };
    for (const api of [workspace.api, member.api]) {
      expect(await api.refusal(ADD, message)).toMatchObject({ code: "BAD_INPUT", paths: ["input.noteType"] });
    }
    const later = { ...message, id: crypto.randomUUID(), undoSeconds: 0 };
    expect(await member.api.refusal(SCHEDULE, later)).toMatchObject({ code: "BAD_INPUT", paths: ["input.noteType"] });
    expect(await systemLines()).toBe(before);
  });

  test("not by the model-context server", async () => {
    const before = await systemLines();
    const refusals = await Promise.all([
      mcp.refusal("add_note", { convId, content: line.content, noteType: "system" }),
      mcp.refusal("send_message", { convId, ...line }),
      mcp.refusal("send_message", { convId, type: "note", content: line.content }),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(["BAD_INPUT", "BAD_INPUT", "BAD_INPUT"]);
    expect(await systemLines()).toBe(before);
  });

  test("not by REST: the custom channel's ingress, the gateway", async () => {
    const before = await systemLines();
    const system = customerSystem(integrationId);
    expect((await system.send({ senderId: "carla", ...line })).status).toBe(422);
    expect((await system.send({ senderId: "carla", ...line, type: "text" })).status).toBe(422);
    const small = await createTestWorkspace({ plan: "GATEWAY", credits: 10 });
    const { id } = await createTestIntegration(small.workspaceId);
    const body = { workspaceId: small.workspaceId, integrationId: id, externalClientId: "carla" };
    const sent = await gateway(small.apiKey).send({ ...body, ...line });
    expect([sent.status, sent.body.error?.code]).toEqual([422, "BAD_INPUT"]);
    const asText = await gateway(small.apiKey).send({ ...body, ...line, type: "text" });
    expect(asText.status).toBe(422);
    expect(await database().message.count({ where: { workspaceId: small.workspaceId, noteType: "system" } })).toBe(0);
    expect(await systemLines()).toBe(before);
  });
});

describe("system lines are among messages, and can be left out", () => {
  type Page = { nodes: { content: string; noteType: string | null }[]; pageInfo: { count: number } };
  test.each<[string, (input: object) => Promise<Page>]>([
    ["GraphQL", (input) => workspace.api.ok<Page>(MESSAGES, { ...input })],
    ["the model-context server", (input) => mcp.ok<Page>("list_messages", { ...input })],
  ])("%s", async (_, list) => {
    const noteTypes = ({ nodes }: Page) => nodes.map(({ noteType }) => noteType);
    const all = await list({ convId });
    expect(noteTypes(all)).toContain("system");
    expect(await list({ convId, systemLines: true })).toEqual(all);
    const others = await list({ convId, systemLines: false });
    expect(others.nodes).toEqual(all.nodes.filter(({ noteType }) => noteType !== "system"));
    expect(noteTypes(others)).toContain("internal");
    expect(others.pageInfo.count).toBe(all.pageInfo.count - 1);
  });
});
