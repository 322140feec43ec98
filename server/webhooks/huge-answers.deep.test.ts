import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { WORKER_FLAGS } from "../cli/worker-flags.ts";
import { database, inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { createWebhook } from "./create-webhook.ts";

const ENTRY = resolve(import.meta.dirname, "../testing/run-worker.ts");
const MIB = 1024 * 1024;
const ANSWER = 100 * MIB;
const DELIVERIES = 10;

let worker: ChildProcess | null = null;
let receiver: Receiver | null = null;
afterEach(async () => {
  worker?.kill("SIGKILL");
  await receiver?.close();
});

async function peakBytes(child: ChildProcess): Promise<number> {
  child.send("peak");
  const [said] = (await once(child, "message")) as [{ peakBytes: number }];
  return said.peakBytes;
}

/** Writes as fast as the reader accepts, and reports how much it accepted. */
function flood(response: ServerResponse, taken: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64 * 1024, "x");
  let written = 0;
  const more = () => {
    while (written < ANSWER && !response.destroyed) {
      written += chunk.length;
      if (!response.write(chunk)) return void response.once("drain", more);
    }
    response.end();
  };
  response.once("close", () => taken(written));
  response.writeHead(200);
  more();
}

test("answers of 100 MiB, and of a quarter of a GiB packed into a few bytes, are cut at 16 KiB and cost the worker less than 20 MB", async () => {
  // Gzip compresses at most a thousandfold, so this compresses twice, as real bombs do.
  const bomb = gzipSync(gzipSync(Buffer.alloc(256 * MIB), { level: 9 }), { level: 9 });
  const taken: number[] = [];
  receiver = await startReceiver(({ body }, response) => {
    const { kind } = JSON.parse(body) as { kind: string };
    if (kind === "flood") return flood(response, (bytes) => taken.push(bytes));
    if (kind === "bomb") return void response.writeHead(200, { "content-encoding": "gzip, gzip" }).end(bomb);
    response.end("x".repeat(16 * 1024));
  });
  const { ctx, workspaceId } = await createTestWorkspace();
  await createWebhook(ctx, { label: "CRM", url: receiver.url, event: "CLIENT_UPDATED" });
  worker = fork(ENTRY, { execArgv: WORKER_FLAGS, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  let emitted = 0;
  const deliver = async (kind: string) => {
    emitted += DELIVERIES;
    for (let i = 0; i < DELIVERIES; i++)
      await inTransaction(ctx, (tx) => emit(tx, { name: "CLIENT_UPDATED", payload: { kind, i } }));
    await eventually(
      async () => (await database().webhookDelivery.count({ where: { workspaceId, state: "delivered" } })) === emitted,
      30_000,
    );
    if (!worker) throw new Error("no worker");
    return peakBytes(worker);
  };
  // Ordinary responses of the stored size, until the worker's memory is stable.
  let before = 0;
  for (let round = 0; round < 4; round++) before = await deliver("plain");
  const flooded = await deliver("flood");
  const bombed = await deliver("bomb");
  console.info(
    `peak ${Math.round(before / MIB)} MiB with ordinary answers, ${Math.round(flooded / MIB)} MiB after ${DELIVERIES} of 100 MiB ` +
      `(at most ${Math.round(Math.max(...taken) / 1024)} KiB were taken of one), ${Math.round(bombed / MIB)} MiB after as many bombs of ${bomb.length} bytes`,
  );
  expect(bombed - before).toBeLessThan(20 * MIB);
  expect(taken).toHaveLength(DELIVERIES);
  const attempts = await database().webhookAttempt.findMany({ where: { workspaceId } });
  expect(attempts).toHaveLength(6 * DELIVERIES);
  for (const { responseBody } of attempts) expect(Buffer.byteLength(responseBody ?? "")).toBeLessThanOrEqual(16 * 1024);
}, 90_000);
