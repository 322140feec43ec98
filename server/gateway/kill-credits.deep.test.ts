import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { database } from "../db.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { creditFacts, gateway } from "../testing/gateway.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";

const WEB = new URL("../testing/serve-doors.ts", import.meta.url);
const WORKER = resolve(import.meta.dirname, "../cli/worker.ts");
const PATIENCE_MS = 60_000;

let child: ChildProcess | null = null;
let provider: Receiver | null = null;
afterEach(async () => {
  child?.kill("SIGKILL");
  await provider?.close();
});

async function kill(): Promise<void> {
  if (!child) throw new Error("there is nothing to kill");
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Reserved + spent + free = bought, and the ledger's sum is the balance (reliability bar 11). */
async function expectBalanced(workspaceId: number) {
  const facts = await creditFacts(workspaceId);
  expect(facts.balance + facts.reserved + facts.settled).toBe(facts.bought);
  expect(facts.sum).toBe(facts.balance);
  return facts;
}

test("SIGKILLs of the worker neither lose nor double a credit", async () => {
  const [MESSAGES, KILLS, CREDITS] = [150, 3, 400];
  provider = await startReceiver((_, response) => void setTimeout(() => response.end("{}"), 40));
  const { workspaceId, apiKey } = await createTestWorkspace({ plan: "GATEWAY", credits: CREDITS });
  const { id: integrationId } = await createTestIntegration(workspaceId, { endpoint: provider.url });
  for (let i = 0; i < MESSAGES; i++) {
    const body = { workspaceId, integrationId, externalClientId: `customer-${i}`, content: "Hello" };
    expect((await gateway(apiKey).send(body)).status).toBe(202);
  }
  const { received } = provider;
  const startWorker = () => {
    child = spawn(process.execPath, [WORKER], { env: process.env, stdio: ["ignore", "inherit", "inherit"] });
  };
  for (let i = 1; i <= KILLS; i++) {
    startWorker();
    await eventually(
      () => received.length >= i * 30,
      PATIENCE_MS,
      () => `${received.length} requests arrived`,
    );
    await kill();
    await expectBalanced(workspaceId);
    // No worker holds these leases anymore, so they expire now instead of in twenty seconds.
    await database()
      .$executeRaw`update "SendQueue" set "leaseUntil" = now() - interval '1 second' where "leaseUntil" is not null`;
  }
  startWorker();
  const left = () => database().sendQueue.count({ where: { workspaceId } });
  await eventually(
    async () => (await left()) === 0,
    PATIENCE_MS,
    () => "messages are still waiting",
  );
  const { balance, settled } = await expectBalanced(workspaceId);
  const where = { workspaceId };
  const attempts = await database().sendAttempt.count({ where });
  const died = await database().sendAttempt.count({ where: { ...where, endedAt: null } });
  console.info(
    `${KILLS} kills of the worker: ${MESSAGES} messages, ${received.length} requests, ${attempts} attempts (${died} died), ` +
      `${settled} credits spent, ${balance} left of ${CREDITS}`,
  );
  expect(died).toBeGreaterThan(0);
  expect(await database().message.count({ where: { ...where, status: "sent" } })).toBe(MESSAGES);
  // Every request was paid for before it was made, with no more than one credit per attempt.
  expect(settled).toBeGreaterThanOrEqual(received.length);
  expect(settled).toBeLessThanOrEqual(attempts);
  expect(balance).toBe(CREDITS - settled);
}, 200_000);

test("SIGKILLs of the web process: every acknowledged send has its message and its credit, and no credit is without a message", async () => {
  const [CALLS, KILLS, CREDITS] = [240, 3, 200];
  const { workspaceId, apiKey } = await createTestWorkspace({ plan: "GATEWAY", credits: CREDITS });
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const startWeb = async () => {
    child = fork(WEB, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const [said] = (await once(child, "message")) as [unknown];
    return `http://127.0.0.1:${z.object({ port: z.number() }).parse(said).port}/core/v1/messages`;
  };
  const answered = new Map<string, number>();
  const count = (status: number) => [...answered.values()].filter((each) => each === status).length;
  let address = startWeb();
  /** Repeats the request with the same Idempotency-Key until it gets a response. */
  const send = async (number: number) => {
    const externalClientId = `customer-${number % 30}`;
    for (;;) {
      const url = await address;
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: apiKey, "idempotency-key": `call-${number}` },
        body: JSON.stringify({ workspaceId, integrationId, externalClientId, content: `text ${number}` }),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => null);
      if (answer) return void answered.set(`call-${number}`, answer.status);
    }
  };
  let next = 0;
  const callers = Array.from({ length: 12 }, async () => {
    while (next < CALLS) await send(next++);
  });
  for (let i = 1; i <= KILLS; i++) {
    await eventually(
      () => answered.size >= i * 45,
      PATIENCE_MS,
      () => `${answered.size} calls answered`,
    );
    const dead = kill();
    address = dead.then(startWeb);
    await dead;
    await expectBalanced(workspaceId);
  }
  await Promise.all(callers);
  const facts = await expectBalanced(workspaceId);
  const messages = await database().message.count({ where: { workspaceId } });
  console.info(
    `${KILLS} kills of the web process: ${CALLS} calls, ${count(202)} accepted, ${messages} messages, ${facts.balance} credits left`,
  );
  expect([count(202), count(402), messages]).toEqual([CREDITS, CALLS - CREDITS, CREDITS]);
  expect(facts).toEqual({ balance: 0, sum: 0, reserved: CREDITS, settled: 0, bought: CREDITS });
  const unnamed = { workspaceId, kind: "reserve", messageId: null };
  expect(await database().creditEntry.count({ where: unnamed })).toBe(0);
}, 200_000);
