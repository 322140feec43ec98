import { expect, test } from "vitest";
import { runBatches } from "./use-bulk-patch.ts";

const ids = Array.from({ length: 600 }, (_, index) => String(index));

test("one batch after the other, with what came of each", async () => {
  const sizes: number[] = [];
  const steps: number[] = [];
  const result = await runBatches(
    ids,
    (batch) => {
      sizes.push(batch.length);
      return Promise.resolve({ changedIds: batch.slice(1), refused: [{ id: batch[0] ?? "", message: "no" }] });
    },
    { onProgress: ({ done }) => steps.push(done), signal: new AbortController().signal },
  );
  expect([sizes, steps]).toEqual([
    [250, 250, 100],
    [0, 250, 500],
  ]);
  expect([result.changedIds.length, result.refused.length, result.error]).toEqual([597, 3, null]);
});

test("stopped, or refused: what was done is told", async () => {
  const stop = new AbortController();
  const stopped = await runBatches(
    ids,
    (batch) => {
      stop.abort();
      return Promise.resolve({ changedIds: batch, refused: [] });
    },
    { onProgress: () => undefined, signal: stop.signal },
  );
  expect([stopped.changedIds.length, stopped.error]).toEqual([250, null]);
  let calls = 0;
  const broken = await runBatches(
    ids,
    (batch) =>
      ++calls === 2 ? Promise.reject(new Error("away")) : Promise.resolve({ changedIds: batch, refused: [] }),
    { onProgress: () => undefined, signal: new AbortController().signal },
  );
  expect([broken.changedIds.length, broken.error?.message]).toEqual([250, "away"]);
});
