import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { database } from "../../db.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { countPassages, createBot, uploadSource } from "../../testing/sources.ts";
import { readSource } from "./read-source.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-reading-"));

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
      return uploadSource(workspaceId, Buffer.from(chapters.join("\n")), "text/markdown");
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
  const total = [...(await countPassages(workspaceId)).values()].reduce((sum, count) => sum + count, 0);
  console.info(
    `${total} passages of 5 files in ${seconds.toFixed(1)} s (${Math.round(total / seconds)}/s); the longest transaction that wrote took ${Math.round(longestMs)} ms`,
  );
  expect(total).toBe(10_000);
  expect(seconds).toBeLessThan(60);
  // Readers of events wait for the oldest transaction.
  expect(longestMs).toBeLessThan(5_000);
});
