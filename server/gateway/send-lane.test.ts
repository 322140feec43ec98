import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { inSendLane } from "./send-message.ts";

test("a burst is worked off in its order, never more than eight at once, and a failure gives its place on", async () => {
  let atOnce = 0;
  let most = 0;
  const begun: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) =>
      inSendLane(async () => {
        begun.push(index);
        most = Math.max(most, ++atOnce);
        await sleep(index % 3);
        atOnce--;
        if (index % 10 === 0) throw new Error(`number ${index}`);
        return index;
      }),
    ),
  );
  expect(begun).toEqual(Array.from({ length: 100 }, (_, index) => index));
  expect([most, atOnce]).toEqual([8, 0]);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(10);
  expect(await inSendLane(() => Promise.resolve("free again"))).toBe("free again");
});

test("a line that is full sends callers away with a time to come back", async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const line = Array.from({ length: 2_008 }, () => inSendLane(() => gate));
  await expect(inSendLane(() => gate)).rejects.toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 5 });
  open();
  await Promise.all(line);
});
