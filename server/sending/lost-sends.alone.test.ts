import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { database } from "../db.ts";
import { startWorker } from "../work/worker.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { eventually, startReceiver } from "../testing/receiver.ts";
import { addMessage } from "../messages/add-message.ts";

/** The bar: lost work is found within this time. */
const FOUND_WITHIN_MS = 30_000;
/** Time limit for sending it afterwards, which depends on the machine. */
const SENT_WITHIN_MS = 60_000;

test("places in the send queue that are deleted under load, sends under way among them: every message is found within 30 s and sent, none twice", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const provider = await startReceiver((request, response, index) => {
    const { messageId } = JSON.parse(request.body) as { messageId: string };
    // One in twenty is refused temporarily, so that some lost messages are between two attempts.
    if (index % 20 === 7) return void response.writeHead(503).end();
    setTimeout(() => response.end(JSON.stringify({ externalMessageId: `ext-${messageId}` })), 100);
  });
  const { id: integrationId } = await createTestIntegration(workspaceId, { endpoint: provider.url });
  await database().integration.updateMany({ where: { id: integrationId }, data: { ratePerSecond: 100 } });
  const workers = [await startWorker(), await startWorker()];
  const ids: string[] = [];
  const lanes = Array.from({ length: 40 }, async () => {
    const client = await createTestClient(workspaceId);
    const conv = await createTestConv(workspaceId, { integrationId, clientId: client.id });
    for (let index = 0; index < 10; index++) {
      const input = { integrationId, convId: conv.id, content: `${index}`, type: "text" } as const;
      ids.push((await addMessage({ ...testCtx(workspaceId), now: new Date() }, input)).id);
    }
  });
  let lost = 0;
  let lostUnderWay = 0;
  for (let round = 0; round < 4; round++) {
    await wait(700);
    const held = await database().sendQueue.count({ where: { leaseToken: { not: null } } });
    const { count } = await database().sendQueue.deleteMany();
    lost += count;
    lostUnderWay += held;
  }
  await Promise.all(lanes);
  const lastLossAt = Date.now();
  const countPending = () => database().message.count({ where: { workspaceId, status: "pending" } });
  const countLost = () => database().message.count({ where: { workspaceId, status: "pending", queued: { is: null } } });
  await eventually(async () => (await countLost()) === 0, FOUND_WITHIN_MS);
  const foundSeconds = (Date.now() - lastLossAt) / 1_000;
  await eventually(async () => (await countPending()) === 0, SENT_WITHIN_MS);
  const seconds = (Date.now() - lastLossAt) / 1_000;
  await Promise.all(workers.map((worker) => worker.stop()));
  await provider.close();

  const taken = provider.received
    .filter((_, index) => index % 20 !== 7)
    .map(({ headers }) => headers["idempotency-key"]);
  console.info(
    `${ids.length} messages, ${lost} places lost (about ${lostUnderWay} with their attempt under way): all found ` +
      `${foundSeconds.toFixed(1)} s later, sent ${seconds.toFixed(1)} s later, ` +
      `${taken.length - new Set(taken).size} twice`,
  );
  expect(lost).toBeGreaterThan(50);
  expect(lostUnderWay).toBeGreaterThan(0);
  expect(taken).toHaveLength(ids.length);
  expect(new Set(taken)).toEqual(new Set(ids));
  const messages = await database().message.findMany({ where: { workspaceId, isAgent: true } });
  expect(
    messages.every(({ id, status, externalMessageId }) => status === "sent" && externalMessageId === `ext-${id}`),
  ).toBe(true);
  expect(await database().event.count({ where: { workspaceId: ctx.workspaceId, name: "MESSAGE_UPDATED" } })).toBe(
    ids.length,
  );
}, 90_000);
