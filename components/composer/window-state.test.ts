import { expect, test } from "vitest";
import { windowState } from "./window-state.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T18:01:00Z", 24, false, "open"],
  ["2026-11-21T18:00:00Z", 24, false, "closing"],
  ["2026-11-21T13:00:00Z", 24, false, "closing"],
  ["2026-11-21T12:59:59Z", 24, false, "urgent"],
  ["2026-11-21T12:00:00Z", 24, false, "closed"],
  [null, 24, false, "closed"],
  [null, null, false, null],
  ["2026-11-21T18:01:00Z", 24, true, null],
] as const)("until %s of %s hours, ended %s: %s", (replyWindowClosesAt, replyWindowHours, ended, state) => {
  expect(windowState({ replyWindowClosesAt, replyWindowHours, ended }, now)).toBe(state);
});
