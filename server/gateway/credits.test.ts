import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SendResult } from "../channels/channel.ts";
import { grantCredits } from "../credits/add-credits.ts";
import { encryptSecret } from "../crypto.ts";
import { database } from "../db.ts";
import { quote } from "../say.ts";
import { claimDue } from "../testing/claim-due.ts";
import { deliverMessage } from "../sending/deliver-message.ts";
import { payForTakeover, settleSend } from "../sending/send-outcome.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import type { WorkPool } from "../work/pool.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { creditFacts, entriesOf, gateway } from "../testing/gateway.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";

let workers: WorkPool[] = [];
let receivers: Receiver[] = [];
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;

async function channel(credits: number, answer?: Parameters<typeof startReceiver>[0]) {
  workspace = await createTestWorkspace({ plan: "GATEWAY", credits });
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const { id } = await createTestIntegration(workspace.workspaceId, { endpoint: receiver.url });
  const { workspaceId } = workspace;
  const send = (externalClientId: string) =>
    gateway(workspace.apiKey).send({ workspaceId, integrationId: id, externalClientId, content: "Hello" });
  return { receiver, integrationId: id, send };
}

beforeEach(() => {
  workers = [];
  receivers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop(5_000)));
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await database().sendQueue.deleteMany();
});

const facts = () => creditFacts(workspace.workspaceId);
const read = (id: string) =>
  database().message.findFirstOrThrow({
    where: { id },
    include: { attempts: { orderBy: { attemptNo: "asc" } }, queued: true },
  });

async function ends(messageId: string, status: string) {
  await eventually(
    async () => (await read(messageId)).status === status,
    15_000,
    () => `the message did not become ${status}`,
  );
  return read(messageId);
}

async function expectBalanced() {
  const { balance, sum, reserved, settled, bought } = await facts();
  expect(sum).toBe(balance);
  expect(balance).toBeGreaterThanOrEqual(0);
  expect(balance + reserved + settled).toBe(bought);
}

test("200 parallel sends with credit for 100: exactly 100 are accepted, and the ledger is right at every poll", async () => {
  const { send } = await channel(100);
  let isOver = false;
  let polls = 0;
  const polling = (async () => {
    while (!isOver) {
      await expectBalanced();
      polls++;
      await sleep(20);
    }
  })();
  const startedAt = Date.now();
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => send(`customer-${i}`)));
  const ms = Date.now() - startedAt;
  isOver = true;
  await polling;
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(202), count(402)]).toEqual([100, 100]);
  expect(await facts()).toEqual({ balance: 0, sum: 0, reserved: 100, settled: 0, bought: 100 });
  expect(await database().message.count({ where: { workspaceId: workspace.workspaceId } })).toBe(100);
  const left = answers.flatMap(({ status, body }) => (status === 202 ? [body.creditsLeft] : []));
  expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  console.info(`200 parallel Gateway sends: 100 accepted, 100 refused in ${ms} ms; ${polls} polls, all balanced`);
}, 60_000);

test("parallel sends and grants lose no credit", async () => {
  const { send } = await channel(20);
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, (_, i) => send(`customer-${i}`))),
    Promise.all(Array.from({ length: 10 }, () => grantCredits(workspace.ctx, { credits: 2 }))),
  ]);
  const accepted = answers.filter(({ status }) => status === 202).length;
  expect(accepted).toBeGreaterThanOrEqual(20);
  expect(accepted).toBeLessThanOrEqual(40);
  expect(await facts()).toMatchObject({ balance: 40 - accepted, sum: 40 - accepted, bought: 40 });
});

describe("an attempt", () => {
  test("that the provider accepts costs the reserved credit and no other", async () => {
    const { send, receiver } = await channel(3);
    const { body } = await send("a");
    workers.push(startSending(50));
    await ends(body.messageId, "sent");
    expect(receiver.received).toHaveLength(1);
    expect(await entriesOf(body.messageId)).toEqual(["reserve", "settle"]);
    expect(await facts()).toEqual({ balance: 2, sum: 2, reserved: 0, settled: 1, bought: 3 });
  });

  test("that the provider refuses costs too: failed sends consume an attempt", async () => {
    const { send } = await channel(3, (_, response) => response.writeHead(400).end("no such customer"));
    const { body } = await send("a");
    workers.push(startSending(50));
    await ends(body.messageId, "failed");
    expect(await facts()).toEqual({ balance: 2, sum: 2, reserved: 0, settled: 1, bought: 3 });
  });

  test("after a 500 is another one, and takes a credit of its own", async () => {
    const { send, receiver } = await channel(5, (_, response, index) =>
      response.writeHead(index < 2 ? 500 : 200).end("{}"),
    );
    const { body } = await send("a");
    workers.push(startSending(50));
    const { attempts } = await ends(body.messageId, "sent");
    expect([attempts.length, receiver.received.length]).toEqual([3, 3]);
    expect(await entriesOf(body.messageId)).toEqual(["reserve", "settle", "reserve", "settle", "reserve", "settle"]);
    expect(await facts()).toEqual({ balance: 2, sum: 2, reserved: 0, settled: 3, bought: 5 });
  }, 30_000);

  test("for which no credit is left is not made: the message fails in words", async () => {
    const { send, receiver } = await channel(1, (_, response) => response.writeHead(503).end("out of order"));
    const { body } = await send("a");
    workers.push(startSending(50));
    const failed = await ends(body.messageId, "failed");
    expect(failed.error).toBe("There is no credit left for another attempt; given up after 1 attempt: out of order");
    expect([failed.attempts.length, failed.queued, receiver.received.length]).toEqual([1, null, 1]);
    expect(await facts()).toEqual({ balance: 0, sum: 0, reserved: 0, settled: 1, bought: 1 });
  });

  test("that cannot begin (an address that may not be reached) costs nothing: the credit comes back", async () => {
    const { send, integrationId } = await channel(2);
    const { body } = await send("a");
    const place = {
      workspaceId: workspace.workspaceId,
      table: "Integration",
      id: integrationId,
      field: "credentials",
    } as const;
    const credentials = { endpoint: "http://10.0.0.1/x", validateToken: "v", accessToken: "a", externalId: "e" };
    await database().integration.updateMany({
      where: { id: integrationId },
      data: { credentials: await encryptSecret(credentials, place) },
    });
    workers.push(startSending(50));
    const failed = await ends(body.messageId, "failed");
    expect(failed.attempts).toMatchObject([{ outcome: "refused", responseStatus: null }]);
    expect(await entriesOf(body.messageId)).toEqual(["reserve", "release"]);
    expect(await facts()).toEqual({ balance: 2, sum: 2, reserved: 0, settled: 0, bought: 2 });
  });

  test("that finds nobody listening costs nothing, and the message keeps its credit for the next", async () => {
    const { send, receiver } = await channel(1);
    await receiver.close();
    receivers = [];
    const { body } = await send("a");
    workers.push(startSending(50));
    await eventually(async () => (await read(body.messageId)).attempts.some(({ outcome }) => outcome === "retry"));
    expect(await entriesOf(body.messageId)).toEqual(["reserve"]);
    expect(await facts()).toEqual({ balance: 0, sum: 0, reserved: 1, settled: 0, bought: 1 });
    await database().sendQueue.updateMany({ where: { messageId: body.messageId }, data: { giveUpAt: new Date() } });
    expect((await ends(body.messageId, "failed")).error).toMatch(/^Given up after \d attempts?: Connection refused$/);
    expect(await facts()).toEqual({ balance: 1, sum: 1, reserved: 0, settled: 0, bought: 1 });
  }, 30_000);

  test("whose credentials are refused costs; the waiting message holds a credit for when the channel is put right", async () => {
    const { send } = await channel(2, (_, response) => response.writeHead(401).end("{}"));
    const { body } = await send("a");
    workers.push(startSending(50));
    await eventually(async () => (await entriesOf(body.messageId)).length === 3);
    expect(await facts()).toEqual({ balance: 0, sum: 0, reserved: 1, settled: 1, bought: 2 });
    expect((await read(body.messageId)).status).toBe("pending");
  });
});

describe("an attempt that died with its worker", () => {
  const lapse = (messageId: string) =>
    database().sendQueue.updateMany({ where: { messageId }, data: { leaseUntil: new Date(Date.now() - 1_000) } });

  test("counts as made: the one that takes over pays for itself before it asks", async () => {
    const { send, receiver } = await channel(2);
    const { body } = await send("a");
    await claimDue();
    await lapse(body.messageId);
    const [taken] = await claimDue();
    expect(taken).toMatchObject({ attemptNo: 2, takesOver: true, costsCredits: true });
    await expectBalanced();
    await deliverMessage(taken!, new AbortController().signal);
    expect((await read(body.messageId)).status).toBe("sent");
    expect(receiver.received).toHaveLength(1);
    expect(await entriesOf(body.messageId)).toEqual(["reserve", "settle", "reserve", "settle"]);
    expect(await facts()).toEqual({ balance: 0, sum: 0, reserved: 0, settled: 2, bought: 2 });
  });

  test("with no credit for another: the provider is not asked, and the message fails in words", async () => {
    const { send, receiver } = await channel(1);
    const { body } = await send("a");
    await claimDue();
    await lapse(body.messageId);
    const [taken] = await claimDue();
    await deliverMessage(taken!, new AbortController().signal);
    const failed = await read(body.messageId);
    expect([failed.status, failed.queued, receiver.received.length]).toEqual(["failed", null, 0]);
    expect(failed.error).toBe(
      "There is no credit left for another attempt; given up after 1 attempt: It is not known whether the message arrived",
    );
    expect(await facts()).toEqual({ balance: 0, sum: 0, reserved: 0, settled: 1, bought: 1 });
  });

  test("a late answer of the one taken for dead, other than that the provider took it, neither spends nor gives back", async () => {
    const { send } = await channel(3);
    const { body } = await send("a");
    const [late] = await claimDue();
    await lapse(body.messageId);
    const [taken] = await claimDue();
    const before = await entriesOf(body.messageId);
    for (const result of OUTCOMES) if (result.outcome !== "accepted") await settleSend(late!, result);
    expect(await entriesOf(body.messageId)).toEqual(before);
    await deliverMessage(taken!, new AbortController().signal);
    await deliverMessage(late!, new AbortController().signal);
    expect(await facts()).toEqual({ balance: 1, sum: 1, reserved: 0, settled: 2, bought: 3 });
  });

  test("a worker that was taken for dead before it paid for its own takeover asks nobody", async () => {
    const { send, receiver } = await channel(5);
    const { body } = await send("a");
    await claimDue();
    await lapse(body.messageId);
    const [slow] = await claimDue();
    await lapse(body.messageId);
    const [quick] = await claimDue();
    await deliverMessage(slow!, new AbortController().signal);
    expect(receiver.received).toHaveLength(0);
    await deliverMessage(quick!, new AbortController().signal);
    expect(receiver.received).toHaveLength(1);
    // The first and the third attempt cost a credit each; the second had taken none.
    expect(await facts()).toEqual({ balance: 3, sum: 3, reserved: 0, settled: 2, bought: 5 });
  });
});

const OUTCOMES: SendResult[] = [
  { outcome: "accepted", externalMessageId: null, responseStatus: 200 },
  { outcome: "refused", error: quote("no"), responseStatus: 400 },
  { outcome: "refused", error: quote("never left"), responseStatus: null },
  { outcome: "unauthorized", error: quote("who"), responseStatus: 401 },
  { outcome: "retry", error: quote("later"), responseStatus: 503 },
  { outcome: "retry", error: quote("nobody listens"), responseStatus: null },
  { outcome: "unknown", error: quote("no answer"), responseStatus: null },
];

const DIED = "its worker dies";
const TIME_IS_UP = "refused for the moment, when its time is up";
const ANSWER_OF_TIME_UP = OUTCOMES[4]!;

/** Runs one attempt after the other, as the worker does. Returns how many of them cost a credit. */
async function play(messageId: string, script: (SendResult | typeof DIED | typeof TIME_IS_UP)[]): Promise<number> {
  let asked = 0;
  let isDead = false;
  const queue = database().sendQueue;
  for (const event of script) {
    await database().integration.updateMany({ data: { state: "active" } });
    const due = { nextAttemptAt: new Date(0), leaseUntil: isDead ? new Date(0) : null };
    await queue.updateMany({ where: { messageId }, data: due });
    if (event === TIME_IS_UP) await queue.updateMany({ where: { messageId }, data: { giveUpAt: new Date(0) } });
    const claimed = (await claimDue()).find((each) => each.messageId === messageId);
    if (!claimed) break;
    if (isDead) {
      // An attempt interrupted by the worker's death counts only now.
      asked++;
      isDead = false;
      if (!(await payForTakeover(claimed))) break;
    }
    if (event === DIED) {
      isDead = true;
    } else {
      const result = event === TIME_IS_UP ? ANSWER_OF_TIME_UP : event;
      if (result.responseStatus !== null || result.outcome === "unknown") asked++;
      await settleSend(claimed, result);
    }
    await expectBalanced();
  }
  await queue.updateMany({ where: { messageId }, data: { nextAttemptAt: new Date("2100-01-01") } });
  return asked;
}

test("whatever becomes of the attempts, the sum is the balance, never below zero, and each asked attempt cost one", async () => {
  let attempts = 0;
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...OUTCOMES) },
    { weight: 1, arbitrary: fc.constantFrom<typeof DIED | typeof TIME_IS_UP>(DIED, TIME_IS_UP) },
  );
  const scripts = fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 6 }), scripts, async (credits, messages) => {
      const { send } = await channel(credits);
      let asked = 0;
      for (const [index, script] of messages.entries()) {
        const { status, body } = await send(`customer-${index}`);
        await expectBalanced();
        if (status === 202) asked += await play(body.messageId, script);
        attempts += script.length;
      }
      expect((await facts()).settled).toBe(asked);
      await database().sendQueue.deleteMany();
    }),
    { numRuns: 60 },
  );
  console.info(`credits: 60 runs of random outcomes, up to ${attempts} attempts, every state balanced`);
}, 120_000);

test("two workers, one provider that fails at random: every request it got was paid for, once", async () => {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const { send, receiver } = await channel(300, (_, response) => {
    const chance = random();
    setTimeout(() => {
      if (chance < 0.1) response.destroy();
      else response.writeHead(chance < 0.3 ? 500 : chance < 0.35 ? 400 : 200).end("{}");
    }, 5);
  });
  workers.push(startSending(50), startSending(50));
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => send(`customer-${i % 20}`)));
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  // Skips the pauses between attempts.
  await eventually(async () => {
    await expectBalanced();
    await database().$executeRaw`update "SendQueue" set "nextAttemptAt" = now() where "leaseToken" is null`;
    return (await database().sendQueue.count()) === 0;
  }, 40_000);
  const { balance, settled } = await facts();
  expect(settled).toBe(receiver.received.length);
  expect(balance).toBe(300 - receiver.received.length);
  const where = { workspaceId: workspace.workspaceId, status: "pending" as const };
  expect(await database().message.count({ where })).toBe(0);
  console.info(`two workers: 60 messages, ${receiver.received.length} requests, ${settled} credits`);
}, 60_000);
