import { expect, test } from "vitest";
import { coalesce } from "./coalesce.ts";

test("asking while it runs makes it run exactly once more", async () => {
  const releases: (() => void)[] = [];
  const work = coalesce(() => new Promise<void>((resolve) => releases.push(resolve)));
  const first = work();
  void work();
  void work();
  expect(releases).toHaveLength(1);
  releases[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(releases).toHaveLength(2);
  releases[1]?.();
  await first;
  expect(releases).toHaveLength(2);
});

test("a failed run does not stop the next", async () => {
  let runs = 0;
  const work = coalesce(() => {
    runs += 1;
    return Promise.reject(new Error("connection lost"));
  });
  await work();
  await work();
  expect(runs).toBe(2);
});
