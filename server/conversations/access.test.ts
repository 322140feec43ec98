import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { Api } from "../testing/api.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";

// Unassigned conversations, each caller's own, and another agent's.
type Place = "unassigned" | "own" | "other";
type Target = { convId: string; clientId: string; messageId: string; failedId: string };
type Caller = { api: Api; seesAll: boolean; own: Target; ids: Record<Place, Target> };

let workspaceId: number;
let integrationId: string;
const callers: Record<string, Caller> = {};

async function conversation(assigneeId: string | null, name: string): Promise<Target> {
  const first = await customerSystem(integrationId).text(name, `I am ${name}`, {
    clientInfo: { name, phone: "+5511998765432", email: "ana@example.com" },
  });
  await database().conversation.update({
    where: { workspaceId_id: { workspaceId, id: first.conversationId } },
    data: { assigneeId },
  });
  const failed = await database().message.create({
    data: {
      workspaceId,
      convId: first.conversationId,
      clientId: first.clientId,
      integrationId,
      seq: 99,
      content: "x",
      type: "text",
      isAgent: true,
      status: "failed",
      createdBy: "SYSTEM",
    },
  });
  return { convId: first.conversationId, clientId: first.clientId, messageId: first.messageId, failedId: failed.id };
}

beforeAll(async () => {
  const workspace = await createTestWorkspace();
  workspaceId = workspace.workspaceId;
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  const colleague = await createTestAgentKey(workspaceId, "Colleague");
  const agentKey = await createTestAgentKey(workspaceId, "Key");
  const [agent, agentPlus, admin] = [
    await createTestMember(workspaceId, "AGENT"),
    await createTestMember(workspaceId, "AGENT_PLUS"),
    await createTestMember(workspaceId, "ADMIN"),
  ];
  const made: [string, Api, boolean, string | null][] = [
    ["workspace key", workspace.api, true, null],
    ["agent-linked key", agentKey.api, false, agentKey.agentId],
    ["AGENT session", agent.api, false, agent.agentId],
    ["AGENT_PLUS session", agentPlus.api, false, agentPlus.agentId],
    ["ADMIN session", admin.api, true, admin.agentId],
  ];
  for (const [name, api, seesAll, agentId] of made) {
    const own = await conversation(agentId, `${name} own`);
    const ids = {
      unassigned: await conversation(null, `${name} unassigned`),
      own,
      other: await conversation(colleague.agentId, `${name} other`),
    };
    callers[name] = { api, seesAll, own, ids };
  }
});

const OPERATIONS: [string, string, (target: Target) => Record<string, unknown>][] = [
  ["conv", "query ($input: ConvInput!) { conv(input: $input) { id } }", ({ convId }) => ({ id: convId })],
  [
    "convLastMessage",
    "query ($input: ConvLastMessageInput!) { convLastMessage(input: $input) { messageId } }",
    ({ convId }) => ({ convId }),
  ],
  [
    "messageAttempts",
    "query ($input: MessageAttemptsInput!) { messageAttempts(input: $input) { nodes { attemptNo } } }",
    ({ messageId }) => ({ messageId }),
  ],
  [
    "addMessage",
    "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }",
    ({ convId }) => ({ integrationId, convId, content: "Hi", type: "text" }),
  ],
  [
    "addMessage note",
    "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }",
    ({ convId }) => ({ integrationId, convId, content: "Hi", type: "note" }),
  ],
  [
    "resendMessage",
    "mutation ($input: MessageResendInput!) { resendMessage(input: $input) { messageId } }",
    ({ failedId }) => ({ messageId: failedId }),
  ],
  [
    "patchConv",
    "mutation ($input: ConvPatchInput!) { patchConv(input: $input) { id } }",
    ({ convId }) => ({ integrationId, convId, orderNo: "7" }),
  ],
  [
    "tagConv",
    "mutation ($input: ConvTagInput!) { tagConv(input: $input) { id } }",
    ({ convId }) => ({ integrationId, convId, tags: ["vip"] }),
  ],
  [
    "assignConv",
    "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }",
    ({ convId }) => ({ integrationId, convId }),
  ],
  [
    "endConv",
    "mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }",
    ({ convId }) => ({ integrationId, convId }),
  ],
];

const CALLERS = ["workspace key", "agent-linked key", "AGENT session", "AGENT_PLUS session", "ADMIN session"];
const caller = (name: string): Caller =>
  callers[name] ??
  (() => {
    throw new Error(name);
  })();

describe.each(CALLERS)("%s", (name) => {
  test("lists exactly the conversations and messages it may see", async () => {
    const { api, seesAll, ids } = caller(name);
    const owners = await database().conversation.findMany({ where: { workspaceId } });
    const own = owners.find(({ id }) => id === ids.own.convId)?.assigneeId ?? null;
    const visible = owners
      .filter(({ assigneeId }) => seesAll || assigneeId === null || assigneeId === own)
      .map(({ id }) => id)
      .sort();
    const list = async (query: string, key: string, input = {}) =>
      (await api.ok<{ nodes: Record<string, string>[] }>(query, { first: 200, ...input })).nodes
        .map((row) => row[key] ?? "")
        .sort();
    expect(await list("query ($input: ConvsInput!) { convs(input: $input) { nodes { id } } }", "id")).toEqual(visible);
    const rows = "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id } } }";
    expect(await list(rows, "id")).toEqual(visible);
    expect(await list(rows, "id", { sort: "oldestWaiting" })).toEqual(visible);
    expect(await list(rows, "id", { ids: owners.map(({ id }) => id) })).toEqual(visible);
    const MESSAGES = "query ($input: MessagesInput!) { messages(input: $input) { nodes { convId } } }";
    expect([...new Set(await list(MESSAGES, "convId"))].sort()).toEqual(visible);
    const theirs = seesAll ? [ids.other.convId] : [];
    expect([...new Set(await list(MESSAGES, "convId", { convId: ids.other.convId }))]).toEqual(theirs);
    expect([...new Set(await list(MESSAGES, "convId", { clientId: ids.other.clientId }))]).toEqual(theirs);
    const need = await api.ok<number>(
      "query ($input: OpenConversationsNeedResponseCountInput!) { openConversationsNeedResponseCount(input: $input) }",
    );
    expect(need).toBe(owners.filter(({ id, needsResponse }) => needsResponse && visible.includes(id)).length);
    const counts = await api.ok<{ all: number }>(
      "query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) { all mine unassigned needsReply } }",
    );
    expect(counts.all).toBe(owners.filter(({ id, ended }) => !ended && visible.includes(id)).length);
  });

  test.each(OPERATIONS)(
    "%s reaches unassigned and own conversations, others' only with MANAGE_CONVS",
    async (_, query, inputOf) => {
      const { api, seesAll, ids } = caller(name);
      if (!seesAll) {
        const nothing = { convId: "none", clientId: "none", messageId: "none", failedId: "none" };
        // A hidden conversation and a missing one get the same response.
        expect(await api.refusal(query, inputOf(ids.other))).toEqual(await api.refusal(query, inputOf(nothing)));
        expect((await api.refusal(query, inputOf(ids.other))).code).toBe("NOT_FOUND");
      }
      for (const place of seesAll ? (["unassigned", "own", "other"] as const) : (["unassigned", "own"] as const)) {
        const { errors } = await api.call(query, inputOf(ids[place]));
        // The operations run one after another. The last ones find an ended conversation, never a hidden one.
        expect(
          errors
            .map(({ extensions }) => extensions.code)
            .filter((code) => code === "NOT_FOUND" || code === "FORBIDDEN_ROLE"),
        ).toEqual([]);
      }
    },
  );
});

test("no caller without MANAGE_CONVS changed another agent's conversations", async () => {
  for (const name of CALLERS.filter((each) => !caller(each).seesAll)) {
    const { convId } = caller(name).ids.other;
    expect(await database().conversation.findFirst({ where: { workspaceId, id: convId } })).toMatchObject({
      ended: false,
      tags: [],
      orderNo: null,
      lastSeq: 1,
    });
  }
});

test("an AGENT sees contacts masked wherever the inbox shows them, AGENT_PLUS and keys whole", async () => {
  const shown = async (name: string) => {
    const { api, own } = caller(name);
    const conv = await api.ok<{ client: { phone: string } }>(
      "query ($input: ConvInput!) { conv(input: $input) { client } }",
      { id: own.convId },
    );
    const { nodes } = await api.ok<{ nodes: { clientPhone: string }[] }>(
      "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { clientPhone } } }",
      { ids: [own.convId] },
    );
    return [conv.client.phone, nodes[0]?.clientPhone];
  };
  const masked = "+55•••••••32";
  expect(await shown("AGENT session")).toEqual([masked, masked]);
  for (const name of ["AGENT_PLUS session", "agent-linked key", "workspace key"])
    expect(await shown(name)).toEqual(["+5511998765432", "+5511998765432"]);
});

test("without a name, an AGENT sees the masked phone or outside id as the name", async () => {
  const first = await customerSystem(integrationId).text("5511998765432", "Hello");
  const { api } = caller("AGENT session");
  const { nodes } = await api.ok<{ nodes: { clientName: string; lastMessage: { senderName: string } }[] }>(
    "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { clientName lastMessage { senderName } } } }",
    { ids: [first.conversationId] },
  );
  expect(nodes).toEqual([{ clientName: "+55•••••••32", lastMessage: { senderName: "+55•••••••32" } }]);
});
