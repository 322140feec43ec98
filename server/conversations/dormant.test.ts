import { beforeEach, describe, expect, test } from "vitest";
import type { InboundMessage } from "../channels/inbound.ts";
import { database, inTransaction } from "../db.ts";
import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { conversationsReport } from "../reports/conversations-report.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { mergeClients } from "../merges/merge-clients.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { runBulkAction } from "../bulk/run-bulk-action.ts";
import { sendTemplates } from "../messages/send-templates.ts";
import { takeEcho } from "../messages/take-echo.ts";

const START = "mutation ($input: ConvStartInput!) { startConv(input: $input) { id assigneeId dormant } }";
const NOTIFY = "mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { messageId convId } }";
const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id dormant assigneeId } }";
const CONVS = "query ($input: ConvsInput!) { convs(input: $input) { nodes { id dormant } } }";
const ROWS = "query ($input: ConvRowsInput!) { convRows(input: $input) { nodes { id dormant } } }";
const COUNTS = `query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) {
  mine needsReply unassigned aiHandling snoozed dormant windowClosing all unread } }`;
const BULK = "mutation ($input: BulkActInput!) { bulkAct(input: $input) { id } }";
const UNDO = "mutation ($input: BulkActionInput!) { undoBulkAction(input: $input) { id } }";

type Conv = { id: string; assigneeId: string | null; dormant: boolean };
type Nodes = { nodes: Conv[] };

let workspaceId: number;
let ctx: Ctx;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let integration: Integration;
let customer: ReturnType<typeof customerSystem>;
let mia: Awaited<ReturnType<typeof createTestMember>>;

beforeEach(async () => {
  ({ workspaceId, ctx, api } = await createTestWorkspace());
  mia = await createTestMember(workspaceId, "ADMIN");
  const { id } = await createTestIntegration(workspaceId);
  integration = await database().integration.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: { properties: { start: "AGENT", assigneeId: mia.agentId } },
  });
  customer = customerSystem(id);
});

/** A contact known to the channel, with a dormant conversation. */
async function dormantConv(name = "maria"): Promise<{ convId: string; clientId: string }> {
  const { clientId, conversationId } = await customer.text(name, "An earlier message");
  const ended = { ended: true, endedAt: new Date(), needsResponse: false };
  await database().conversation.updateMany({ where: { workspaceId, id: conversationId }, data: ended });
  await database().convAssignment.deleteMany({ where: { workspaceId } });
  const { convId } = await api.ok<{ convId: string }>(NOTIFY, toClient(clientId));
  return { convId, clientId };
}
const toClient = (clientId: string) => ({ integrationId: integration.id, clientId, templateName: "sale" });
const convOf = (id: string) => database().conversation.findFirstOrThrow({ where: { workspaceId, id } });
const assignmentsOf = (convId: string) => database().convAssignment.findMany({ where: { workspaceId, convId } });
const rows = async (input: object) =>
  (await mia.api.ok<Nodes>(ROWS, input as Record<string, unknown>)).nodes.map(({ id }) => id);
const newConvEvents = async () =>
  (await database().event.findMany({ where: { workspaceId, name: "NEW_CONV" }, orderBy: { seq: "asc" } })).map(
    ({ payload }) => (payload as { dormant?: boolean }).dormant,
  );

const inbound = (senderId: string, changes: Partial<InboundMessage> = {}): InboundMessage => ({
  ...{ senderId, externalMessageId: null, externalConversationId: null, type: "text", content: "Yes please" },
  ...{ profile: {}, replyTo: null, providerAt: null },
  ...changes,
});

async function broadcastTo(count: number): Promise<string[]> {
  const data = { workspaceId, integrationId: integration.id, name: "Sale", templateName: "sale", createdBy: "SYSTEM" };
  const { id: broadcastId } = await database().broadcast.create({ data: { ...data, state: "inProgress" } });
  for (let n = 0; n < count; n++) await createTestClient(workspaceId, { externalClientId: `reader-${n}` });
  const clients = await database().client.findMany({
    where: { workspaceId, externalClientId: { startsWith: "reader-" } },
    orderBy: { id: "asc" },
  });
  const template = { name: "sale", language: null, components: null };
  await inTransaction({ ...ctx, now: new Date() }, (tx) =>
    sendTemplates(tx, { integration, template, broadcastId }, clients),
  );
  return (await database().conversation.findMany({ where: { workspaceId, broadcastId } })).map(({ id }) => id);
}

describe("a conversation that only the business has written in is dormant", () => {
  test("a broadcast opens them for nobody, in a view of their own, and leaves every other count as it was", async () => {
    await customer.text("waiting", "Is anybody there?");
    const before = await mia.api.ok<Record<string, number>>(COUNTS);
    expect(before).toMatchObject({ mine: 1, all: 1, unassigned: 0, dormant: 0 });
    const convIds = await broadcastTo(12);
    expect(await mia.api.ok(COUNTS)).toEqual({ ...before, dormant: 12 });
    expect((await rows({ view: "dormant" })).sort()).toEqual(convIds.sort());
    for (const view of ["mine", "all", "unassigned", "needsReply"])
      expect(await rows({ view })).not.toContain(convIds[0]);
    expect(await newConvEvents()).toEqual([false, ...Array.from({ length: 12 }, () => true)]);
    expect(await database().convAssignment.count({ where: { workspaceId } })).toBe(1);
  });

  test.each([
    ["sendNotification by a key", async (clientId: string) => api.ok<Conv>(NOTIFY, toClient(clientId))],
    ["startConv by a key", async (clientId: string) => api.ok<Conv>(START, toClient(clientId))],
    [
      "startConv by an agent's key",
      async (clientId: string) => (await createTestAgentKey(workspaceId)).api.ok<Conv>(START, toClient(clientId)),
    ],
  ])("%s", async (_, start) => {
    const { id: clientId } = await createTestClient(workspaceId, { externalClientId: "nora" });
    await start(clientId);
    const conv = await database().conversation.findFirstOrThrow({ where: { workspaceId, clientId } });
    expect(conv).toMatchObject({ dormant: true, assigneeId: null, aiId: null });
    expect(await newConvEvents()).toEqual([true]);
  });

  test("convs finds it, and chooses by it", async () => {
    const { convId } = await dormantConv();
    const found = async (input: Record<string, unknown>) => (await api.ok<Nodes>(CONVS, input)).nodes;
    expect(await found({ ended: false })).toEqual([{ id: convId, dormant: true }]);
    expect(await found({ dormant: true })).toEqual([{ id: convId, dormant: true }]);
    expect((await found({ dormant: false })).map(({ id }) => id)).not.toContain(convId);
    const is = (value: string) => ({ filter: { any: [{ all: [{ field: "state", op: "is", values: [value] }] }] } });
    expect(await rows(is("dormant"))).toEqual([convId]);
    expect(await rows(is("open"))).toEqual([]);
  });

  test("reports count it from the contact's answer on", async () => {
    const { convId } = await dormantConv();
    const period = { startDate: new Date(Date.now() - 3_600_000), endDate: new Date(Date.now() + 3_600_000) };
    const report = () => conversationsReport(ctx, { ...period, interval: "day", timeZone: "UTC" });
    expect(await report()).toMatchObject({ totals: { opened: 1, ended: 1 }, backlog: { open: 0, unassigned: 0 } });
    await customer.text("maria", "Yes please");
    expect(await report()).toMatchObject({ totals: { opened: 2 }, backlog: { open: 1, needsResponse: 1 } });
    expect(await convOf(convId)).toMatchObject({ dormant: false });
  });

  test("startConv by a person at the portal is theirs and not dormant, also into a dormant one", async () => {
    const ana = await createTestMember(workspaceId, "AGENT");
    const { id: clientId } = await createTestClient(workspaceId, { externalClientId: "nora" });
    const own = await ana.api.ok<Conv>(START, toClient(clientId));
    expect(own).toMatchObject({ assigneeId: ana.agentId, dormant: false });
    expect(await newConvEvents()).toEqual([false]);
    const { convId, clientId: mariaId } = await dormantConv();
    expect(await ana.api.ok(START, toClient(mariaId))).toMatchObject({
      id: convId,
      assigneeId: ana.agentId,
      dormant: false,
    });
  });
});

describe("the contact's first answer wakes it, and routing assigns it then", () => {
  const receive = (message: InboundMessage) => receiveMessage(ctx, integration, message);
  test.each<[string, () => Promise<unknown>]>([
    ["a text", () => receive(inbound("maria"))],
    ["several texts at once", () => Promise.all([1, 2, 3, 4, 5].map(() => receive(inbound("maria"))))],
    ["an answer to a message", () => receive(inbound("maria", { replyTo: { id: null, content: "sale", type: null } }))],
    ["a message from an ad", () => receive(inbound("maria", { sourceType: "ad" }))],
    ["a location", () => receive(inbound("maria", { type: "location", content: '{"latitude":1,"longitude":2}' }))],
    ["the channel's door", () => customer.text("maria", "Yes please")],
  ])("%s", async (_, answer) => {
    const { convId } = await dormantConv();
    expect(await assignmentsOf(convId)).toEqual([]);
    await answer();
    expect(await convOf(convId)).toMatchObject({ dormant: false, assigneeId: mia.agentId, needsResponse: true });
    expect(await assignmentsOf(convId)).toMatchObject([{ agentId: mia.agentId }]);
    expect(await database().conversation.count({ where: { workspaceId } })).toBe(2);
    expect(await rows({ view: "mine" })).toEqual([convId]);
    expect(await rows({ view: "dormant" })).toEqual([]);
  });

  test("many contacts at once, each once", async () => {
    const names = ["ada", "bea", "cleo", "dora", "emma"];
    const convIds: string[] = [];
    for (const name of names) convIds.push((await dormantConv(name)).convId);
    await Promise.all(names.flatMap((name) => [receive(inbound(name)), receive(inbound(name))]));
    for (const convId of convIds) {
      expect(await convOf(convId)).toMatchObject({ dormant: false, assigneeId: mia.agentId });
      expect(await assignmentsOf(convId)).toHaveLength(1);
      expect(await database().message.count({ where: { workspaceId, convId, isAgent: false } })).toBe(2);
    }
  });

  test("round robin gives it to who is online then", async () => {
    await database().integration.update({
      where: { workspaceId_id: { workspaceId, id: integration.id } },
      data: { properties: { start: "AUTO" } },
    });
    const { convId } = await dormantConv();
    await database().agent.updateMany({
      where: { id: mia.agentId },
      data: { lastSeenAt: new Date(), isAvailable: true },
    });
    await customer.text("maria", "Yes please");
    expect(await convOf(convId)).toMatchObject({ assigneeId: mia.agentId, dormant: false });
  });

  test("the opt-out word ends it for nobody", async () => {
    await database().workspaceSettings.update({ where: { workspaceId }, data: { optOutKeyword: "stop" } });
    const { convId } = await dormantConv();
    await customer.text("maria", "STOP");
    expect(await convOf(convId)).toMatchObject({ dormant: false, ended: true, assigneeId: null });
  });

  test("of a contact who stays archived it is nobody's", async () => {
    await database().workspaceSettings.update({ where: { workspaceId }, data: { autoUnarchiveOnMessage: false } });
    const { convId, clientId } = await dormantConv();
    await database().client.updateMany({ where: { id: clientId }, data: { deletedAt: new Date(), archivedBy: "x" } });
    await customer.text("maria", "Yes please");
    expect(await convOf(convId)).toMatchObject({ dormant: false, assigneeId: null, needsResponse: true });
  });
});

describe("what else happens in a dormant conversation", () => {
  test("a workspace key's message leaves it dormant, a person's makes it theirs", async () => {
    const { convId } = await dormantConv();
    const message = { integrationId: integration.id, convId, type: "text", content: "Still there?" };
    await api.ok(ADD, message);
    expect(await convOf(convId)).toMatchObject({ dormant: true, assigneeId: null });
    const ana = await createTestMember(workspaceId, "AGENT");
    await ana.api.ok(ADD, message);
    expect(await convOf(convId)).toMatchObject({ dormant: false, assigneeId: ana.agentId });
  });

  test("who is given it has it awake; taking the assignment back makes it dormant again, unless the contact answered", async () => {
    const { convId } = await dormantConv();
    const { id } = await mia.api.ok<{ id: string }>(BULK, {
      view: "dormant",
      deed: { kind: "assign", agentId: mia.agentId },
    });
    await runBulkAction(workspaceId, id);
    expect(await convOf(convId)).toMatchObject({ dormant: false, assigneeId: mia.agentId });
    const undone = await mia.api.ok<{ id: string }>(UNDO, { id });
    await runBulkAction(workspaceId, undone.id);
    expect(await convOf(convId)).toMatchObject({ dormant: true, assigneeId: null });
    const place = { integrationId: integration.id, convId };
    expect(await mia.api.ok(ASSIGN, { ...place, agentId: mia.agentId })).toMatchObject({ dormant: false });
    expect(await mia.api.ok(ASSIGN, place)).toMatchObject({ dormant: true, assigneeId: null });
    await customer.text("maria", "Yes please");
    expect(await mia.api.ok(ASSIGN, place)).toMatchObject({ dormant: false, assigneeId: null });
  });

  test("what the business wrote outside of the service wakes it for nobody", async () => {
    const { convId } = await dormantConv();
    const echo = { recipientId: "maria", externalMessageId: "e1", externalConversationId: null, type: "text" as const };
    const rest = { content: "From my phone", providerAt: null, replyTo: null };
    await takeEcho(ctx, integration, { ...echo, ...rest }, { mayWait: false, receivedAt: new Date() }, {});
    expect(await convOf(convId)).toMatchObject({ dormant: false, assigneeId: null, aiId: null });
  });

  test("of two contacts who are merged the conversation goes on that a person answered", async () => {
    const awake = await customer.text("nora", "Hello");
    await api.ok(ADD, {
      integrationId: integration.id,
      convId: awake.conversationId,
      type: "text",
      content: "Hi Nora",
    });
    const { convId, clientId } = await dormantConv();
    await mergeClients(testCtx(workspaceId, mia.actor), { id: awake.clientId, sourceIds: [clientId] });
    expect(await convOf(awake.conversationId)).toMatchObject({ ended: false });
    expect(await convOf(convId)).toMatchObject({ ended: true });
  });
});
