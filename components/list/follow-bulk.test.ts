import { expect, test, vi } from "vitest";
import { ApiError } from "../graphql/gql-request.ts";
import type { BulkAction } from "./bulk-documents.ts";
import { followBulk } from "./follow-bulk.ts";

const at = (state: string, doneCount = 0) => ({ id: "b1", state, doneCount }) as BulkAction;
const away = () => Promise.reject(new ApiError("NETWORK", "No answer came"));

function scene(reads: (() => Promise<BulkAction>)[]) {
  const pauses: number[] = [];
  const leaving = new AbortController();
  const onProgress = vi.fn();
  const read = vi.fn(() => (reads.shift() ?? away)());
  const wait = (ms: number) => Promise.resolve(void pauses.push(ms));
  return { pauses, leaving, onProgress, read, needs: { read, wait, onProgress, signal: leaving.signal } };
}

test("is looked at until it is over, less often the longer it takes, and no more after that", async () => {
  const reads = Array.from({ length: 40 }, (_, n) => () => Promise.resolve(at("running", n)));
  const { needs, pauses, read, onProgress } = scene([...reads, () => Promise.resolve(at("completed", 40))]);
  expect(await followBulk(at("queued"), needs)).toMatchObject({ state: "completed", doneCount: 40 });
  expect(read).toHaveBeenCalledTimes(41);
  expect(onProgress).toHaveBeenCalledTimes(41);
  expect(pauses.slice(0, 2)).toEqual([300, 1_000]);
  expect(pauses.at(-1)).toBe(5_000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test("one that is over at once is not asked for", async () => {
  const { needs, read } = scene([]);
  expect(await followBulk(at("completed"), needs)).toMatchObject({ state: "completed" });
  expect(read).not.toHaveBeenCalled();
});

test("a service that is away is asked some more times, at growing distances, and then left alone", async () => {
  const { needs, pauses, read } = scene([
    () => Promise.resolve(at("running")),
    away,
    () => Promise.resolve(at("running")),
  ]);
  await expect(followBulk(at("queued"), needs)).rejects.toThrow("No answer came");
  expect(read).toHaveBeenCalledTimes(9);
  expect(pauses.at(-1)).toBeGreaterThan(30_000);
});

test("a refusal ends it at once", async () => {
  const { needs, read } = scene([() => Promise.reject(new ApiError("UNAUTHENTICATED", "Sign in"))]);
  await expect(followBulk(at("queued"), needs)).rejects.toThrow("Sign in");
  expect(read).toHaveBeenCalledOnce();
});

test("nobody is told of it who has left", async () => {
  const { needs, leaving, onProgress, read } = scene([
    () => {
      leaving.abort();
      return Promise.resolve(at("running"));
    },
  ]);
  expect(await followBulk(at("queued"), needs)).toBeNull();
  expect(read).toHaveBeenCalledOnce();
  expect(onProgress).not.toHaveBeenCalled();
});
