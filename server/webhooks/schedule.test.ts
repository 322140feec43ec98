import { expect, test } from "vitest";
import { retryPauseMs } from "./schedule.ts";

const SECONDS = [5, 120, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

test("pauses are those of the decisions, give or take a fifth, and then there are no more", () => {
  for (const [step, seconds] of SECONDS.entries()) {
    expect(retryPauseMs(step, null, 1, 0.5)).toBeCloseTo(seconds * 1_000);
    expect(retryPauseMs(step, null, 1, 0)).toBeCloseTo(seconds * 800);
    expect(retryPauseMs(step, null, 1, 1)).toBeCloseTo(seconds * 1_200);
  }
  expect(retryPauseMs(SECONDS.length, null)).toBeNull();
});

test("what the receiver asks for is never undercut, up to a day", () => {
  expect(retryPauseMs(0, 120, 1, 0.5)).toBe(120_000);
  expect(retryPauseMs(2, 120, 1, 0.5)).toBe(1_800_000);
  expect(retryPauseMs(0, 10 * 86_400, 1, 0.5)).toBe(86_400_000);
  expect(retryPauseMs(9, 120)).toBeNull();
});
