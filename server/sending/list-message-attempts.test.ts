import { beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { setIntegrationState } from "../integrations/set-integration-state.ts";
import { quote } from "../say.ts";
import type { Api } from "../testing/api.ts";
import { claimDue } from "../testing/claim-due.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { settleSend } from "./send-outcome.ts";

const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
const LEDGER = `query ($input: MessageAttemptsInput!) { messageAttempts(input: $input) {
  nodes { attemptNo outcome responseStatus error explanation startedAt endedAt } nextAttemptAt waitsFor } }`;

type Ledger = {
  nodes: { attemptNo: number; outcome: string | null; error: string | null; explanation: string }[];
  nextAttemptAt: string | null;
  waitsFor: string | null;
};

let workspaceId: number;
let integrationId: string;
let convId: string;
let api: Api;
beforeEach(async () => {
  await database().sendQueue.deleteMany();
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  const client = await createTestClient(workspaceId);
  ({ id: convId } = await createTestConv(workspaceId, { integrationId, clientId: client.id }));
});

const say = async () =>
  (await api.ok<{ messageId: string }>(ADD, { integrationId, convId, content: "Hi", type: "text" })).messageId;
const ledger = (messageId: string) => api.ok<Ledger>(LEDGER, { messageId });
const explanations = async (messageId: string) => (await ledger(messageId)).nodes.map(({ explanation }) => explanation);
async function claim() {
  const [send] = await claimDue();
  if (!send) throw new Error("nothing to claim");
  return send;
}

test("the ledger tells each attempt's story as far as it has come", async () => {
  const messageId = await say();
  expect(await ledger(messageId)).toEqual({ nodes: [], nextAttemptAt: expect.any(String) as string, waitsFor: null });
  const first = await claim();
  expect(await ledger(messageId)).toMatchObject({ nextAttemptAt: null, waitsFor: null });
  expect(await explanations(messageId)).toEqual(["The provider is being asked."]);
  await settleSend(first, { outcome: "retry", error: quote("Connection refused"), responseStatus: null });
  expect(await ledger(messageId)).toMatchObject({
    nodes: [{ outcome: "retry", explanation: "Nothing was sent: Connection refused. It is tried again." }],
    nextAttemptAt: expect.any(String) as string,
    waitsFor: null,
  });
  await database().sendQueue.updateMany({ where: { messageId }, data: { nextAttemptAt: new Date() } });
  await settleSend(await claim(), { outcome: "refused", error: quote("Blocked by the customer"), responseStatus: 422 });
  expect(await explanations(messageId)).toEqual([
    "Nothing was sent: Connection refused. It was tried again.",
    "The message was refused: Blocked by the customer. It is not tried again.",
  ]);
  expect(await ledger(messageId)).toMatchObject({ nextAttemptAt: null, waitsFor: null });
});

test("an attempt that died with its worker is not said to be under way", async () => {
  const messageId = await say();
  await claim();
  const past = new Date(Date.now() - 21_000);
  await database().sendAttempt.updateMany({ where: { messageId }, data: { startedAt: past } });
  await database().sendQueue.updateMany({ where: { messageId }, data: { leaseUntil: past } });
  expect((await explanations(messageId))[0]).toMatch(/^This service stopped before an answer was stored\./);
  expect((await ledger(messageId)).nextAttemptAt).not.toBeNull();
});

test("what a message waits for is named: its channel, or an earlier message", async () => {
  const [first, second] = [await say(), await say()];
  expect((await ledger(first)).waitsFor).toBeNull();
  expect(await ledger(second)).toEqual({
    nodes: [],
    nextAttemptAt: null,
    waitsFor: "an earlier message of this conversation, which goes first",
  });
  const ctx = testCtx(workspaceId);
  const send = await claim();
  await settleSend(send, { outcome: "unauthorized", error: quote("The token is old"), responseStatus: 401 });
  expect(await ledger(first)).toMatchObject({
    nodes: [
      {
        outcome: "refused",
        explanation:
          "The provider refused this channel's credentials: The token is old. The message waits until they are put right.",
      },
    ],
    nextAttemptAt: null,
    waitsFor: "the channel Shop, whose provider refuses it: The token is old",
  });
  await setIntegrationState(ctx, { id: integrationId, state: "disabled" });
  expect((await ledger(first)).waitsFor).toBe("the channel Shop, which is switched off");
  await setIntegrationState(ctx, { id: integrationId, state: "active" });
  expect(await ledger(first)).toMatchObject({ nextAttemptAt: expect.any(String) as string, waitsFor: null });
});

test("a reply does not wait for a broadcast's message that waits for another try, and that one waits for nobody behind it", async () => {
  const [bulk, reply] = [await say(), await say()];
  const later = new Date(Date.now() + 60_000);
  const broadcast = await database().broadcast.create({
    data: { workspaceId, integrationId, name: "Sale", state: "inProgress", templateName: "sale", createdBy: "SYSTEM" },
  });
  await database().sendQueue.updateMany({
    where: { messageId: bulk },
    data: { broadcastId: broadcast.id, priority: 2, nextAttemptAt: later },
  });
  expect((await ledger(reply)).waitsFor).toBeNull();
  expect(await ledger(bulk)).toMatchObject({ nextAttemptAt: later.toISOString(), waitsFor: null });
});

test("a pause that the provider asks for is kept; one past the message's time ends it in words; an absurd one is not believed", async () => {
  const outcomeAfter = async (retryAfterSeconds: number) => {
    const messageId = await say();
    await settleSend(await claim(), {
      outcome: "retry",
      error: quote("Slow down."),
      responseStatus: 429,
      retryAfterSeconds,
    });
    const row = await database().message.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: messageId } },
      include: { queued: true },
    });
    await database().sendQueue.deleteMany();
    return { ...row, waitsSeconds: row.queued && (row.queued.nextAttemptAt.getTime() - Date.now()) / 1_000 };
  };
  const kept = await outcomeAfter(300);
  expect(kept.waitsSeconds).toBeGreaterThan(295);
  expect(kept.waitsSeconds).toBeLessThanOrEqual(300);
  expect(await outcomeAfter(3_600)).toMatchObject({
    status: "failed",
    error: "Given up after 1 attempt: Slow down. The provider asked to wait 60 min, longer than this message is tried",
  });
  const absurd = await outcomeAfter(999_999_999);
  expect(absurd.status).toBe("pending");
  expect(absurd.waitsSeconds).toBeLessThan(2);
});
