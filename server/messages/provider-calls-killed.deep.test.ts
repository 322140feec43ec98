import { spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { whatsappEntry, whatsappMessage } from "../../simulator/graph-webhook.ts";
import { database } from "../db.ts";
import { sealCredentials } from "../integrations/access.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { leaseSeconds } from "../work/lease.ts";
import { storeProviderCall } from "./store-provider-call.ts";

const ENTRY = resolve(import.meta.dirname, "../cli/worker.ts");
const KILLS = 3;
const CHANNELS = 3;
const SENDERS = 10;
const CALLS = 40;
/** Covers the killed worker's lease, a start, and the remaining work on a slow machine. An idle machine needs a sixth of it. */
const RECOVERY_MS = 120_000;

let worker: ChildProcess | null = null;
afterEach(() => {
  worker?.kill("SIGKILL");
});

/** The product's own worker process. If it cannot start on a busy machine, it is restarted, as a supervisor would do. */
function startProcess(): ChildProcess {
  const child = spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit"] });
  child.on("exit", (code) => {
    if (code !== null && child === worker) worker = startProcess();
  });
  return child;
}

/** Creates a WhatsApp channel with received calls. Each contains one message of every sender. Every tenth call arrives twice. */
async function bringCalls(workspaceId: number): Promise<void> {
  const digits = () => String(randomInt(10 ** 11, 10 ** 12));
  const number = { wabaId: digits(), phoneNumberId: digits(), displayPhoneNumber: "+47 900 00 100" };
  const place = { workspaceId, id: uuidv7() };
  const { wabaId, phoneNumberId } = number;
  const credentials = await sealCredentials(place, {
    accessToken: "EAAG",
    phoneNumberId,
    wabaId,
    appSecret: "0123456789abcdef",
  });
  const channel = await database().integration.create({
    data: { ...place, name: "WhatsApp", type: "WHATSAPP", accountId: phoneNumberId, state: "active", credentials },
  });
  for (let n = 0; n < CALLS; n++) {
    const entry = Array.from({ length: SENDERS }, (_, sender) =>
      whatsappEntry(
        number,
        whatsappMessage({ waId: `4790000${100 + sender}` }, { type: "text", text: { body: String(n) } }),
      ),
    );
    const body = Buffer.from(JSON.stringify({ object: "whatsapp_business_account", entry }));
    await storeProviderCall([channel], body);
    if (n % 10 === 0) await storeProviderCall([channel], body);
  }
}

test("SIGKILLs of the worker lose no message of a provider's call, store none twice and keep each sender's order", async () => {
  const { workspaceId } = await createTestWorkspace();
  await Promise.all(Array.from({ length: CHANNELS }, () => bringCalls(workspaceId)));
  const goal = CHANNELS * SENDERS * CALLS;
  const stored = () => database().message.count({ where: { workspaceId } });
  const waiting = () => database().providerCall.count({ where: { workspaceId, doneAt: null } });

  for (let kill = 1; kill <= KILLS; kill++) {
    worker = startProcess();
    const some = (kill * goal) / (KILLS + 2);
    await eventually(
      async () => (await stored()) >= some,
      120_000,
      () => `fewer than ${some} of ${goal} messages are stored`,
    );
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
  const [left, held] = [
    await waiting(),
    await database().providerCall.count({ where: { workspaceId, leaseToken: { not: null } } }),
  ];
  const restartedAt = Date.now();
  worker = startProcess();
  await eventually(
    async () => (await waiting()) === 0,
    RECOVERY_MS,
    () => "calls are still waiting",
  );
  console.info(
    `${KILLS} kills over ${goal} messages: ${held} of ${left} waiting calls were held by the dead worker, all stored ` +
      `${((Date.now() - restartedAt) / 1_000).toFixed(1)} s after the last kill (lease ${leaseSeconds("providerCalls")} s)`,
  );
  expect(held).toBeGreaterThan(0);
  const messages = await database().message.findMany({ where: { workspaceId }, orderBy: { seq: "asc" } });
  const threads = [...Map.groupBy(messages, ({ convId }) => convId).values()];
  expect(threads).toHaveLength(CHANNELS * SENDERS);
  const inOrder = Array.from({ length: CALLS }, (_, n) => String(n));
  for (const thread of threads) expect(thread.map(({ content }) => content)).toEqual(inOrder);
  expect(await database().providerCall.count({ where: { workspaceId, error: { not: null } } })).toBe(0);
}, 420_000);
