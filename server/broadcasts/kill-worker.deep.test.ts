import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { createBroadcast } from "./create-broadcast.ts";
import { launchBroadcast } from "./launch-broadcast.ts";

const ENTRY = resolve(import.meta.dirname, "../cli/worker.ts");
const CLIENTS = 300;
/** Each worker dies once at least this many messages are made. */
const DEATHS = [50, 130, 220];
const PATIENCE_MS = 60_000;

let worker: ChildProcess | null = null;
let provider: Receiver | null = null;
afterEach(async () => {
  worker?.kill("SIGKILL");
  await provider?.close();
});

function startProcess(): ChildProcess {
  return spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit"] });
}

test(`${DEATHS.length} SIGKILLs in the middle of ${CLIENTS} recipients: everyone gets the broadcast once, and it completes`, async () => {
  provider = await startReceiver((request, response) => {
    const { messageId } = JSON.parse(request.body) as { messageId: string };
    response.end(JSON.stringify({ externalMessageId: `ext-${messageId}` }));
  });
  const { ctx, workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId, { endpoint: provider.url });
  // Slow enough that the queue holds only a third of the messages, so the next workers still have some to make.
  await database().integration.updateMany({ where: { workspaceId, id: integrationId }, data: { ratePerSecond: 20 } });
  await database().$executeRaw`
    insert into "Client" ("workspaceId", id, "externalClientId")
    select ${workspaceId}, gen_random_uuid(), 'c-' || n from generate_series(1, ${CLIENTS}::int) n`;
  const draft = await createBroadcast(ctx, { name: "Sale", integrationId, templateName: "sale" });
  const { id: broadcastId, totalCount } = await launchBroadcast({ ...ctx, now: new Date() }, draft);
  expect(totalCount).toBe(CLIENTS);

  const where = { workspaceId, broadcastId };
  const died: number[] = [];
  for (const goal of DEATHS) {
    worker = startProcess();
    await eventually(
      async () => (await database().message.count({ where })) >= goal,
      PATIENCE_MS,
      () => `${goal} messages were not made`,
    );
    worker.kill("SIGKILL");
    await once(worker, "exit");
    died.push(await database().message.count({ where }));
  }
  expect(died.every((made) => made < CLIENTS)).toBe(true);
  const restartedAt = Date.now();
  worker = startProcess();
  const read = () =>
    database().broadcast.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: broadcastId } } });
  await eventually(
    async () => (await read()).state === "completed",
    PATIENCE_MS,
    () => "the broadcast did not complete",
  );

  const made = await database().message.findMany({ where });
  const keys = (provider?.received ?? []).map(({ headers }) => String(headers["idempotency-key"]));
  console.info(
    `${DEATHS.length} kills after ${died.join(", ")} of ${CLIENTS} messages were made: ${made.length} made for ` +
      `${new Set(made.map(({ clientId }) => clientId)).size} clients, ${new Set(keys).size} arrived, ${keys.length - CLIENTS} repeated ` +
      `under their own key; completed ${((Date.now() - restartedAt) / 1000).toFixed(1)} s after the last kill`,
  );
  expect(made).toHaveLength(CLIENTS);
  expect(new Set(made.map(({ clientId }) => clientId)).size).toBe(CLIENTS);
  expect(made.every(({ status }) => status === "sent")).toBe(true);
  const recipients = await database().broadcastRecipient.findMany({ where });
  expect(recipients.map(({ messageId }) => messageId).sort()).toEqual(made.map(({ id }) => id).sort());
  // Requests that were at the provider when a worker died are repeated with the same key; no others are.
  expect(new Set(keys)).toEqual(new Set(made.map(({ id }) => id)));
  expect(keys.length - CLIENTS).toBeLessThanOrEqual(DEATHS.length * channelOf("CUSTOM").concurrency);
}, 200_000);
