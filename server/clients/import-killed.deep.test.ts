import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { WORKER_FLAGS } from "../cli/worker-flags.ts";
import { database } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { IMPORT, csvOf, uploadContacts } from "../testing/imports.ts";
import { eventually } from "../testing/receiver.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-scale-"));

const ENTRY = resolve(import.meta.dirname, "../testing/run-worker.ts");

let worker: ChildProcess | null = null;
afterEach(() => {
  worker?.kill("SIGKILL");
});

/** The product's own worker process. */
function startProcess(): ChildProcess {
  return fork(ENTRY, { execArgv: WORKER_FLAGS, stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const jobRow = (id: string) => database().importJob.findFirstOrThrow({ where: { id } });

test("a worker that is killed again and again imports every row once", async () => {
  const ROWS = 20_000;
  const KILLS = 4;
  const { api, workspaceId } = await createTestWorkspace();
  const { csv, bad } = csvOf(ROWS);
  const { jobId } = await api.ok<{ jobId: string }>(IMPORT, {
    fileName: await uploadContacts(api, csv),
    skipErrors: true,
  });
  const killedAt: number[] = [];
  for (let round = 1; round <= KILLS; round++) {
    worker = startProcess();
    const goal = Math.max(round * 2_500, (killedAt.at(-1) ?? 0) + 1);
    await eventually(
      async () => (await jobRow(jobId)).processedRows >= goal,
      120_000,
      () => `the import did not get to row ${goal}`,
    );
    await kill(worker);
    killedAt.push((await jobRow(jobId)).processedRows);
  }
  worker = startProcess();
  await eventually(
    async () => (await jobRow(jobId)).state === "completed",
    120_000,
    () => "the import did not end",
  );
  expect(killedAt.every((rows) => rows < ROWS)).toBe(true);
  expect(await jobRow(jobId)).toMatchObject({
    totalRows: ROWS,
    processedRows: ROWS,
    createdCount: ROWS - bad,
    updatedCount: 0,
    failedCount: bad,
  });
  const stored = await database().client.findMany({
    where: { workspaceId },
    select: { name: true, phone: true, externalClientId: true, patchedAt: true },
  });
  console.info(
    `import: ${KILLS} kills at rows ${killedAt.join(", ")} of ${ROWS}; ${stored.length} contacts, ${bad} row errors`,
  );
  const indexes = stored.map(({ name }) => Number(name?.slice("Name ".length))).toSorted((a, b) => a - b);
  expect(indexes).toEqual(Array.from({ length: ROWS }, (_, index) => index).filter((index) => index % 100 !== 99));
  for (const { name, phone, externalClientId, patchedAt } of stored) {
    const index = Number(name?.slice("Name ".length));
    const number = `+49151${String(10_000_000 + index)}`;
    const wanted = [number, index % 3 === 0 ? number : `c-${index}`, null];
    if (JSON.stringify([phone, externalClientId, patchedAt]) !== JSON.stringify(wanted))
      expect([phone, externalClientId, patchedAt]).toEqual(wanted);
  }
  const errors = await database().importJobRowError.findMany({ where: { jobId }, orderBy: { row: "asc" } });
  expect(errors.map(({ row }) => row)).toEqual(Array.from({ length: bad }, (_, index) => index * 100 + 101));
}, 400_000);
