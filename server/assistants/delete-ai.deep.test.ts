import { beforeEach, describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { chooseAssignee } from "../conversations/choose-assignee.ts";
import { handOverConvsOfAi } from "../conversations/hand-over-convs-of-ai.ts";
import { api as apiOf } from "../testing/api.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestAgentKey, createTestIntegration, createTestWorkspace, testCtx } from "../testing/factories.ts";

const CREATE = "mutation ($input: AICreateInput!) { createAi(input: $input) { id } }";
const DELETE = "mutation ($input: AIDeleteInput!) { deleteAi(input: $input) { id name } }";
const ROUTE = "mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { id } }";
const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id assigneeId aiId aiAssigneed } }";

let workspaceId: number;
let api: ReturnType<typeof apiOf>;
let bot: typeof api;
let integrationId: string;
let customer: ReturnType<typeof customerSystem>;
let aiId: string;

beforeEach(async () => {
  const workspace = await createTestWorkspace();
  ({ workspaceId, api } = workspace);
  bot = apiOf({ key: workspace.apiKey }, workspaceId, "/bot/gq");
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  customer = customerSystem(integrationId);
  ({ id: aiId } = await bot.ok<{ id: string }>(CREATE, { name: "Otto", type: "builtIn", integrationProperties: {} }));
  await route({ start: "AI", assigneeId: aiId });
});

const route = (properties: object) => api.ok(ROUTE, { id: integrationId, properties });
const convOf = (id: string) => database().conversation.findFirstOrThrow({ where: { workspaceId, id } });
const outgoing = (convId: string) =>
  database().message.findMany({ where: { workspaceId, convId, isAgent: true }, orderBy: { seq: "asc" } });

describe("deleteAi hands over what the assistant holds", () => {
  test("to the agent that the channel names; the client is told, the thread says why", async () => {
    const ana = await createTestAgentKey(workspaceId, "Ana");
    await route({ handover: { toAgentId: ana.agentId, message: "A person takes over." } });
    const { conversationId, clientId } = await customer.text("m-1", "hello");
    const before = await convOf(conversationId);
    expect(before).toMatchObject({ aiId, assigneeId: null });
    await database().event.deleteMany({ where: { workspaceId } });

    expect(await bot.ok(DELETE, { id: aiId })).toEqual({ id: aiId, name: "Otto" });
    expect(await convOf(conversationId)).toMatchObject({
      aiId: null,
      assigneeId: ana.agentId,
      ended: false,
      ownerVersion: before.ownerVersion + 1,
    });
    expect(await outgoing(conversationId)).toMatchObject([
      {
        type: "note",
        noteType: "system",
        content: "Handed over to Ana, because the assistant Otto was deleted",
        createdBy: "SYSTEM",
      },
      {
        type: "text",
        content: "A person takes over.",
        status: "pending",
        agentId: null,
        aiId: null,
        createdBy: "SYSTEM",
      },
    ]);
    expect(await database().sendQueue.count({ where: { workspaceId, convId: conversationId } })).toBe(1);
    const given = await database().convAssignment.findMany({
      where: { workspaceId, convId: conversationId },
      orderBy: { id: "asc" },
    });
    expect(given).toMatchObject([
      { aiId, agentId: null },
      { aiId: null, agentId: ana.agentId },
    ]);
    const events = await database().event.findMany({ where: { workspaceId }, orderBy: { seq: "asc" } });
    expect(events.map(({ name }) => name)).toEqual([
      "WORKSPACE_CHANGED",
      "OUTGOING_MESSAGE",
      "MESSAGE_UPDATED_SMPP",
      "CONV_CHANGED",
    ]);
    expect(events.at(-1)).toMatchObject({
      convId: conversationId,
      clientId,
      assigneeId: ana.agentId,
      prevAssigneeId: null,
    });
  });

  test("without a rule, or when the rule's agent is gone, round robin over who is online; with nobody there, to nobody", async () => {
    const ana = await createTestAgentKey(workspaceId, "Ana");
    const bo = await createTestAgentKey(workspaceId, "Bo");
    await route({ handover: { toAgentId: bo.agentId } });
    await database().agent.updateMany({ where: { id: bo.agentId }, data: { deletedAt: new Date() } });
    const [online, offline] = [await customer.text("m-1", "hello"), await customer.text("m-2", "hello")];
    await database().conversation.updateMany({ where: { id: offline.conversationId }, data: { aiId: null } });
    await database().agent.updateMany({ where: { id: ana.agentId }, data: { lastSeenAt: new Date() } });
    await bot.ok(DELETE, { id: aiId });
    expect(await convOf(online.conversationId)).toMatchObject({ aiId: null, assigneeId: ana.agentId });

    await database().agent.updateMany({ where: { id: ana.agentId }, data: { lastSeenAt: null } });
    await database().conversation.updateMany({ where: { id: offline.conversationId }, data: { aiId } });
    expect(await handOverConvsOfAi(workspaceId, aiId)).toBe(1);
    expect(await convOf(offline.conversationId)).toMatchObject({ aiId: null, assigneeId: null, needsResponse: true });
    expect(await outgoing(offline.conversationId)).toMatchObject([
      { content: "Handed over to the team, because the assistant Otto was deleted" },
    ]);
  });

  test("a message that may not be sent now is not, and the thread says so; an archived client is given to nobody", async () => {
    const ana = await createTestAgentKey(workspaceId, "Ana");
    await route({ handover: { toAgentId: ana.agentId, message: "A person takes over." } });
    const late = await customer.text("m-1", "hello");
    const archived = await customer.text("m-2", "hello");
    await database().client.updateMany({ where: { id: archived.clientId }, data: { deletedAt: new Date() } });
    await database().integration.updateMany({ where: { id: integrationId }, data: { type: "WHATSAPP" } });
    await database().conversation.updateMany({
      where: { workspaceId },
      data: { lastClientMessageAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    await bot.ok(DELETE, { id: aiId });
    const [note, ...rest] = await outgoing(late.conversationId);
    expect(rest).toEqual([]);
    expect(note?.content).toMatch(/^Handed over to Ana, because .*\. The contact was not told: .*24 hours/);
    expect(await convOf(archived.conversationId)).toMatchObject({ aiId: null, assigneeId: null });
    expect((await outgoing(archived.conversationId))[0]?.content).toMatch(
      /The contact was not told: This contact is archived/,
    );
  });

  test("ended conversations stay as they were", async () => {
    const { conversationId } = await customer.text("m-1", "hello");
    await api.ok("mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }", {
      integrationId,
      convId: conversationId,
    });
    const before = await convOf(conversationId);
    await bot.ok(DELETE, { id: aiId });
    expect(await convOf(conversationId)).toEqual(before);
  });

  test("130 of them, each once, while the job does the same", async () => {
    const ana = await createTestAgentKey(workspaceId, "Ana");
    await route({ handover: { toAgentId: ana.agentId } });
    // Ten at a time: more may wait for a database connection for longer than a call may.
    for (let batch = 0; batch < 13; batch++) {
      await Promise.all(Array.from({ length: 10 }, (_, i) => customer.text(`m-${batch}-${i}`, "hello")));
    }
    expect(await database().conversation.count({ where: { workspaceId, aiId } })).toBe(130);
    const deleting = bot.ok(DELETE, { id: aiId });
    const job = async () => {
      while (!(await database().assistant.findFirst({ where: { id: aiId, deletedAt: { not: null } } })));
      await handOverConvsOfAi(workspaceId, aiId);
    };
    await Promise.all([deleting, job()]);
    expect(await database().conversation.count({ where: { workspaceId, assigneeId: ana.agentId, aiId: null } })).toBe(
      130,
    );
    expect(await database().message.count({ where: { workspaceId, noteType: "system" } })).toBe(130);
    expect(await database().convAssignment.count({ where: { workspaceId, agentId: ana.agentId } })).toBe(130);
  });

  test("of 50 rounds of a first message and a deletion at the same time, none leaves a conversation with what is gone", async () => {
    let held = 0;
    for (let round = 0; round < 50; round++) {
      const { id } = await bot.ok<{ id: string }>(CREATE, {
        name: `Otto ${round}`,
        type: "builtIn",
        integrationProperties: {},
      });
      await route({ start: "AI", assigneeId: id });
      const writing = customer.text(`race-${round}`, "hello");
      if (round % 2) await new Promise((wait) => setTimeout(wait, (round % 10) * 1.5));
      const [{ conversationId }] = await Promise.all([writing, bot.ok(DELETE, { id })]);
      expect(await convOf(conversationId)).toMatchObject({ aiId: null, assigneeId: null });
      held += await database().convAssignment.count({ where: { workspaceId, convId: conversationId, aiId: id } });
    }
    console.info(`in ${held} of 50 rounds the assistant had the conversation before it was deleted`);
  });
});

describe("a deleted assistant", () => {
  test("is no rule any more: the next conversation opens for nobody, and assignConv to it is refused", async () => {
    await bot.ok(DELETE, { id: aiId });
    const { conversationId } = await customer.text("m-1", "hello");
    expect(await convOf(conversationId)).toMatchObject({ aiId: null, assigneeId: null });
    expect(await api.refusal(ASSIGN, { integrationId, convId: conversationId, isAi: true })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.isAi"],
    });
    expect(await database().assistant.count({ where: { workspaceId } })).toBe(1);
  });

  test("whoever gives a conversation to an assistant holds it until they are done: the deletion waits", async () => {
    const integration: Pick<Integration, "properties"> = { properties: { start: "AI", assigneeId: aiId } };
    let deleted = false;
    let deleting: Promise<unknown> = Promise.resolve();
    await inTransaction(testCtx(workspaceId), async (tx) => {
      const owner = await chooseAssignee(tx, integration, { defaultAgentId: null, country: null });
      expect(owner).toEqual({ assigneeId: null, aiId });
      deleting = bot.ok(DELETE, { id: aiId }).then(() => (deleted = true));
      await new Promise((wait) => setTimeout(wait, 150));
      expect(deleted).toBe(false);
    });
    await deleting;
    expect(deleted).toBe(true);
  });

  test("the job leaves an assistant alone that is not deleted", async () => {
    const { conversationId } = await customer.text("m-1", "hello");
    await handOverConvsOfAi(workspaceId, aiId);
    expect(await convOf(conversationId)).toMatchObject({ aiId });
  });
});
