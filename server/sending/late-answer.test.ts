import { beforeEach, expect, test } from "vitest";
import { systemCtx } from "../auth/system-ctx.ts";
import type { SendResult } from "../channels/channel.ts";
import { database } from "../db.ts";
import { quote } from "../say.ts";
import { claimDue } from "../testing/claim-due.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { creditFacts, gateway } from "../testing/gateway.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { handBackSends } from "./hand-back-sends.ts";
import { payForTakeover, settleSend } from "./send-outcome.ts";
import { updateMessageStatus } from "./update-message-status.ts";

const TAKEN = { outcome: "accepted", externalMessageId: "late", responseStatus: 200 } as const satisfies SendResult;
const BUSY: SendResult = { outcome: "retry", error: quote("busy"), responseStatus: 503 };

let workspaceId: number;
let messageId: string;
beforeEach(accept);

/** Accepts a Gateway message in a new workspace. */
async function accept(): Promise<void> {
  await database().sendQueue.deleteMany();
  const made = await createTestWorkspace({ plan: "GATEWAY", credits: 5 });
  ({ workspaceId } = made);
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const input = { workspaceId, integrationId, externalClientId: "customer-1", content: "Code 1234" };
  ({ messageId } = (await gateway(made.apiKey).send(input)).body);
}

async function claim(): Promise<ClaimedSend> {
  const [send] = await claimDue();
  if (!send) throw new Error("nothing to claim");
  return send;
}

/** A worker that paused until its lease expired, and the worker that took over. */
async function takenOver(): Promise<{ late: ClaimedSend; next: ClaimedSend }> {
  const late = await claim();
  await database().sendQueue.updateMany({ data: { leaseUntil: new Date(Date.now() - 1_000) } });
  const next = await claim();
  expect(await payForTakeover(next)).toBe(true);
  return { late, next };
}

const messageOf = () =>
  database().message.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: messageId } },
    include: { queued: true },
  });

async function isSentOnce(credits: { balance: number; settled: number }): Promise<void> {
  expect(await messageOf()).toMatchObject({ status: "sent", externalMessageId: "late", error: null, queued: null });
  expect(await database().event.count({ where: { workspaceId, messageId, name: "MESSAGE_UPDATED" } })).toBe(1);
  expect(await creditFacts(workspaceId)).toMatchObject({ ...credits, sum: credits.balance, reserved: 0, bought: 5 });
}

test("the provider took it, and the worker that took over waits for another try: it is not tried again", async () => {
  const { late, next } = await takenOver();
  await settleSend(next, BUSY);
  expect((await messageOf()).queued).not.toBeNull();
  await settleSend(late, TAKEN);
  await isSentOnce({ balance: 3, settled: 2 });
});

test("the provider took it, while it is being asked again: what that says changes nothing, and costs its credit", async () => {
  for (const second of [BUSY, { ...TAKEN, externalMessageId: "second" } satisfies SendResult]) {
    await accept();
    const { late, next } = await takenOver();
    await settleSend(late, TAKEN);
    await isSentOnce({ balance: 3, settled: 2 });
    await settleSend(next, second);
    await isSentOnce({ balance: 3, settled: 2 });
  }
});

test("the provider took it, and whoever took over gave it back or died before asking: the one attempt costs its credit", async () => {
  for (const isGivenBack of [true, false]) {
    await accept();
    const late = await claim();
    await database().sendQueue.updateMany({ data: { leaseUntil: new Date(Date.now() - 1_000) } });
    const next = await claim();
    if (isGivenBack) await handBackSends([next]);
    else await database().sendQueue.updateMany({ data: { leaseUntil: new Date(Date.now() - 1_000) } });
    await settleSend(late, TAKEN);
    await isSentOnce({ balance: 4, settled: 1 });
  }
});

test("the provider took it after it had been given up: a late sent revives nothing, but what is delivered is known", async () => {
  const { late, next } = await takenOver();
  await settleSend(next, { outcome: "refused", error: quote("Blocked"), responseStatus: 422 });
  await settleSend(late, TAKEN);
  const failed = await messageOf();
  expect(failed).toMatchObject({ status: "failed", error: "Blocked", externalMessageId: TAKEN.externalMessageId });
  await updateMessageStatus(systemCtx(workspaceId, "test"), failed.integrationId, {
    externalMessageId: TAKEN.externalMessageId,
    status: "delivered",
    at: null,
  });
  expect(await messageOf()).toMatchObject({ status: "delivered", error: null });
});

test("credentials that were refused late say nothing of those that somebody has stored since", async () => {
  const send = await claim();
  const { id } = send.integration;
  const place = { workspaceId_id: { workspaceId, id } };
  const state = async () => (await database().integration.findUniqueOrThrow({ where: place })).state;
  const no: SendResult = { outcome: "unauthorized", error: quote("Invalid token"), responseStatus: 401 };
  await database().integration.update({ where: place, data: { credentials: `${send.integration.credentials}.new` } });
  await settleSend(send, no);
  expect(await state()).toBe("active");
  const [again] = await claimDue();
  await settleSend({ ...again! }, no);
  expect(await state()).toBe("error");
});
