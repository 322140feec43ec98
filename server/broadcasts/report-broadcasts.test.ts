import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { BroadcastState, MessageStatus } from "../generated/prisma/enums.ts";
import type { Api } from "../testing/api.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";

const REPORT = `query ($input: BroadcastReportInput!) { broadcastReport(input: $input) { nodes {
  id reportDate sentCount deliveredCount readCount pendingCount failedCount successCount integrationId createdAt } } }`;

type Node = Record<string, number | string>;

let workspaceId: number;
let api: Api;
let shop: string;
let other: string;
let clientIds: string[];

/** Stores a broadcast after some sending: messages with these statuses, and recipients without a message. */
async function stored(
  integrationId: string,
  times: { createdAt: string; startedAt: string | null; state?: BroadcastState },
  statuses: MessageStatus[] = [],
  without: { waiting?: number; refused?: number } = {},
): Promise<string> {
  const { state = "completed", createdAt, startedAt } = times;
  const db = database();
  const { id: broadcastId } = await db.broadcast.create({
    data: {
      workspaceId,
      name: "Sale",
      integrationId,
      state,
      templateName: "sale",
      createdBy: "SYSTEM",
      createdAt,
      startedAt,
    },
  });
  const left = [...clientIds];
  const next = () => left.pop() ?? "";
  for (const status of statuses) {
    const clientId = next();
    const conv = await createTestConv(workspaceId, { integrationId, clientId });
    const { id: messageId } = await db.message.create({
      data: {
        workspaceId,
        convId: conv.id,
        clientId,
        integrationId,
        seq: 1,
        content: "sale",
        type: "template",
        isAgent: true,
        createdBy: "SYSTEM",
        status,
        broadcastId,
      },
    });
    await db.broadcastRecipient.create({ data: { workspaceId, broadcastId, clientId, messageId } });
  }
  const recipient = (error: string | null) =>
    db.broadcastRecipient.create({ data: { workspaceId, broadcastId, clientId: next(), error } });
  for (let n = 0; n < (without.waiting ?? 0); n++) await recipient(null);
  for (let n = 0; n < (without.refused ?? 0); n++) await recipient("archived");
  return broadcastId;
}

const report = async (startDate: string, endDate: string, integrationId?: string) =>
  (await api.ok<{ nodes: Node[] }>(REPORT, { startDate, endDate, integrationId })).nodes;

beforeAll(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: shop } = await createTestIntegration(workspaceId));
  ({ id: other } = await createTestIntegration(workspaceId, { name: "Other" }));
  clientIds = [];
  for (let n = 0; n < 12; n++) clientIds.push((await createTestClient(workspaceId)).id);
  await stored(
    shop,
    { createdAt: "2026-03-09T08:00:00Z", startedAt: "2026-03-10T00:00:00.000Z" },
    ["sent", "sent", "delivered", "read", "played", "pending", "failed"],
    { refused: 1 },
  );
  await stored(
    shop,
    { createdAt: "2026-03-10T12:00:00Z", startedAt: "2026-03-10T23:59:59.999Z", state: "inProgress" },
    ["delivered", "pending"],
    { waiting: 3 },
  );
  await stored(shop, { createdAt: "2026-03-10T12:00:00Z", startedAt: "2026-03-11T00:00:00.000Z" }, ["read"]);
  await stored(other, { createdAt: "2026-03-10T10:00:00Z", startedAt: "2026-03-10T10:00:01Z" }, ["sent"]);
  // Failed at once: no startedAt, counted on the day it was made.
  await stored(shop, { createdAt: "2026-03-12T23:00:00Z", startedAt: null, state: "failed" }, [], { refused: 4 });
  // Not started: counted nowhere.
  await stored(shop, { createdAt: "2026-03-10T09:00:00Z", startedAt: null, state: "draft" });
  await stored(shop, { createdAt: "2026-03-10T09:00:00Z", startedAt: null, state: "scheduled" });
  const foreign = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(foreign.workspaceId);
  await database().broadcast.create({
    data: {
      workspaceId: foreign.workspaceId,
      name: "Theirs",
      integrationId,
      state: "completed",
      templateName: "x",
      createdBy: "SYSTEM",
      startedAt: "2026-03-10T10:00:00Z",
    },
  });
});

describe("broadcastReport", () => {
  test("has one node per channel and UTC day, with what has become of the messages", async () => {
    const nodes = await report("2026-03-10T00:00:00Z", "2026-03-12T00:00:00Z");
    const counts = (sent: number, delivered: number, read: number, pending: number, failed: number) => ({
      sentCount: sent,
      deliveredCount: delivered,
      readCount: read,
      pendingCount: pending,
      failedCount: failed,
      successCount: sent + delivered + read,
    });
    const node = (integrationId: string, day: string, createdAt: string, figures: ReturnType<typeof counts>) => ({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      integrationId,
      reportDate: `${day}T00:00:00.000Z`,
      createdAt,
      ...figures,
    });
    const ofDay = [
      node(shop, "2026-03-10", "2026-03-09T08:00:00.000Z", counts(2, 2, 2, 5, 2)),
      node(other, "2026-03-10", "2026-03-10T10:00:00.000Z", counts(1, 0, 0, 0, 0)),
    ].sort((a, b) => (a.integrationId < b.integrationId ? -1 : 1));
    expect(nodes).toEqual([
      node(shop, "2026-03-12", "2026-03-12T23:00:00.000Z", counts(0, 0, 0, 0, 4)),
      node(shop, "2026-03-11", "2026-03-10T12:00:00.000Z", counts(0, 0, 1, 0, 0)),
      ...ofDay,
    ]);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(4);
  });

  test("keeps a node's id, whatever is asked, and follows a status", async () => {
    const [before] = await report("2026-03-11T00:00:00Z", "2026-03-11T00:00:00Z");
    const [again] = await report("2026-03-11T18:30:00Z", "2026-03-11T02:00:00Z", shop);
    expect(again).toEqual(before);
    await database().message.updateMany({
      where: { workspaceId, status: "read" },
      data: { status: "played" },
    });
    expect(await report("2026-03-11T00:00:00Z", "2026-03-11T00:00:00Z")).toEqual([before]);
  });

  test("includes both days whole, and no day beside them", async () => {
    const days = async (start: string, end: string) =>
      (await report(start, end, shop)).map(({ reportDate }) => String(reportDate).slice(0, 10));
    expect(await days("2026-03-10T23:00:00Z", "2026-03-11T00:00:00Z")).toEqual(["2026-03-11", "2026-03-10"]);
    expect(await days("2026-03-10", "2026-03-10")).toEqual(["2026-03-10"]);
    expect(await days("2026-03-01", "2026-03-09")).toEqual([]);
    expect(await days("2026-03-13", "2026-03-31")).toEqual([]);
    // Midnight in Berlin is the day before in UTC.
    expect(await days("2026-03-12T00:30:00+01:00", "2026-03-12T00:30:00+01:00")).toEqual(["2026-03-11"]);
  });

  test("of a channel that is not there, or another workspace's, is empty", async () => {
    const foreign = await createTestWorkspace();
    const theirs = await createTestIntegration(foreign.workspaceId);
    for (const id of [theirs.id, "01900000-0000-7000-8000-000000000000", "x"]) {
      expect(await report("2026-03-01", "2026-03-31", id)).toEqual([]);
    }
  });

  test("refuses an endDate before the startDate", async () => {
    const refusal = await api.refusal(REPORT, { startDate: "2026-03-11T00:00:00Z", endDate: "2026-03-10T23:59:59Z" });
    expect(refusal).toEqual({
      code: "BAD_INPUT",
      message: "endDate lies before startDate",
      paths: ["input.endDate"],
    });
  });
});

test("the list of a channel and a day has the broadcasts that the report's row counts", async () => {
  const LIST = `query ($input: BroadcastsInput!) { broadcasts(input: $input) { nodes { startedAt state } } }`;
  const listed = async (integrationId: string, day: number) => {
    const span = { startDate: `2026-03-${day}T00:00:00Z`, endDate: `2026-03-${day + 1}T00:00:00Z` };
    const { nodes } = await api.ok<{ nodes: { startedAt: string | null }[] }>(LIST, { integrationId, ...span });
    return nodes.map(({ startedAt }) => startedAt).sort();
  };
  expect(await listed(shop, 10)).toEqual(["2026-03-10T00:00:00.000Z", "2026-03-10T23:59:59.999Z"]);
  expect(await listed(other, 10)).toEqual(["2026-03-10T10:00:01.000Z"]);
  expect(await listed(shop, 11)).toEqual(["2026-03-11T00:00:00.000Z"]);
  // A broadcast that failed at once counts. Drafts and scheduled broadcasts appear in no list of a day.
  expect(await listed(shop, 12)).toEqual([null]);
  expect(await listed(shop, 13)).toEqual([]);
});
