import { beforeAll, expect, test } from "vitest";
import { reportBroadcasts } from "../broadcasts/report-broadcasts.ts";
import { database } from "../db.ts";
import type { Ctx } from "../ctx.ts";
import type { MessageStatus } from "../generated/prisma/enums.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { eventually, startReceiver } from "../testing/receiver.ts";
import { addMessage } from "../messages/add-message.ts";
import { updateMessageStatus } from "./update-message-status.ts";

const REPORTS = ["sent", "failed", "delivered", "read", "played"] as const satisfies readonly MessageStatus[];
/** Lowest first: a proof of delivery beats a failure, and a late `sent` proves nothing. */
const ORDER: readonly MessageStatus[] = ["pending", "sent", "failed", "delivered", "read", "played"];
const SMPP = {
  pending: "ENROUTE",
  sent: "ACCEPTD",
  failed: "UNDELIV",
  delivered: "DELIVRD",
  read: "DELIVRD",
  played: "DELIVRD",
} as const;

let ctx: Ctx;
let workspaceId: number;
let integrationId: string;
beforeAll(async () => {
  ({ workspaceId } = await createTestWorkspace());
  ctx = testCtx(workspaceId);
  ({ id: integrationId } = await createTestIntegration(workspaceId));
});

/** All multisets of up to `size` reports, in any order: 461 of five kinds up to six. */
function multisets(size: number, from = 0): MessageStatus[][] {
  if (size === 0) return [[]];
  return [
    [],
    ...REPORTS.slice(from).flatMap((report, index) =>
      multisets(size - 1, from + index).map((rest) => [report, ...rest]),
    ),
  ];
}

/** Shuffles items, in the same way for the same seed. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const mixed = items.map((item, index) => ({
    item,
    rank: (Math.imul(seed * 31 + index + 1, 2_654_435_761) >>> 8) % 9_973,
  }));
  return mixed.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}

async function inLanes<T>(items: T[], work: (item: T, index: number) => Promise<void>, lanes = 8): Promise<void> {
  const entries = items.entries();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const [index, item] of entries) await work(item, index);
    }),
  );
}

/** The statuses in MESSAGE_UPDATED and MESSAGE_UPDATED_SMPP if the reports come one after another. */
function tellings(reports: readonly MessageStatus[]) {
  let status: MessageStatus = "pending";
  const updated: string[] = [];
  const smpp: string[] = [];
  for (const report of reports) {
    if (ORDER.indexOf(report) <= ORDER.indexOf(status)) continue;
    const next = report;
    const word = next === "played" ? "read" : next;
    if (updated.at(-1) !== word) updated.push(word);
    if (SMPP[next] !== SMPP[status]) smpp.push(SMPP[next]);
    status = next;
  }
  return { status, updated, smpp };
}

async function toldOf(messageId: string) {
  const events = await database().event.findMany({ where: { workspaceId, messageId }, orderBy: { seq: "asc" } });
  const of = (name: string) =>
    events.filter((event) => event.name === name).map(({ payload }) => (payload as { status: string }).status);
  return { updated: of("MESSAGE_UPDATED"), smpp: of("MESSAGE_UPDATED_SMPP") };
}

async function broadcastOf(totalCount: number): Promise<string> {
  const data = { workspaceId, integrationId, name: "Sale", templateName: "sale", createdBy: "SYSTEM", totalCount };
  const { id } = await database().broadcast.create({ data: { ...data, state: "inProgress", startedAt: new Date() } });
  return id;
}

/** The report's figures and a count of the messages, which must be equal. */
async function figures(broadcastId: string) {
  const today = new Date();
  const [report] = await reportBroadcasts(ctx, { integrationId, startDate: today, endDate: today });
  const groups = await database().message.groupBy({
    by: ["status"],
    where: { workspaceId, broadcastId },
    _count: true,
  });
  const count = (...statuses: MessageStatus[]) =>
    groups.filter(({ status }) => statuses.includes(status)).reduce((sum, { _count }) => sum + _count, 0);
  const recount = {
    pendingCount: count("pending"),
    sentCount: count("sent"),
    failedCount: count("failed"),
    deliveredCount: count("delivered"),
    readCount: count("read", "played"),
  };
  return { report, recount };
}

test("every choice of up to six reports, in whatever order, ends at the highest; each change is told once; the report is a recount", async () => {
  const all = multisets(6).filter(({ length }) => length > 0);
  expect(all).toHaveLength(461);
  const client = await createTestClient(workspaceId);
  const conv = await createTestConv(workspaceId, { integrationId, clientId: client.id });
  const broadcastId = await broadcastOf(all.length);
  const messages = await database().message.createManyAndReturn({
    data: all.map((_, index) => ({
      ...{ workspaceId, convId: conv.id, clientId: client.id, integrationId, broadcastId, seq: index + 1 },
      ...{ content: "Hi", type: "text" as const, isAgent: true, createdBy: "SYSTEM", status: "pending" as const },
      externalMessageId: `choice-${index}`,
    })),
    select: { id: true },
  });
  await inLanes(all, async (choice, index) => {
    const reports = shuffled(choice, index);
    const tell = (status: MessageStatus) =>
      updateMessageStatus(ctx, integrationId, { externalMessageId: `choice-${index}`, status, at: null });
    const isAtOnce = index % 2 === 0;
    if (isAtOnce) await Promise.all(reports.map(tell));
    else for (const status of reports) await tell(status);

    const messageId = messages[index]?.id ?? "";
    const row = await database().message.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: messageId } },
    });
    const expected = tellings(reports);
    const told = await toldOf(messageId);
    expect(row.status, String(reports)).toBe(expected.status);
    expect(row.error === null, String(reports)).toBe(expected.status !== "failed");
    if (!isAtOnce)
      return void expect(told, String(reports)).toEqual({ updated: expected.updated, smpp: expected.smpp });
    // For concurrent reports, the database chooses the order. Each status still occurs at most once, in rising order, and the last is
    // right.
    expect(new Set(told.updated).size).toBe(told.updated.length);
    expect(told.updated.at(-1)).toBe(expected.updated.at(-1));
    expect(told.smpp.at(-1)).toBe(expected.smpp.at(-1));
  });
  const { report, recount } = await figures(broadcastId);
  expect(report).toMatchObject(recount);
  expect(recount.readCount).toBeGreaterThan(100);
}, 120_000);

test("a thousand deliveries that are reported before the endpoint has answered all count: none stays at sent", async () => {
  const CONVS = 100;
  const EACH = 10;
  let fastest: ReturnType<typeof customerSystem> | null = null;
  const provider = await startReceiver((request, response, index) => {
    const externalMessageId = `early-${index}`;
    const answer = () => void response.end(JSON.stringify({ externalMessageId }));
    const told = fastest?.status({ messageId: externalMessageId, status: index % 3 === 0 ? "read" : "delivered" });
    // Two of three reports are stored before the send's response leaves. The third is stored at the same time as the response.
    if (index % 3 === 2) answer();
    else void told?.then(answer);
  });
  ({ id: integrationId } = await createTestIntegration(workspaceId, { endpoint: provider.url }));
  fastest = customerSystem(integrationId);
  await database().integration.update({
    where: { workspaceId_id: { workspaceId, id: integrationId } },
    data: { ratePerSecond: 1_000 },
  });
  await inLanes(Array.from({ length: CONVS }), async () => {
    const client = await createTestClient(workspaceId);
    const conv = await createTestConv(workspaceId, { integrationId, clientId: client.id });
    for (let index = 0; index < EACH; index++)
      await addMessage(testCtx(workspaceId), { integrationId, convId: conv.id, content: "Hi", type: "text" });
  });
  const broadcastId = await broadcastOf(CONVS * EACH);
  await database().message.updateMany({ where: { workspaceId, integrationId }, data: { broadcastId } });

  const worker = startSending(50);
  const below = { workspaceId, integrationId, status: { in: ["pending", "sent", "failed"] as MessageStatus[] } };
  await eventually(
    async () => (await database().message.count({ where: below })) === 0,
    90_000,
    () => "a message was not raised",
  );
  await worker.stop(5_000);
  await provider.close();
  const { report, recount } = await figures(broadcastId);
  expect(recount).toMatchObject({ pendingCount: 0, sentCount: 0, failedCount: 0 });
  expect(recount.deliveredCount + recount.readCount).toBe(CONVS * EACH);
  expect(report).toMatchObject(recount);
  expect(await database().parkedStatus.count({ where: { workspaceId, integrationId } })).toBe(0);
  const [{ repeated } = { repeated: -1 }] = await database().$queryRaw<{ repeated: number }[]>`
    select count(*)::int as repeated from (
      select "messageId", payload ->> 'status' from "Event" where "workspaceId" = ${workspaceId} and name = 'MESSAGE_UPDATED'
      group by 1, 2 having count(*) > 1) twice`;
  expect(repeated).toBe(0);
}, 150_000);
