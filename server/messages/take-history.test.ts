import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";

// A key with the history scope may set createdAt at the ingress.

const GEN = `mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id key scopes } }`;
const KEYS = `query ($input: ApiKeysInput!) { apiKeys(input: $input) { nodes { id scopes } } }`;
const CONV = `query ($input: ConvInput!) { conv(input: $input) {
  id ended endedBy endedAt assigneeId aiId dormant createdAt messages } }`;
const MESSAGES = `query ($input: MessagesInput!) { messages(input: $input) {
  nodes { content createdAt providerAt seq isAgent } } }`;
const COUNTS = `query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) { needsReply unassigned all unread } }`;
const REPORT = `query ($input: ConversationsReportInput!) { conversationsReport(input: $input) {
  totals { opened ended inbound } } }`;

type Made = { id: string; key: string; scopes: string[] };
type Told = { content: string; createdAt: string; providerAt: string; seq: number; isAgent: boolean };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let admin: Awaited<ReturnType<typeof createTestMember>>;
let integrationId: string;
let system: ReturnType<typeof customerSystem>;
let history: Made;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  admin = await createTestMember(workspace.workspaceId, "ADMIN");
  ({ id: integrationId } = await createTestIntegration(workspace.workspaceId));
  system = customerSystem(integrationId);
  history = await workspace.api.ok<Made>(GEN, { label: "Migration", scopes: ["HISTORY"] });
});

const said = (senderId: string, content: string, createdAt?: string, more: object = {}) => ({
  ...{ senderId, content, type: "text" },
  ...(createdAt ? { createdAt } : {}),
  ...more,
});
/** Imports an earlier message and returns the response. */
const bring = (body: object, key = history.key) => system.send(body, { "x-history-key": key });
const messagesOf = async (convId: string) =>
  (await workspace.api.ok<{ nodes: Told[] }>(MESSAGES, { convId })).nodes.toReversed();

describe("who may bring history", () => {
  test("a workspace's key that was made for it, and says so", async () => {
    expect(history.scopes).toEqual(["HISTORY"]);
    const keys = (await workspace.api.ok<{ nodes: Made[] }>(KEYS)).nodes;
    expect(keys.filter(({ scopes }) => scopes.length > 0).map(({ id }) => id)).toEqual([history.id]);
    const { agentId } = await createTestAgentKey(workspace.workspaceId);
    expect(await workspace.api.refusal(GEN, { label: "x", agentId, scopes: ["HISTORY"] })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.scopes"],
    });
  });

  test("no key without the scope, of another workspace, or that is none; nor without the channel's token", async () => {
    const other = await createTestWorkspace();
    const foreign = await other.api.ok<Made>(GEN, { label: "Migration", scopes: ["HISTORY"] });
    const { key: agents } = await createTestAgentKey(workspace.workspaceId);
    const body = said("intruder", "Hello", "2024-03-01T10:00:00Z");
    const answers = await Promise.all([
      bring(body, workspace.apiKey),
      bring(body, agents),
      bring(body, foreign.key),
      bring(body, "svck_nobodys"),
      customerSystem(integrationId, "wrong").send(body, { "x-history-key": history.key }),
    ]);
    expect(answers.map(({ status, body: { error } }) => [status, error?.code])).toEqual([
      [403, "FORBIDDEN_ROLE"],
      [403, "FORBIDDEN_ROLE"],
      [403, "FORBIDDEN_WORKSPACE"],
      [401, "UNAUTHENTICATED"],
      [401, "UNAUTHENTICATED"],
    ]);
    expect(answers[0]?.body.error?.message).toBe("This key may not bring history: make one with the scope HISTORY");
    const where = { workspaceId: workspace.workspaceId, externalClientId: "intruder" };
    expect(await database().client.count({ where })).toBe(0);
  });

  test("without a key createdAt is the sender's time, as ever: the message is of now", async () => {
    const before = Date.now();
    const { conversationId } = await system.text("today", "Hello", { createdAt: "2024-03-01T10:00:00Z" });
    const [message] = await messagesOf(conversationId);
    expect(message?.providerAt).toBe("2024-03-01T10:00:00.000Z");
    expect(Date.parse(message?.createdAt ?? "")).toBeGreaterThan(before - 60_000);
  });
});

describe("history", () => {
  test("is a conversation that has ended, with the times of its messages, in their order", async () => {
    const first = await bring(said("old", "Where is my tent?", "2024-03-01T10:00:00Z", { messageId: "h1" }));
    expect(first.status).toBe(200);
    const { conversationId: id = "", clientId } = first.body;
    for (const [content, at, messageId] of [
      ["It has come", "2024-03-04T08:30:00.250Z", "h2"],
      ["in the same second", "2024-03-04T08:30:00.250Z", "h3"],
      ["Thanks", "2024-03-04T08:30:00.250Z", "h4"],
    ] as const) {
      expect((await bring(said("old", content, at, { messageId }))).body).toMatchObject({
        conversationId: id,
        clientId,
      });
    }
    expect(await messagesOf(id)).toMatchObject([
      { seq: 1, content: "Where is my tent?", createdAt: "2024-03-01T10:00:00.000Z", isAgent: false },
      { seq: 2, createdAt: "2024-03-04T08:30:00.250Z", providerAt: "2024-03-04T08:30:00.250Z" },
      { seq: 3, createdAt: "2024-03-04T08:30:00.251Z", providerAt: "2024-03-04T08:30:00.250Z" },
      { seq: 4, createdAt: "2024-03-04T08:30:00.252Z" },
    ]);
    expect(await workspace.api.ok(CONV, { id })).toMatchObject({
      ...{ ended: true, endedBy: history.id, assigneeId: null, aiId: null, dormant: false },
      ...{ createdAt: "2024-03-01T10:00:00.000Z", endedAt: "2024-03-04T08:30:00.252Z" },
    });
    // A repeated import returns the existing message.
    expect((await bring(said("old", "Thanks", "2024-03-04T08:30:00.250Z", { messageId: "h4" }))).body).toMatchObject({
      conversationId: id,
    });
    expect(await messagesOf(id)).toHaveLength(4);
  });

  test("many at once of one sender are one contact and one conversation", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, no) =>
        bring(said("crowd", `${no}`, "2024-05-01T10:00:00Z", { messageId: `c${no}` })),
      ),
    );
    expect(
      new Set(answers.map(({ status, body }) => [status, body.clientId, body.conversationId].join())),
    ).toHaveLength(1);
    const times = (await messagesOf(answers[0]?.body.conversationId ?? "")).map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(8);
  });

  test("is told in order, not from the future, and with its time", async () => {
    expect((await bring(said("orderly", "two", "2024-03-02T10:00:00Z"))).status).toBe(200);
    const refused = [
      await bring(said("orderly", "one", "2024-03-01T10:00:00Z")),
      await bring(said("orderly", "tomorrow", new Date(Date.now() + 86_400_000).toISOString())),
      await bring(said("orderly", "some day")),
    ];
    expect(refused.map(({ status, body }) => [status, body.error?.fields?.[0]?.path])).toEqual([
      [422, "input.createdAt"],
      [422, "input.createdAt"],
      [422, "input.createdAt"],
    ]);
    expect(refused[0]?.body.error?.message).toContain("2024-03-02T10:00:00.000Z");
    const thread = { conversationId: "thread-2" };
    expect((await bring(said("orderly", "another thread", "2024-03-01T10:00:00Z", thread))).status).toBe(200);
  });

  test("moves nothing of today: open conversation, archive, opt-out, counts, webhooks, an assistant's turn", async () => {
    const { workspaceId } = workspace;
    const { conversationId, clientId } = await system.text("regular", "I need help");
    const conv = () => database().conversation.findFirst({ where: { workspaceId, id: conversationId } });
    const counts = () => admin.api.ok(COUNTS);
    const told = () =>
      database().event.count({ where: { workspaceId, name: { notIn: ["CONV_CHANGED", "CLIENT_CHANGED"] } } });
    const before = [await conv(), await counts(), await told()];
    for (const [content, at] of [
      ["Good evening", "2024-03-01T10:00:00Z"],
      ["STOP", "2024-03-01T10:00:01Z"],
    ]) {
      const { status, body } = await bring(said("regular", content ?? "", at));
      expect([status, body.clientId]).toEqual([200, clientId]);
      expect(body.conversationId).not.toBe(conversationId);
    }
    expect([await conv(), await counts(), await told()]).toEqual(before);
    const client = await database().client.findFirst({ where: { workspaceId, id: clientId } });
    expect(client).toMatchObject({ deletedAt: null, optedOutAt: null });
    expect(await database().assistantTurn.count({ where: { workspaceId } })).toBe(0);
    expect(await database().sendQueue.count({ where: { workspaceId } })).toBe(0);
  });

  test("counts in reports at its own time", async () => {
    const period = {
      ...{ startDate: "2023-01-01T00:00:00Z", endDate: "2023-01-08T00:00:00Z" },
      ...{ interval: "day", timeZone: "UTC" },
    };
    const report = () => workspace.api.ok<{ totals: object }>(REPORT, period);
    expect((await report()).totals).toEqual({ opened: 0, ended: 0, inbound: 0 });
    await bring(said("reported", "Hello", "2023-01-02T10:00:00Z"));
    await bring(said("reported", "Bye", "2023-01-03T10:00:00Z"));
    expect((await report()).totals).toEqual({ opened: 1, ended: 1, inbound: 2 });
  });

  test("what the contact writes afterwards opens a conversation of its own", async () => {
    const { body } = await bring(said("back", "Long ago", "2024-03-01T10:00:00Z"));
    const { conversationId, clientId } = await system.text("back", "I am back");
    expect(clientId).toBe(body.clientId);
    expect(conversationId).not.toBe(body.conversationId);
  });
});
