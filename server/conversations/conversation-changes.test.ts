import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { closeExpiredConvs } from "./close-expired-convs.ts";

let workspaceId: number;
let integrationId: string;
let convId: string;
let inboundId: string;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];
let customer: ReturnType<typeof customerSystem>;

beforeEach(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  customer = customerSystem(integrationId);
  ({ conversationId: convId, messageId: inboundId } = await customer.text("maria", "Hello"));
});

const FIELDS = "id assigneeId aiId aiAssigneed ended endedBy endedAt stageId orderNo tags";
const ASSIGN = `mutation ($input: ConvAssignInput!) { assignConv(input: $input) { ${FIELDS} } }`;
const END = `mutation ($input: ConvEndInput!) { endConv(input: $input) { ${FIELDS} } }`;
const PATCH = `mutation ($input: ConvPatchInput!) { patchConv(input: $input) { ${FIELDS} } }`;
const TAG = `mutation ($input: ConvTagInput!) { tagConv(input: $input) { ${FIELDS} } }`;

const place = (more: Record<string, unknown> = {}) => ({ integrationId, convId, ...more });
const conv = () =>
  database().conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: convId } } });
const events = async (name: string) =>
  database().event.findMany({ where: { workspaceId, name, convId }, orderBy: { seq: "asc" } });
const notes = async () =>
  (
    await database().message.findMany({ where: { workspaceId, convId, noteType: "system" }, orderBy: { seq: "asc" } })
  ).map(({ content }) => content);

describe("assignConv", () => {
  test("gives it to an agent, takes it back, and raises ownerVersion with every change and none without", async () => {
    const ana = await createTestAgentKey(workspaceId, "Ana");
    expect(await api.ok(ASSIGN, place({ agentId: ana.agentId }))).toMatchObject({
      assigneeId: ana.agentId,
      aiId: null,
      aiAssigneed: false,
    });
    await api.ok(ASSIGN, place({ agentId: ana.agentId }));
    expect(await conv()).toMatchObject({ ownerVersion: 1, assigneeId: ana.agentId });
    expect(await api.ok(ASSIGN, place())).toMatchObject({ assigneeId: null });
    expect(await conv()).toMatchObject({ ownerVersion: 2 });
    expect(
      (await events("CONV_CHANGED")).map(({ assigneeId, prevAssigneeId }) => [assigneeId, prevAssigneeId]),
    ).toEqual([
      [ana.agentId, null],
      [null, ana.agentId],
    ]);
    expect(await notes()).toEqual(["Assigned to Ana", "Unassigned the conversation"]);
  });

  test("isAi takes the channel's assistant, else the workspace's first, and says so when there is none", async () => {
    expect(await api.refusal(ASSIGN, place({ isAi: true }))).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.isAi"],
    });
    const bot = (name: string) =>
      database().assistant.create({ data: { workspaceId, name, type: "builtIn", properties: "" } });
    const [first, second] = [await bot("First"), await bot("Second")];
    expect(await api.ok(ASSIGN, place({ isAi: true }))).toMatchObject({
      assigneeId: null,
      aiId: first.id,
      aiAssigneed: true,
    });
    await database().integration.updateMany({
      where: { workspaceId },
      data: { properties: { start: "AI", assigneeId: second.id } },
    });
    expect(await api.ok(ASSIGN, place({ isAi: true }))).toMatchObject({ aiId: second.id });
  });

  test("refuses agents who are not there, both at once, and an ended conversation", async () => {
    const other = await createTestWorkspace();
    const foreign = await createTestAgentKey(other.workspaceId);
    const gone = await database().agent.create({
      data: { workspaceId, userId: randomUUID(), name: "Gone", deletedAt: new Date() },
    });
    for (const agentId of [foreign.agentId, gone.id, "none"]) {
      expect(await api.refusal(ASSIGN, place({ agentId }))).toMatchObject({
        code: "NOT_FOUND",
        message: "Agent not found",
      });
    }
    const ana = await createTestAgentKey(workspaceId);
    expect(await api.refusal(ASSIGN, place({ agentId: ana.agentId, isAi: true }))).toMatchObject({ code: "BAD_INPUT" });
    await api.ok(END, place());
    expect(await api.refusal(ASSIGN, place({ agentId: ana.agentId }))).toMatchObject({ code: "CONFLICT" });
    expect(await conv()).toMatchObject({ assigneeId: null, ownerVersion: 0 });
  });

  test("an agent who gives a conversation away loses sight of it", async () => {
    const ana = await createTestMember(workspaceId, "AGENT");
    const bo = await createTestAgentKey(workspaceId, "Bo");
    expect(await ana.api.ok(ASSIGN, place({ agentId: bo.agentId }))).toMatchObject({ assigneeId: bo.agentId });
    expect(await ana.api.refusal(ASSIGN, place())).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("endConv", () => {
  test("ends it once, whoever asks at the same time, with its last message", async () => {
    const member = await createTestMember(workspaceId, "AGENT");
    const answers = await Promise.all(Array.from({ length: 10 }, () => member.api.ok(END, place())));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ ended: true, endedBy: member.userId, endedAt: expect.any(String) as string });
    const ending = await events("ENDING_CONV");
    expect(ending.map(({ payload }) => payload)).toMatchObject([
      { event: "ENDING_CONV", messageId: inboundId, content: "Hello", type: "text", isAgent: false },
    ]);
    expect(await conv()).toMatchObject({ needsResponse: false, lastMessageId: inboundId });
    expect(await notes()).toEqual(["Ended the conversation"]);
  });

  test("an ended conversation takes no answer any more", async () => {
    await api.ok(END, place());
    const add = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
    expect(await api.refusal(add, place({ content: "Hi", type: "text" }))).toMatchObject({ code: "CONFLICT" });
  });
});

describe("patchConv and tagConv", () => {
  test("what is left out stays, null empties", async () => {
    const stage = await database().tag.create({ data: { workspaceId, tag: "Shipping", type: "convStage" } });
    expect(await api.ok(PATCH, place({ stageId: stage.id, orderNo: " A-7 " }))).toMatchObject({
      stageId: stage.id,
      orderNo: "A-7",
    });
    expect(await api.ok(PATCH, place({ orderNo: "B" }))).toMatchObject({ stageId: stage.id, orderNo: "B" });
    expect(await api.ok(PATCH, place({ stageId: null }))).toMatchObject({ stageId: null, orderNo: "B" });
    await api.ok(PATCH, place({ stageId: null }));
    expect((await events("CONV_CHANGED")).length).toBe(3);
    expect(await notes()).toEqual(["Moved to stage Shipping", "Removed the stage"]);
  });

  test("a stage must be a convStage of the workspace", async () => {
    const other = await createTestWorkspace();
    const foreign = await database().tag.create({
      data: { workspaceId: other.workspaceId, tag: "X", type: "convStage" },
    });
    const wrong = await database().tag.create({ data: { workspaceId, tag: "X", type: "clientStage" } });
    for (const stageId of [foreign.id, wrong.id, "Shipping"]) {
      expect(await api.refusal(PATCH, place({ stageId }))).toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await api.refusal(PATCH, place({ orderNo: "x".repeat(201) }))).toMatchObject({ code: "BAD_INPUT" });
  });

  test("tags are the whole new set; a new value goes onto the tag list", async () => {
    expect(await api.ok(TAG, place({ tags: ["vip", " new ", "vip"] }))).toMatchObject({ tags: ["vip", "new"] });
    expect(await api.ok(TAG, place({ tags: ["vip"] }))).toMatchObject({ tags: ["vip"] });
    expect(await api.ok(TAG, place({ tags: [] }))).toMatchObject({ tags: [] });
    expect(
      (await database().tag.findMany({ where: { workspaceId, type: "conversation" } })).map(({ tag }) => tag).sort(),
    ).toEqual(["new", "vip"]);
    expect(await notes()).toEqual(["Added the tags vip, new", "Removed the tag new", "Removed the tag vip"]);
    expect(await api.refusal(TAG, place({ tags: [" "] }))).toMatchObject({ code: "BAD_INPUT" });
  });

  test("the service's own lines reach no subscriber and do not move the list", async () => {
    const before = await conv();
    await api.ok(TAG, place({ tags: ["vip"] }));
    await api.ok(ASSIGN, place({ agentId: (await createTestAgentKey(workspaceId)).agentId }));
    expect(await conv()).toMatchObject({
      lastMessageAt: before.lastMessageAt,
      lastMessageId: inboundId,
      needsResponse: true,
      lastSeq: 3,
    });
    expect(await database().event.count({ where: { workspaceId, name: "OUTGOING_MESSAGE" } })).toBe(0);
  });
});

describe("convTTL", () => {
  const age = (hours: number, id = convId) =>
    database().conversation.update({
      where: { workspaceId_id: { workspaceId, id } },
      data: { lastMessageAt: new Date(Date.now() - hours * 3_600_000) },
    });
  const ttl = (convTTL: number | null) =>
    database().workspaceSettings.update({ where: { workspaceId }, data: { convTTL } });

  test("ends what is older, once, by SYSTEM, whatever number of workers look at the same time", async () => {
    const young = await customer.text("bo", "Hello");
    for (let i = 0; i < 60; i++) await customer.text(`old-${i}`, "Hello");
    const old = new Date(Date.now() - 24.1 * 3_600_000);
    await database().conversation.updateMany({ where: { workspaceId }, data: { lastMessageAt: old } });
    await age(23.9, young.conversationId);
    await ttl(24);
    const counts = await Promise.all([closeExpiredConvs(), closeExpiredConvs(), closeExpiredConvs()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(61);
    expect(await conv()).toMatchObject({ ended: true, endedBy: "SYSTEM", needsResponse: false });
    expect(await database().conversation.findMany({ where: { workspaceId, ended: false } })).toMatchObject([
      { id: young.conversationId },
    ]);
    expect(await database().event.count({ where: { workspaceId, name: "ENDING_CONV" } })).toBe(61);
    expect((await events("ENDING_CONV")).map(({ payload }) => payload)).toMatchObject([{ messageId: inboundId }]);
    expect(await notes()).toEqual(["Ended because there was no message for 24 hours"]);
    expect(await closeExpiredConvs()).toBe(0);
  });

  // Reliability bar 20: three workers whose clocks are wrong.
  test.each([10, -10])("goes by the database's clock where that of the process is %s minutes off", async (minutes) => {
    const early = await customer.text("bo", "Hello");
    await age(24 - 5 / 60, early.conversationId);
    await age(24 + 1 / 60);
    await ttl(24);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
    const counts = await Promise.all([closeExpiredConvs(), closeExpiredConvs(), closeExpiredConvs()]).finally(() =>
      vi.useRealTimers(),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    const { endedAt, ...ended } = await conv();
    expect(ended).toMatchObject({ ended: true, endedBy: "SYSTEM" });
    expect(Math.abs(Date.now() - (endedAt?.getTime() ?? 0))).toBeLessThan(60_000);
    expect(await database().conversation.count({ where: { workspaceId, ended: false } })).toBe(1);
    expect(await events("ENDING_CONV")).toHaveLength(1);
  });

  test.each([null, 0])("%s is never", async (hours) => {
    await age(10_000);
    await ttl(hours);
    expect(await closeExpiredConvs()).toBe(0);
    expect(await conv()).toMatchObject({ ended: false });
  });
});
