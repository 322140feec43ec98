import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { database } from "../../db.ts";
import { putUpload } from "../../rest/uploads.ts";
import { handbookPdf } from "../../testing/documents.ts";
import { createTestWorkspace, testCtx } from "../../testing/factories.ts";
import { eventually } from "../../testing/receiver.ts";
import { createUpload } from "../../uploads/create-upload.ts";
import { createAi } from "../create-ai.ts";
import { readSource } from "./read-source.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-reading-"));

const ENTRY = resolve(import.meta.dirname, "../../testing/run-worker.ts");

let worker: ChildProcess | null = null;
afterEach(() => worker?.kill("SIGKILL"));

async function upload(workspaceId: number, bytes: Uint8Array, contentType: string): Promise<string> {
  const input = { contentType, purpose: "knowledge" as const };
  const { fileName, uploadUrl } = await createUpload(testCtx(workspaceId), input);
  const body = new Uint8Array(bytes);
  const stored = await putUpload(new Request(uploadUrl, { method: "PUT", body }), {
    workspaceId: String(workspaceId),
    fileName,
  });
  expect(stored.status).toBe(201);
  return fileName;
}

async function createBot(workspaceId: number, files: readonly string[]): Promise<string[]> {
  const sources = files.map((fileName) => ({ kind: "file", fileName }));
  const input = { name: "Otto", type: "builtIn" as const, integrationProperties: { sources } };
  const { id: aiId } = await createAi(testCtx(workspaceId), input);
  const rows = await database().knowledgeSource.findMany({ where: { workspaceId, aiId }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** How many passages each source has, by its id. */
async function counts(workspaceId: number): Promise<Map<string, number>> {
  const groups = await database().knowledgePassage.groupBy({
    by: ["sourceId"],
    where: { workspaceId },
    _count: { _all: true },
  });
  return new Map(groups.map(({ sourceId, _count }) => [sourceId, _count._all]));
}

test("ten thousand passages are read within a minute, and no transaction is open for long", async () => {
  const { workspaceId } = await createTestWorkspace();
  const words =
    "tent pole seam zip parcel invoice refund delivery warranty return repair order label price store".split(" ");
  const sentence = (seed: number) =>
    `${Array.from({ length: 11 }, (_, at) => words[(seed * 7 + at * (1 + (seed % 5))) % words.length]).join(" ")} ${seed}.`;
  const files = await Promise.all(
    Array.from({ length: 5 }, (_, file) => {
      const chapters = Array.from({ length: 2_000 }, (_, chapter) => {
        const seed = file * 2_000 + chapter;
        const text = Array.from({ length: 6 }, (_, at) => sentence(seed * 6 + at)).join(" ");
        return `## Rule ${seed}\n\nThis is what you can do with it. ${text}\n`;
      });
      return upload(workspaceId, Buffer.from(chapters.join("\n")), "text/markdown");
    }),
  );
  const ids = await createBot(workspaceId, files);
  let longestMs = 0;
  let isDone = false;
  const watch = (async () => {
    while (!isDone) {
      const [row] = await database().$queryRaw<{ ms: number | null }[]>`
        select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms from pg_stat_activity
        where datname = current_database() and backend_xid is not null`;
      longestMs = Math.max(longestMs, row?.ms ?? 0);
      await new Promise((wait) => setTimeout(wait, 20));
    }
  })();
  const startedAt = performance.now();
  for (const id of ids) await readSource(workspaceId, id);
  const seconds = (performance.now() - startedAt) / 1_000;
  isDone = true;
  await watch;
  const total = [...(await counts(workspaceId)).values()].reduce((sum, count) => sum + count, 0);
  console.info(
    `${total} passages of 5 files in ${seconds.toFixed(1)} s (${Math.round(total / seconds)}/s); the longest transaction that wrote took ${Math.round(longestMs)} ms`,
  );
  expect(total).toBe(10_000);
  expect(seconds).toBeLessThan(60);
  // Readers of events wait for the oldest transaction.
  expect(longestMs).toBeLessThan(5_000);
});

test("two SIGKILLs over eight handbooks of two hundred pages: each is there whole or not at all, and in the end all are", async () => {
  const { workspaceId } = await createTestWorkspace();
  const PAGES = 200;
  const bytes = await handbookPdf(
    Array.from({ length: PAGES }, (_, page) => ({
      title: `Chapter ${page}`,
      paragraphs: [`Rule ${page}: a tent may be returned within ${page} days of its delivery, unused and in its bag.`],
    })),
  );
  const files = await Promise.all(Array.from({ length: 8 }, () => upload(workspaceId, bytes, "application/pdf")));
  const ids = await createBot(workspaceId, files);
  const seen = new Set<number>();
  const look = async () => {
    const found = await counts(workspaceId);
    for (const id of ids) seen.add(found.get(id) ?? 0);
    return ids.filter((id) => found.get(id) === PAGES).length;
  };
  const start = () =>
    spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  for (let kill = 1; kill <= 2; kill++) {
    worker = start();
    await eventually(
      async () => (await look()) >= kill,
      60_000,
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
