// @own-process: ids of a process ascend, and this file sets the clock forward.
import { validate, version } from "uuid";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "./new-id.ts";

afterEach(() => void vi.useRealTimers());

/** The milliseconds at the start of a version 7 id. */
const madeAt = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);

test("ids are UUIDs of version 7, ascend, and tell when they were made", () => {
  const before = Date.now();
  const ids = Array.from({ length: 5_000 }, newId);
  const after = Date.now();
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(madeAt(ids[0] ?? "")).toBeGreaterThanOrEqual(before);
  expect(madeAt(ids.at(-1) ?? "")).toBeLessThanOrEqual(after);
});

test("ids go on ascending when the clock is put back", () => {
  const first = newId();
  vi.useFakeTimers({ now: Date.now() - 60_000 });
  const next = newId();
  expect(next > first).toBe(true);
  expect(madeAt(next)).toBe(madeAt(first));
});

test("what is random of ids made in one millisecond differs", () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 });
  const tails = Array.from({ length: 1_000 }, () => newId().slice(-12));
  expect(new Set(tails).size).toBe(1_000);
});
