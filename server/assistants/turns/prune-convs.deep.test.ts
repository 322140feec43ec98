import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "../../ctx.ts";
import { database } from "../../db.ts";
import { addMessage } from "../../messages/add-message.ts";
import { pruneAttempts } from "../../conversations/prune.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../../testing/factories.ts";
import { pruneConvs } from "./prune-convs.ts";

const DAYS = 40;
const OLD = new Date(Date.now() - 50 * 86_400_000);

let ctx: Ctx;
let workspaceId: number;
let integrationId: string;
let agent: { userId: string; agentId: string };

beforeEach(async () => {
  ({ ctx, workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  agent = await createTestMember(workspaceId, "ADMIN");
});

/** A conversation with this many messages. `endedAt` null: it is open. */
async function conv(endedAt: Date | null, messages = 1): Promise<{ id: string; messageIds: string[] }> {
  const { id: clientId } = await createTestClient(workspaceId);
  const { id } = await createTestConv(workspaceId, { integrationId, clientId });
  const { id: first } = await addMessage({ ...ctx, now: new Date() }, { convId: id, content: "Hello", type: "text" });
  await database().sendQueue.deleteMany({ where: { workspaceId, convId: id } });
  await database().message.createMany({
    data: Array.from({ length: messages - 1 }, (_, index) => ({
      ...{ workspaceId, convId: id, clientId, integrationId, seq: 10 + index, content: "more", createdBy: "SYSTEM" },
      ...({ type: "text", isAgent: false, status: "delivered" } as const),
    })),
  });
  if (endedAt)
    await database().conversation.updateMany({
      where: { workspaceId, id },
      data: { ended: true, endedAt, endedBy: "SYSTEM", needsResponse: false },
    });
  const rows = await database().message.findMany({ where: { workspaceId, convId: id }, select: { id: true } });
  return { id, messageIds: [first, ...rows.map((row) => row.id).filter((each) => each !== first)] };
}

const left = async () =>
  (await database().conversation.findMany({ where: { workspaceId }, select: { id: true } })).map(({ id }) => id).sort();

/** One row of everything that can belong to a conversation and its message. */
async function hang(convId: string, messageId: string): Promise<void> {
  const db = database();
  const { userId, agentId } = agent;
  const of = { workspaceId, convId };
  const ofMessage = { workspaceId, messageId };
  const ai = await db.assistant.create({ data: { workspaceId, name: "Bot", type: "builtIn", properties: "" } });
  await db.assistantAnswer.create({
    data: { ...of, aiId: ai.id, clientMessageId: messageId, messageId, outcome: "answered", durationMs: 1 },
  });
  await db.assistantTurn.create({ data: { ...of, aiId: ai.id, ownerVersion: 0 } });
  const bulk = await db.bulkAction.create({ data: { workspaceId, userId, action: { kind: "end" } } });
  await db.bulkActionItem.create({ data: { ...of, bulkId: bulk.id } });
  await db.convAssignment.create({ data: { ...of, agentId } });
  await db.convRead.create({ data: { ...of, agentId, lastReadSeq: 1 } });
  await db.convSnooze.create({ data: { ...of, agentId } });
  await db.draft.create({ data: { ...of, agentId, mode: "reply", text: "Dear", replyToMessageId: messageId } });
  const scheduled = { message: { type: "text" }, sendAt: new Date(), state: "sent", sentMessageId: messageId } as const;
  await db.scheduledMessage.create({ data: { ...of, id: randomUUID(), agentId, userId, ...scheduled } });
  await db.noteMention.create({ data: { ...ofMessage, convId, agentId } });
  await db.messageReaction.create({ data: { ...ofMessage, isAgent: false, emoji: "👍", at: new Date() } });
  await db.messageVersion.create({ data: { ...ofMessage, versionNo: 1, content: "before", replacedAt: new Date() } });
  await db.sendAttempt.create({ data: { ...ofMessage, attemptNo: 1, endedAt: OLD, outcome: "accepted" } });
  await db.creditAccount.upsert({ where: { workspaceId }, create: { workspaceId }, update: {} });
  await db.creditEntry.create({ data: { ...ofMessage, delta: -1, kind: "reserve", createdBy: "SYSTEM" } });
  const upload = { fileName: randomUUID(), contentType: "image/png", createdBy: "SYSTEM" };
  const { id: uploadId } = await db.upload.create({ data: { workspaceId, ...upload } });
  await db.mediaCopy.create({ data: { ...ofMessage, uploadId, integrationId, source: {} } });
}

test("what ended long ago goes with all that hangs on it; what others say of it forgets it", async () => {
  const old = await conv(OLD, 3);
  const later = await conv(null);
  const [first = ""] = old.messageIds;
  const [reply = ""] = later.messageIds;
  await hang(old.id, first);
  await database().message.updateMany({
    where: { workspaceId, id: reply },
    data: { replyToMessageId: first, resendOfId: first },
  });
  expect(await pruneConvs(DAYS)).toBe(1);
  expect(await left()).toEqual([later.id]);
  expect(await database().message.findMany({ where: { workspaceId } })).toMatchObject([
    { id: reply, replyToMessageId: null, resendOfId: null },
  ]);
  expect(await database().creditEntry.findMany({ where: { workspaceId } })).toMatchObject([
    { delta: -1, messageId: null },
  ]);
  expect(await database().client.count({ where: { workspaceId } })).toBe(2);
  expect(await pruneConvs(DAYS)).toBe(0);
});

test("what goes on, ended lately, is still asked about, or waits for a message stays; without a setting, everything", async () => {
  const lately = await conv(new Date(Date.now() - 30 * 86_400_000));
  const goesOn = await conv(null);
  const ofBroadcast = await conv(OLD);
  const questioned = await conv(OLD);
  const awaiting = await conv(OLD);
  const gone = await conv(OLD);
  const db = database();
  const facts = { name: "Autumn", state: "completed", templateName: "hello", createdBy: "SYSTEM" } as const;
  const { id: broadcastId } = await db.broadcast.create({ data: { workspaceId, integrationId, ...facts } });
  await db.message.updateMany({ where: { workspaceId, convId: ofBroadcast.id }, data: { broadcastId } });
  const ai = await db.assistant.create({ data: { workspaceId, name: "Bot", type: "builtIn", properties: "" } });
  const question = { aiId: ai.id, convId: questioned.id, question: "Why?", expects: {}, createdBy: "SYSTEM" };
  await db.evalQuestion.create({ data: { workspaceId, ...question } });
  const scheduled = { message: { type: "text" }, sendAt: new Date(Date.now() + 86_400_000) };
  const { userId, agentId } = agent;
  const waits = { workspaceId, convId: awaiting.id, id: randomUUID(), userId, agentId };
  await db.scheduledMessage.create({ data: { ...waits, ...scheduled } });
  expect(await pruneConvs(0)).toBe(0);
  expect(await left()).toContain(gone.id);
  expect(await pruneConvs(DAYS)).toBe(1);
  expect(await left()).toEqual([lately.id, goesOn.id, ofBroadcast.id, questioned.id, awaiting.id].sort());
});

test("many and long ones go in batches, over runs that are cut short", async () => {
  const long = await conv(OLD, 4_500);
  for (let index = 0; index < 45; index++) await conv(OLD);
  const stays = await conv(null);
  const counts = [await database().message.count({ where: { workspaceId } })];
  let runs = 0;
  while ((await left()).length > 1 && runs++ < 50) {
    await pruneConvs(DAYS, 1);
    counts.push(await database().message.count({ where: { workspaceId } }));
  }
  expect(await left()).toEqual([stays.id]);
  expect(runs).toBeGreaterThan(2);
  const steps = counts.slice(1).map((count, index) => (counts[index] ?? 0) - count);
  expect(Math.max(...steps)).toBeLessThanOrEqual(2_000);
  expect(await database().message.count({ where: { workspaceId, convId: long.id } })).toBe(0);
});

test("old attempts go but for those of what is still queued", async () => {
  const { id: convId } = await conv(null);
  const { clientId } = await database().conversation.findFirstOrThrow({ where: { workspaceId, id: convId } });
  // A message's id starts with the time at which it was written.
  const [messageId = "", queuedId = ""] = [1, 2].map(() => uuidv7({ msecs: OLD.getTime() }));
  await database().message.createMany({
    data: [messageId, queuedId].map((id, index) => ({
      ...{ workspaceId, id, convId, clientId, integrationId, seq: 10 + index, content: "once", createdBy: "SYSTEM" },
      ...({ type: "text", isAgent: true, status: "pending" } as const),
    })),
  });
  const { id: fresh } = await addMessage({ ...ctx, now: new Date() }, { convId, content: "now", type: "text" });
  await database().sendQueue.updateMany({ where: { workspaceId, messageId: fresh }, data: { messageId: queuedId } });
  const attempt = (of: string, attemptNo: number, startedAt: Date) =>
    database().sendAttempt.create({ data: { workspaceId, messageId: of, attemptNo, startedAt, outcome: "retry" } });
  await attempt(messageId, 1, OLD);
  await attempt(queuedId, 1, OLD);
  await attempt(fresh, 1, OLD);
  expect(await pruneAttempts(0)).toBe(0);
  await pruneAttempts(DAYS);
  const attempts = await database().sendAttempt.findMany({
    where: { workspaceId },
    orderBy: [{ attemptNo: "asc" }, { messageId: "asc" }],
  });
  expect(attempts.map((row) => [row.messageId, row.attemptNo])).toEqual([
    [queuedId, 1],
    [fresh, 1],
  ]);
});
