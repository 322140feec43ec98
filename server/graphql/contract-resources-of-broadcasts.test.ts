import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { MessageStatus } from "../generated/prisma/enums.ts";
import { ISO, UUID, wholeAnswers, type Field, type Json } from "../testing/contract/whole-answers.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { coreSchema } from "./schema.ts";

// The last part of contract-resources.test.ts: broadcasts, their states, and their report.
let call: ReturnType<typeof wholeAnswers>["call"], first: ReturnType<typeof wholeAnswers>["first"];
let workspaceId: number, integrationId: string, stage: Json;

const components = [{ type: "body", text: "Hello {{name}}" }];
const input = () => ({
  name: "Spring",
  integrationId,
  clientTags: ["vip"],
  clientStageId: stage.id,
  country: "BR",
  templateName: "spring_sale",
  templateLang: "pt",
  templateComponents: components,
});

beforeAll(async () => {
  const workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  ({ call, first } = wholeAnswers(coreSchema, workspace.api));
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  stage = await call("createTag", { type: "clientStage", tag: "Lead" });
  await call("createClient", { externalClientId: "maria", tags: ["vip"], country: "BR", stage: "Lead" });
  const { id: clientId } = await first("clients", { externalClientId: "maria" });
  // Makes the contact reachable on the channel.
  const identity = { workspaceId, scope: `custom:${integrationId}`, externalId: "maria", clientId: String(clientId) };
  await database().clientIdentity.createMany({ data: [identity], skipDuplicates: true });
});

describe("Broadcast", () => {
  let draft: Json, scheduled: Json, failed: Json;
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  beforeAll(async () => {
    draft = await call("createBroadcast", input());
    scheduled = await call("createBroadcast", { ...input(), name: "Later", scheduledAt });
    failed = await call("createBroadcast", { ...input(), name: "Nobody", clientTags: ["nobody has this"] });
    const state = { state: "failed" as const, error: "Nobody matches", completedAt: new Date() };
    await database().broadcast.updateMany({ where: { workspaceId, id: String(failed.id) }, data: state });
    failed = await call("broadcast", { id: failed.id });
  });
  const FIELDS: Field[] = [
    ["workspaceId", () => expect(draft.workspaceId).toBe(workspaceId)],
    ["id", () => expect(draft.id).toMatch(UUID)],
    ["name", async () => expect(await first("broadcasts", { name: "SPRING" })).toMatchObject({ id: draft.id })],
    ["integrationId", () => expect(draft.integrationId).toBe(integrationId)],
    [
      "state",
      () => {
        expect([draft.state, scheduled.state, failed.state]).toEqual(["draft", "scheduled", "failed"]);
        const type = coreSchema.getType("BroadcastState");
        const names = type && "getValues" in type ? type.getValues().map(({ name }) => name) : [];
        expect(names.sort()).toEqual(["completed", "draft", "failed", "inProgress", "scheduled"]);
      },
    ],
    ["templateName", () => expect(draft.templateName).toBe("spring_sale")],
    ["templateLang", () => expect(draft.templateLang).toBe("pt")],
    ["templateComponents", () => expect(draft.templateComponents).toEqual(components)],
    ["clientTags", () => expect(draft.clientTags).toEqual(["vip"])],
    ["clientStageId", () => expect(draft.clientStageId).toBe(stage.id)],
    ["country", () => expect(draft.country).toBe("BR")],
    ["scheduledAt", () => expect([draft.scheduledAt, scheduled.scheduledAt]).toEqual([null, scheduledAt])],
    ["startedAt", () => expect(draft.startedAt).toBeNull()],
    ["completedAt", () => expect([draft.completedAt, failed.completedAt]).toEqual([null, expect.stringMatching(ISO)])],
    ["createdAt", () => expect(draft.createdAt).toMatch(ISO)],
    ["totalCount", () => expect(draft.totalCount).toBe(0)],
    ["failedCount", () => expect(draft.failedCount).toBe(0)],
    ["error", () => expect([draft.error, failed.error]).toEqual([null, "Nobody matches"])],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());
});

describe("Broadcast state", () => {
  test("createBroadcast without scheduledAt makes a draft", async () => {
    expect(await call("createBroadcast", input())).toMatchObject({ state: "draft", startedAt: null });
  });

  test("launchBroadcast: inProgress, startedAt set, completedAt empty, failedCount 0", async () => {
    const { id } = await call("createBroadcast", input());
    expect(await call("launchBroadcast", { id })).toMatchObject({
      id,
      name: "Spring",
      state: "inProgress",
      startedAt: expect.stringMatching(ISO),
      completedAt: null,
      failedCount: 0,
    });
  });
});

describe("Broadcast report node", () => {
  const day = "2026-03-10";
  const span = { startDate: `${day}T13:00:00Z`, endDate: `${day}T01:00:00Z` };
  let node: Json, channel: string;
  beforeAll(async () => {
    ({ id: channel } = await createTestIntegration(workspaceId, { name: "Reports" }));
    const statuses: MessageStatus[] = ["sent", "delivered", "delivered", "read", "played", "pending", "failed"];
    await broadcast({ startedAt: new Date(`${day}T23:59:59Z`) }, statuses);
    await broadcast({ startedAt: new Date("2026-03-11T00:00:00Z") }, ["sent"]);
    await broadcast({ createdAt: new Date(`${day}T05:00:00Z`), state: "failed", error: "no audience" }, []);
    const { nodes } = await call<{ nodes: Json[] }>("broadcastReport", { ...span, integrationId: channel });
    expect(nodes).toHaveLength(1);
    node = nodes[0] ?? {};
  });

  async function broadcast(more: Json, statuses: MessageStatus[]): Promise<void> {
    const data = { workspaceId, name: "Past", integrationId: channel, templateName: "t", createdBy: "SYSTEM" };
    const { id } = await database().broadcast.create({ data: { ...data, state: "completed", ...more } });
    for (const status of statuses) {
      const { id: clientId } = await createTestClient(workspaceId);
      const { id: convId } = await createTestConv(workspaceId, { integrationId: channel, clientId });
      const place = { workspaceId, convId, clientId, integrationId: channel, broadcastId: id };
      const body = { seq: 1, content: "t", type: "template" as const, isAgent: true, createdBy: "SYSTEM", status };
      const message = await database().message.create({ data: { ...place, ...body } });
      await database().broadcastRecipient.create({
        data: { workspaceId, broadcastId: id, clientId, messageId: message.id },
      });
    }
  }

  const FIELDS: Field[] = [
    [
      "id",
      async () => {
        expect(node.id).toMatch(UUID);
        expect(await first("broadcastReport", { ...span, integrationId: channel })).toMatchObject({ id: node.id });
      },
    ],
    ["reportDate", () => expect(node.reportDate).toBe(`${day}T00:00:00.000Z`)],
    [
      "sentCount, deliveredCount, readCount, pendingCount, failedCount",
      () =>
        expect(node).toMatchObject({
          sentCount: 1,
          deliveredCount: 2,
          readCount: 2,
          pendingCount: 1,
          failedCount: 1,
        }),
    ],
    ["successCount", () => expect(node.successCount).toBe(5)],
    ["integrationId", () => expect(node.integrationId).toBe(channel)],
    ["createdAt", () => expect(node.createdAt).toMatch(ISO)],
  ];
  test.each(FIELDS)("%s", (_, holds) => holds());

  test("one node per channel and UTC day; a broadcast that failed without having started counts on the day it was made", async () => {
    const days = { startDate: "2026-03-10", endDate: "2026-03-11" };
    const { nodes } = await call<{ nodes: Json[] }>("broadcastReport", { ...days, integrationId: channel });
    expect(nodes.map(({ reportDate }) => reportDate).sort()).toEqual([
      "2026-03-10T00:00:00.000Z",
      "2026-03-11T00:00:00.000Z",
    ]);
    const day5 = { startDate: "2026-03-05", endDate: "2026-03-05", integrationId: channel };
    await broadcast({ createdAt: new Date("2026-03-05T12:00:00Z"), state: "failed", error: "no audience" }, []);
    expect(await first("broadcastReport", day5)).toMatchObject({ reportDate: "2026-03-05T00:00:00.000Z" });
  });
});
