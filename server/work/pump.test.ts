import { afterEach, expect, test } from "vitest";
import { startPump } from "./pump.ts";

const warnings: Error[] = [];
const heed = (warning: Error) => void warnings.push(warning);
process.on("warning", heed);
afterEach(() => void process.off("warning", heed));

test("a step whose time has passed by a fraction of a millisecond runs again at once, without a negative timer", async () => {
  const times: number[] = [];
  let done: () => void = () => undefined;
  const ran = new Promise<void>((resolve) => (done = resolve));
  const pump = startPump("events", 60_000, () => {
    times.push(performance.now());
    if (times.length === 3) done();
    return Promise.resolve(times.length < 3 ? -0.000_15 : null);
  });
  await ran;
  await pump.stop();
  expect(times).toHaveLength(3);
  expect(times[2]! - times[0]!).toBeLessThan(1_000);
  expect(warnings.filter(({ name }) => name === "TimeoutNegativeWarning")).toEqual([]);
});
