import { beforeEach, describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import type { MessageStatus } from "../generated/prisma/enums.ts";
import { quote } from "../say.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { claimDue } from "../testing/claim-due.ts";
import { creditFacts, entriesOf, gateway } from "../testing/gateway.ts";
import { addMessage } from "../messages/add-message.ts";
import { settleSend } from "./send-outcome.ts";
import { sendNotification } from "../messages/send-notification.ts";
import { recoverSends } from "./recover-sends.ts";

let workspaceId: number;
let integrationId: string;
beforeEach(async () => {
  await database().sendQueue.deleteMany();
  await database().message.updateMany({ where: { status: "pending" }, data: { status: "failed" } });
  ({ workspaceId } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
});

const at = (id: string) => ({ workspaceId_id: { workspaceId, id } });
const messageOf = (id: string) =>
  database().message.findUniqueOrThrow({ where: at(id), include: { attempts: true, queued: true } });
const lose = (messageId: string) => database().sendQueue.deleteMany({ where: { workspaceId, messageId } });
const claim = async () => {
  const [send] = await claimDue();
  if (!send) throw new Error("nothing to claim");
  return send;
};
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);

async function conversation() {
  const client = await createTestClient(workspaceId);
  return createTestConv(workspaceId, { integrationId, clientId: client.id });
}

async function say(convId?: string): Promise<string> {
  const conv = convId ?? (await conversation()).id;
  const message = await addMessage(testCtx(workspaceId), {
    integrationId,
    convId: conv,
    content: "Hello",
    type: "text",
  });
  return message.id;
}

describe("a message that is pending and in no queue", () => {
  test("goes back to its place as it was, once, however many look", async () => {
    const id = await say();
    const { queued: before } = await messageOf(id);
    expect(await recoverSends()).toEqual({ requeued: 0, settled: 0, failed: 0 });
    await lose(id);
    const recovered = await Promise.all([recoverSends(), recoverSends(), recoverSends(), recoverSends()]);
    expect(recovered.reduce((sum, { requeued }) => sum + requeued, 0)).toBe(1);
    const { queued } = await messageOf(id);
    expect(queued).toMatchObject({
      ...before,
      nextAttemptAt: expect.anything(),
      createdAt: expect.anything(),
      giveUpAt: expect.anything(),
    });
    expect(Math.abs(queued!.giveUpAt.getTime() - before!.giveUpAt.getTime())).toBeLessThan(1_000);
  });

  test("goes on with its retries where they were", async () => {
    const id = await say();
    await settleSend(await claim(), { outcome: "retry", error: quote("busy"), responseStatus: 503 });
    await lose(id);
    await recoverSends();
    expect((await messageOf(id)).queued).toMatchObject({ attemptNo: 1, priority: 0, costsCredits: false });
    expect((await claim()).attemptNo).toBe(2);
  });

  test("is left alone while its attempt is under way; what that says counts", async () => {
    const id = await say();
    const send = await claim();
    await lose(id);
    expect(await recoverSends()).toEqual({ requeued: 0, settled: 0, failed: 0 });
    await settleSend(send, { outcome: "accepted", externalMessageId: "theirs", responseStatus: 200 });
    const report = { workspaceId, integrationId, externalMessageId: "theirs", status: "delivered" as MessageStatus };
    await database().parkedStatus.create({ data: report });
    expect(await recoverSends()).toEqual({ requeued: 0, settled: 1, failed: 0 });
    expect(await messageOf(id)).toMatchObject({ status: "delivered", externalMessageId: "theirs", queued: null });
    expect((await messageOf(id)).attempts).toHaveLength(1);
  });

  test("counts as sent although the provider gave its id to another message too", async () => {
    const [one, two] = [await say(), await say()];
    for (const send of await claimDue()) {
      await lose(send.messageId);
      await settleSend(send, { outcome: "accepted", externalMessageId: "always-the-same", responseStatus: 200 });
    }
    expect(await recoverSends()).toEqual({ requeued: 0, settled: 2, failed: 0 });
    const ids = [await messageOf(one), await messageOf(two)].map(({ externalMessageId }) => externalMessageId);
    expect(ids.toSorted()).toEqual(["always-the-same", null]);
  });

  test("is sent again when its attempt died under way", async () => {
    const id = await say();
    await claim();
    await lose(id);
    await database().sendAttempt.updateMany({ where: { messageId: id }, data: { startedAt: secondsAgo(21) } });
    expect(await recoverSends()).toMatchObject({ requeued: 1 });
    expect(await claim()).toMatchObject({ messageId: id, attemptNo: 2 });
  });

  test("fails in plain words when its time is up: 15 minutes for a reply, a day for a template", async () => {
    const reply = await say();
    await settleSend(await claim(), { outcome: "retry", error: quote("busy"), responseStatus: 503 });
    const client = await createTestClient(workspaceId);
    const input = { integrationId, clientId: client.id, templateName: "welcome", templateLang: "en" };
    const { id: template } = await sendNotification(testCtx(workspaceId), input);
    for (const id of [reply, template]) {
      await lose(id);
      await database().message.update({ where: at(id), data: { createdAt: secondsAgo(16 * 60) } });
    }
    expect(await recoverSends()).toEqual({ requeued: 1, settled: 0, failed: 1 });
    expect(await messageOf(reply)).toMatchObject({
      status: "failed",
      error:
        "Given up after 1 attempt: its place in the send queue was lost by a fault of this service. The last answer: busy",
    });
    expect((await messageOf(template)).queued).toMatchObject({ priority: 1 });
    const told = await database().event.findMany({ where: { workspaceId, messageId: reply, name: "MESSAGE_UPDATED" } });
    expect(told.map(({ payload }) => (payload as { status: string }).status)).toEqual(["failed"]);
  });

  test("goes before what waits behind it in its conversation, as urgently as that", async () => {
    const conv = await conversation();
    const first = await say(conv.id);
    const second = await say(conv.id);
    await database().message.update({ where: at(first), data: { type: "template" } });
    await lose(first);
    await recoverSends();
    expect((await messageOf(first)).queued).toMatchObject({ priority: 0 });
    expect((await claim()).messageId).toBe(first);
    expect(await claimDue()).toEqual([]);
    expect((await messageOf(second)).queued).not.toBeNull();
  });
});

describe("a broadcast's message", () => {
  async function broadcastMessage(cancelledAt: Date | null) {
    const broadcast = await database().broadcast.create({
      data: {
        ...{ workspaceId, integrationId, name: "Sale", state: "inProgress", templateName: "sale", createdBy: "SYSTEM" },
        cancelledAt,
      },
    });
    const id = await say();
    await database().message.update({ where: at(id), data: { broadcastId: broadcast.id } });
    await lose(id);
    return { id, broadcastId: broadcast.id };
  }

  test("keeps its broadcast and stands behind replies", async () => {
    const { id, broadcastId } = await broadcastMessage(null);
    expect(await recoverSends()).toMatchObject({ requeued: 1 });
    expect((await messageOf(id)).queued).toMatchObject({ broadcastId, priority: 2 });
  });

  test("of one that was cancelled is not sent", async () => {
    const { id } = await broadcastMessage(new Date());
    expect(await recoverSends()).toMatchObject({ failed: 1 });
    expect(await messageOf(id)).toMatchObject({
      status: "failed",
      error: "The broadcast was cancelled before this message was sent",
    });
  });
});

describe("a Gateway message", () => {
  async function accepted(credits: number) {
    const made = await createTestWorkspace({ plan: "GATEWAY", credits });
    workspaceId = made.workspaceId;
    ({ id: integrationId } = await createTestIntegration(workspaceId));
    const { body } = await gateway(made.apiKey).send({
      workspaceId,
      integrationId,
      externalClientId: "customer-1",
      content: "Code 1234",
    });
    expect(body.status).toBe("pending");
    return body.messageId;
  }
  const balanced = async () => {
    const { bought, balance, reserved, settled, sum } = await creditFacts(workspaceId);
    expect(balance + reserved + settled).toBe(bought);
    expect(sum).toBe(balance);
  };

  test("that was not tried holds the credit it had", async () => {
    const id = await accepted(5);
    await lose(id);
    expect(await recoverSends()).toMatchObject({ requeued: 1 });
    expect((await messageOf(id)).queued).toMatchObject({ costsCredits: true, priority: 1 });
    expect(await entriesOf(id)).toEqual(["reserve"]);
    await balanced();
  });

  test("whose attempt was made pays for it and takes another credit, or fails without one", async () => {
    for (const [credits, end, entries] of [
      [2, "requeued", ["reserve", "settle", "reserve"]],
      [1, "failed", ["reserve", "settle"]],
    ] as const) {
      const id = await accepted(credits);
      const send = await claim();
      await lose(id);
      await settleSend(send, { outcome: "unknown", error: quote("No answer within 15 s"), responseStatus: null });
      expect(await recoverSends()).toMatchObject({ [end]: 1 });
      expect(await entriesOf(id)).toEqual(entries);
      await balanced();
      await lose(id);
      await database().message.updateMany({ where: { workspaceId, status: "pending" }, data: { status: "failed" } });
    }
  });

  test("that the provider took is paid; one whose time is up gets back what was not spent", async () => {
    const taken = await accepted(1);
    const send = await claim();
    await lose(taken);
    await settleSend(send, { outcome: "accepted", externalMessageId: null, responseStatus: 200 });
    expect(await recoverSends()).toMatchObject({ settled: 1 });
    expect(await entriesOf(taken)).toEqual(["reserve", "settle"]);
    await balanced();
    const late = await accepted(1);
    await lose(late);
    await database().message.update({ where: at(late), data: { createdAt: secondsAgo(16 * 60) } });
    expect(await recoverSends()).toMatchObject({ failed: 1 });
    expect(await entriesOf(late)).toEqual(["reserve", "release"]);
    await balanced();
  });
});

test("a send that is being accepted or stored is never taken for lost", async () => {
  const conv = await conversation();
  let isOver = false;
  const recovering = (async () => {
    const found = { requeued: 0, settled: 0, failed: 0 };
    while (!isOver) {
      const recovered = await recoverSends();
      for (const kind of ["requeued", "settled", "failed"] as const) found[kind] += recovered[kind];
    }
    return found;
  })();
  for (let round = 0; round < 50; round++) {
    const id = await say(conv.id);
    const send = await claim();
    expect(send.messageId).toBe(id);
    await settleSend(send, { outcome: "accepted", externalMessageId: `id-${round}`, responseStatus: 200 });
  }
  isOver = true;
  expect(await recovering).toEqual({ requeued: 0, settled: 0, failed: 0 });
  expect(await database().message.count({ where: { workspaceId, status: "sent" } })).toBe(50);
}, 60_000);

test("the search reads the pending messages' own index and the queue's key, not the messages", async () => {
  const conv = await conversation();
  await database().$executeRaw`
    insert into "Message" ("workspaceId", "convId", "clientId", "integrationId", id, seq, content, type, "isAgent", "createdBy", status)
    select ${workspaceId}::int, ${conv.id}::uuid, ${conv.clientId}::uuid, ${integrationId}::uuid, gen_random_uuid(), n, 'x', 'text', true,
      'SYSTEM', 'sent' from generate_series(1000, 21000) n`;
  await say(conv.id);
  await database().$executeRawUnsafe(`analyze "Message", "SendQueue"`);
  const plan = await inTransaction(
    testCtx(workspaceId),
    (tx) =>
      tx.db.$queryRaw<{ "QUERY PLAN": string }[]>`
      explain select m."workspaceId", m.id from "Message" m where m.status = 'pending' and m."isAgent"
        and not exists (select from "SendQueue" q where q."workspaceId" = m."workspaceId" and q."messageId" = m.id)
      order by m."workspaceId", m.id limit 500`,
  );
  const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(lines).toContain("Message_pending_idx");
  expect(lines).not.toMatch(/Seq Scan on "Message"|Message_pkey/);
}, 60_000);
