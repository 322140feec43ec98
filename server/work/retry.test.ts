import fc from "fast-check";
import { expect, test } from "vitest";
import { retryPause, type RetriedWork } from "./retry.ts";

/** The pauses of work that always fails, with each attempt made right after its pause. */
function pausesTaken(kind: RetriedWork, most = 1_000): number[] {
  const taken: number[] = [];
  let age = 0;
  while (taken.length < most) {
    const pause = retryPause(kind, taken.length + 1, { age, random: 0.5 });
    if (pause === null) break;
    taken.push(pause);
    age += pause;
  }
  return taken;
}
const hours = (pauses: number[]) => pauses.reduce((sum, each) => sum + each, 0) / 3_600;

test("a send is tried after seconds, then minutes, then every half hour, as long as its deadline allows", () => {
  expect(pausesTaken("send", 9)).toEqual([1, 5, 15, 60, 180, 600, 1_800, 1_800, 1_800]);
  expect(retryPause("send", 7, { left: 1_799, random: 0.5 })).toBeNull();
  expect(retryPause("send", 7, { left: 1_800, random: 0.5 })).toBe(1_800);
});

test("a webhook is tried nine times more, and then not again", () => {
  expect(pausesTaken("delivery")).toEqual([5, 120, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
});

test("a subscriber's Retry-After is never undercut, up to a day", () => {
  expect(retryPause("delivery", 1, { asked: 120, random: 0.5 })).toBe(120);
  expect(retryPause("delivery", 3, { asked: 120, random: 0.5 })).toBe(1_800);
  expect(retryPause("delivery", 1, { asked: 10 * 86_400, random: 0.5 })).toBe(86_400);
  expect(retryPause("delivery", 10, { asked: 120 })).toBeNull();
});

test("a contact's file is asked for from seconds to hourly, for a day; six days while its channel's token is refused", () => {
  const all = pausesTaken("mediaCopy");
  expect(all.slice(0, 8)).toEqual([5, 15, 45, 135, 405, 1_215, 3_600, 3_600]);
  expect(hours(all)).toBeLessThanOrEqual(24);
  expect(hours(all)).toBeGreaterThan(22);
  const refused = hours(pausesTaken("mediaCopyRefused"));
  expect(refused).toBeLessThanOrEqual(6 * 24);
  expect(refused).toBeGreaterThan(5.9 * 24);
});

test("a provider's call is tried for a day, and one that waits for another every ten seconds at the most", () => {
  const all = pausesTaken("providerCall");
  expect(all.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
  expect(Math.max(...all)).toBe(3_600);
  expect(hours(all)).toBeLessThanOrEqual(24);
  expect(pausesTaken("providerCallWaiting", 7)).toEqual([1, 2, 4, 8, 10, 10, 10]);
});

test("a pause is the schedule's, a fifth more or less, and never less than what was asked for", () => {
  const given = fc.record({
    failures: fc.integer({ min: 1, max: 9 }),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
    asked: fc.integer({ min: 0, max: 86_400 }),
  });
  fc.assert(
    fc.property(fc.constantFrom<RetriedWork>("send", "delivery"), given, (kind, { failures, random, asked }) => {
      const own = retryPause(kind, failures, { random: 0.5 }) ?? NaN;
      const pause = retryPause(kind, failures, { random, asked }) ?? NaN;
      expect(pause).toBeGreaterThanOrEqual(asked);
      if (pause !== asked) expect(Math.abs(pause - own)).toBeLessThanOrEqual(own * 0.2001);
    }),
  );
});
