import { afterEach, beforeEach, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import { claimDue } from "../testing/claim-due.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { startReceiver, type Receiver } from "../testing/receiver.ts";
import { addMessage } from "../messages/add-message.ts";
import type { ClaimedSend } from "./claim-sends.ts";
import { deliverMessage } from "./deliver-message.ts";
import { PRIORITY } from "./send-queue.ts";
import { settleTogether } from "./settle-together.ts";
import { updateMessageStatus } from "./update-message-status.ts";

let ctx: Ctx;
let integrationId: string;
let provider: Receiver | null = null;
/** The provider's id for the next message. */
let nameOf: (messageId: string) => string;

beforeEach(async () => {
  await database().sendQueue.deleteMany();
  nameOf = (messageId) => `ext-${messageId}`;
  provider = await startReceiver((request, response) => {
    const { messageId } = JSON.parse(request.body) as { messageId: string };
    response.end(JSON.stringify({ externalMessageId: nameOf(messageId) }));
  });
  ({ ctx } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(ctx.workspaceId, { endpoint: provider.url }));
});
afterEach(() => provider?.close());

/** Claimed messages, queued as by a broadcast, each in its own conversation. */
async function claimed(count: number): Promise<ClaimedSend[]> {
  for (let index = 0; index < count; index++) {
    const { id: clientId } = await createTestClient(ctx.workspaceId);
    const { id: convId } = await createTestConv(ctx.workspaceId, { integrationId, clientId });
    await addMessage({ ...ctx, now: new Date() }, { convId, content: `message ${index}`, type: "text" });
  }
  await database().sendQueue.updateMany({ data: { priority: PRIORITY.broadcast } });
  const sends = await claimDue();
  expect(sends).toHaveLength(count);
  return sends;
}

const accepted = (send: ClaimedSend) =>
  ({ outcome: "accepted", externalMessageId: nameOf(send.messageId), responseStatus: 200 }) as const;
const read = ({ messageId }: ClaimedSend) =>
  database().message.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: messageId } },
    include: { attempts: true, queued: true },
  });
const txidsOf = async (sends: ClaimedSend[]) => {
  const ids = sends.map(({ messageId }) => messageId);
  const rows = await database().$queryRaw<{ txid: string }[]>`
    select distinct xmin::text as txid from "Message" where id = any(${ids}::uuid[])`;
  return rows.map(({ txid }) => txid);
};

test("answers that come together are stored in one transaction, each with its attempt, its event and what was reported early", async () => {
  const sends = await claimed(5);
  const [early] = sends as [ClaimedSend];
  await updateMessageStatus(ctx, integrationId, {
    externalMessageId: nameOf(early.messageId),
    status: "read",
    at: null,
  });
  const stored = await Promise.all(sends.map((send) => settleTogether({ send, result: accepted(send) })));
  expect(stored).toEqual([true, true, true, true, true]);
  for (const send of sends) {
    expect(await read(send)).toMatchObject({
      status: send === early ? "read" : "sent",
      externalMessageId: nameOf(send.messageId),
      queued: null,
      attempts: [{ attemptNo: 1, outcome: "accepted", responseStatus: 200, externalMessageId: nameOf(send.messageId) }],
    });
  }
  expect(await txidsOf(sends)).toHaveLength(1);
  expect(await database().parkedStatus.count({ where: { integrationId } })).toBe(0);
  const events = await database().event.findMany({ where: { workspaceId: ctx.workspaceId, name: "MESSAGE_UPDATED" } });
  expect(events.map(({ messageId }) => messageId).sort()).toEqual(
    [...sends, early].map(({ messageId }) => messageId).sort(),
  );
});

test("one that another worker holds by now is left to that one, and the others are stored", async () => {
  const [lost, kept] = (await claimed(2)) as [ClaimedSend, ClaimedSend];
  await database().sendQueue.updateMany({ where: { messageId: lost.messageId }, data: { leaseUntil: new Date(0) } });
  const [again] = await claimDue();
  expect(again).toMatchObject({ messageId: lost.messageId, attemptNo: 2 });
  const stored = await Promise.all([lost, kept].map((send) => settleTogether({ send, result: accepted(send) })));
  expect(stored).toEqual([false, true]);
  expect(await read(lost)).toMatchObject({ status: "pending", queued: { leaseToken: again?.leaseToken } });
  expect(await read(kept)).toMatchObject({ status: "sent", queued: null });
});

test("what is wrong with one of them stops no other: a provider that gives two messages one name", async () => {
  const sends = await claimed(3);
  const [, second, third] = sends;
  nameOf = (messageId) => (messageId === third?.messageId ? `ext-${second?.messageId}` : `ext-${messageId}`);
  await Promise.all(sends.map((send) => deliverMessage(send, new AbortController().signal)));
  const messages = await Promise.all(sends.map(read));
  expect(messages.map(({ status, queued }) => ({ status, queued }))).toEqual(
    sends.map(() => ({ status: "sent", queued: null })),
  );
  expect(messages.filter(({ externalMessageId }) => externalMessageId === null)).toHaveLength(1);
  expect(provider?.received).toHaveLength(3);
});
