import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import { addMessage } from "../messages/add-message.ts";
import { KEPT_FOR_REPLIES } from "../sending/send-pace.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";

const ENTRY = resolve(import.meta.dirname, "../cli/worker.ts");
const PROVIDER_MS = 50;
/** Time limit to start a worker and make some progress on a machine that also runs other tests. */
const PATIENCE_MS = 60_000;
/** Time limit after the last kill: the dead worker's leases, a start, and the remaining sends. 21 s on a quiet machine. */
const RECOVERY_MS = 40_000;

let worker: ChildProcess | null = null;
let provider: Receiver | null = null;
afterEach(async () => {
  worker?.kill("SIGKILL");
  await provider?.close();
});

/** A worker that cannot start sends nothing. Fails the test at once instead of waiting. */
function mustRun(): void {
  if (worker && worker.exitCode !== null) throw new Error(`the worker ended by itself, with ${worker.exitCode}`);
}

/** The product's own worker process. */
function startProcess(): ChildProcess {
  return spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit"] });
}

/** Queues messages through the operation, five per conversation. Returns their ids by conversation, in order. */
async function queue(count: number): Promise<string[][]> {
  provider = await startReceiver((request, response) => {
    const { messageId } = JSON.parse(request.body) as { messageId: string };
    setTimeout(() => response.end(JSON.stringify({ externalMessageId: `ext-${messageId}` })), PROVIDER_MS);
  });
  const { ctx, workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId, { endpoint: provider.url });
  const convs: string[][] = [];
  const fill = async () => {
    while (convs.length < count / 5) {
      const ids: string[] = [];
      convs.push(ids);
      const client = await createTestClient(workspaceId);
      const conv = await createTestConv(workspaceId, { integrationId, clientId: client.id });
      for (let i = 0; i < 5; i++) {
        ids.push((await addMessage(ctx, { integrationId, convId: conv.id, content: `message ${i}`, type: "text" })).id);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, fill));
  return convs;
}

const arrivals = () => (provider?.received ?? []).map(({ headers }) => String(headers["idempotency-key"]));
const nonePending = async (ids: string[]) => {
  mustRun();
  return (await database().message.count({ where: { id: { in: ids }, status: "pending" } })) === 0;
};
const haveArrived = (goal: number) => () => {
  mustRun();
  return new Set(arrivals()).size >= goal;
};

test("five SIGKILLs over 500 messages lose nothing, repeat only what was under way, and repeat nothing that was stored as sent", async () => {
  const KILLS = 5;
  const convs = await queue(500);
  const messages = convs.flat();
  const storedBeforeKill: { ids: Set<string>; arrivedUntilThen: number }[] = [];

  for (let kill = 1; kill <= KILLS; kill++) {
    worker = startProcess();
    const goal = kill * 60;
    await eventually(haveArrived(goal), PATIENCE_MS, () => `${new Set(arrivals()).size} of ${goal} messages arrived`);
    const sent = await database().message.findMany({ where: { status: "sent" }, select: { id: true } });
    worker.kill("SIGKILL");
    await once(worker, "exit");
    storedBeforeKill.push({ ids: new Set(sent.map(({ id }) => id)), arrivedUntilThen: arrivals().length });
  }
  const restartedAt = Date.now();
  worker = startProcess();
  await eventually(
    () => nonePending(messages),
    RECOVERY_MS,
    () => "messages are still pending",
  );
  const recoverySeconds = (Date.now() - restartedAt) / 1000;

  const keys = arrivals();
  console.info(
    `${KILLS} kills: ${messages.length} queued, ${new Set(keys).size} arrived, ${keys.length - messages.length} repeated under ` +
      `their own key, 0 pending ${recoverySeconds.toFixed(1)} s after the last kill`,
  );
  expect(new Set(keys)).toEqual(new Set(messages));
  expect(keys.length - messages.length).toBeLessThanOrEqual(
    KILLS * (channelOf("CUSTOM").concurrency + KEPT_FOR_REPLIES),
  );
  for (const { ids, arrivedUntilThen } of storedBeforeKill) {
    expect(keys.slice(arrivedUntilThen).filter((key) => ids.has(key))).toEqual([]);
  }
  for (const conv of convs) expect([...new Set(keys.filter((key) => conv.includes(key)))]).toEqual(conv);
  const stored = await database().message.findMany({
    where: { id: { in: messages } },
    select: { id: true, status: true, externalMessageId: true },
  });
  expect(
    stored.every(({ id, status, externalMessageId }) => status === "sent" && externalMessageId === `ext-${id}`),
  ).toBe(true);
}, 300_000);

test("SIGTERM lets what is under way end: nothing is repeated and nothing stays held", async () => {
  // So many that a fast worker has not sent all of them before it is stopped.
  const messages = (await queue(300)).flat();
  worker = startProcess();
  // The worker sends before it has fully started. If it is stopped then, it must not abandon the sends that it holds.
  await eventually(haveArrived(1), PATIENCE_MS);
  const startedAt = Date.now();
  worker.kill("SIGTERM");
  const [code] = (await once(worker, "exit")) as [number | null];
  expect(code).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(30_000);
  expect(arrivals().length).toBeLessThan(messages.length);
  expect(await database().sendQueue.count({ where: { messageId: { in: messages }, leaseToken: { not: null } } })).toBe(
    0,
  );
  worker = startProcess();
  await eventually(
    () => nonePending(messages),
    PATIENCE_MS,
    () => "messages are still pending",
  );
  expect(arrivals().sort()).toEqual([...messages].sort());
}, 200_000);
