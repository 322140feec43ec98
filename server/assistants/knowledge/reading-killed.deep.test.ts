import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { database } from "../../db.ts";
import { handbookPdf } from "../../testing/documents.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { eventually } from "../../testing/receiver.ts";
import { countPassages, createBot, uploadSource } from "../../testing/sources.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-reading-"));

const ENTRY = resolve(import.meta.dirname, "../../testing/run-worker.ts");

let worker: ChildProcess | null = null;
afterEach(() => worker?.kill("SIGKILL"));

test("two SIGKILLs over eight handbooks of two hundred pages: each is there whole or not at all, and in the end all are", async () => {
  const { workspaceId } = await createTestWorkspace();
  const PAGES = 200;
  const bytes = await handbookPdf(
    Array.from({ length: PAGES }, (_, page) => ({
      title: `Chapter ${page}`,
      paragraphs: [`Rule ${page}: a tent may be returned within ${page} days of its delivery, unused and in its bag.`],
    })),
  );
  const files = await Promise.all(Array.from({ length: 8 }, () => uploadSource(workspaceId, bytes, "application/pdf")));
  const ids = await createBot(workspaceId, files);
  const seen = new Set<number>();
  const look = async () => {
    const found = await countPassages(workspaceId);
    for (const id of ids) seen.add(found.get(id) ?? 0);
    return ids.filter((id) => found.get(id) === PAGES).length;
  };
  const start = () =>
    spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  for (let kill = 1; kill <= 2; kill++) {
    worker = start();
    await eventually(
      async () => (await look()) >= kill,
      120_000,
      () => `fewer than ${kill} handbooks were read`,
    );
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await look();
  }
  const restartedAt = performance.now();
  worker = start();
  await eventually(
    async () => (await look()) === ids.length,
    90_000,
    () => "some handbooks were not read",
  );
  console.info(`all read ${((performance.now() - restartedAt) / 1_000).toFixed(1)} s after the last kill`);
  expect([...seen].sort((a, b) => a - b)).toEqual([0, PAGES]);
  await eventually(
    async () => (await database().knowledgeSource.count({ where: { workspaceId, state: "ready" } })) === ids.length,
    5_000,
    () => "some are not ready",
  );
});
