import { afterEach, expect, test } from "vitest";
import { flatePdf } from "../testing/bombs.ts";
import { watchReaders } from "../testing/watch-readers.ts";
import { createPool } from "./pool.ts";
import type { Task } from "./tasks.ts";

// Alone, because it measures how long the event loop waits. Beside other tests, it waits for the processor too.

const MEMORY_MIB = 512;
const pool = createPool({ size: 2, memoryMib: MEMORY_MIB, idleMs: 200 });
afterEach(() => pool.end());

const documentOf = (bytes: Uint8Array, contentType: string): Task => ({
  name: "document",
  input: { bytes, contentType, fileName: null, url: null, encoding: "identity" },
});
const page = (text: string) => documentOf(Buffer.from(`<p>${text}</p>`), "text/html");

test("a task that needs too much memory loses its process; the service and another workspace go on", async () => {
  // A first document starts the process that the other workspace uses.
  await pool.run(2, page("warm"), 20_000);
  const bomb = flatePdf(2_048);
  expect(bomb.length).toBeLessThan(2_345);
  const watch = watchReaders(pool);
  const began = performance.now();
  const [outcome, otherMs] = await Promise.all([
    pool.run(1, documentOf(bomb, "application/pdf"), 30_000),
    pool.run(2, page("small"), 20_000).then(() => performance.now() - began),
  ]);
  const { peakMib, loopMs } = watch.end();
  console.info(
    `the bomb ended after ${Math.round(performance.now() - began)} ms at ${peakMib} MiB; the small file took ${Math.round(otherMs)} ms; the event loop waited ${loopMs} ms`,
  );
  expect(outcome).toEqual({ kind: "large" });
  expect(peakMib).toBeLessThan(MEMORY_MIB + 128);
  expect(otherMs).toBeLessThan(5_000);
  expect(loopMs).toBeLessThan(200);
});
