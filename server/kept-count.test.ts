import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import type { Actor } from "./ctx.ts";
import { keptCount } from "./kept-count.ts";
import { testCtx } from "./testing/factories.ts";

const LARGE = 10_001;

/** A count that is slow enough to be cached. */
function counting(result: number) {
  return vi.fn(async () => {
    await new Promise((wait) => setTimeout(wait, 20));
    return result;
  });
}

test("a count up to 10,000 is asked each time, a larger one is believed", async () => {
  const list = randomUUID();
  const small = counting(10_000);
  for (let i = 0; i < 3; i++) expect(await keptCount(testCtx(1), list, {}, small)).toBe(10_000);
  expect(small).toHaveBeenCalledTimes(3);

  const large = counting(LARGE);
  for (let i = 0; i < 3; i++) expect(await keptCount(testCtx(1), list, {}, large)).toBe(LARGE);
  expect(large).toHaveBeenCalledTimes(1);
});

test("it is asked anew for another filter, workspace or caller", async () => {
  const list = randomUUID();
  const count = counting(LARGE);
  const agent = (agentId: string): Actor => ({ kind: "agentKey", keyId: "k", label: "l", agentId });
  const user = (role: "ADMIN" | "AGENT"): Actor => ({ kind: "user", userId: "u", sessionId: "s", agentId: "a", role });
  const callers = [
    testCtx(1),
    testCtx(2),
    ...[agent("a"), agent("b"), user("ADMIN"), user("AGENT")].map((actor) => testCtx(1, actor)),
  ];
  for (const ctx of callers) {
    await keptCount(ctx, list, { ended: true }, count);
    await keptCount(ctx, list, { ended: false }, count);
  }
  expect(count).toHaveBeenCalledTimes(callers.length * 2);
});

test("inside a transaction it is the transaction's own", async () => {
  const list = randomUUID();
  const count = counting(LARGE);
  const tx = { ...testCtx(1), wakes: new Set<never>() };
  await keptCount(tx, list, {}, count);
  await keptCount(tx, list, {}, count);
  expect(count).toHaveBeenCalledTimes(2);
});

test("it is believed for half a minute at most", async () => {
  const list = randomUUID();
  const count = counting(LARGE);
  await keptCount(testCtx(1), list, {}, count);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31_000 });
  try {
    await keptCount(testCtx(1), list, {}, count);
  } finally {
    vi.useRealTimers();
  }
  expect(count).toHaveBeenCalledTimes(2);
});

test("what failed is not kept", async () => {
  const list = randomUUID();
  await keptCount(testCtx(1), list, {}, counting(LARGE));
  await expect(keptCount(testCtx(1), randomUUID(), {}, () => Promise.reject(new Error("away")))).rejects.toThrow(
    "away",
  );
  const again = counting(LARGE);
  expect(await keptCount(testCtx(1), randomUUID(), {}, again)).toBe(LARGE);
});
