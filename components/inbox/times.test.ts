import { expect, test } from "vitest";
import { timeLeft, waitedFor } from "./times.ts";

const NOW = new Date("2026-03-03T12:00:00Z").getTime();

test.each([
  ["2026-03-03T11:59:30Z", "under a minute"],
  ["2026-03-03T11:48:00Z", "12 min"],
  ["2026-03-03T09:00:00Z", "3 h"],
  ["2026-03-01T11:00:00Z", "2 d"],
  ["2026-03-03T12:05:00Z", "under a minute"],
])("waited since %s: %s", (since, expected) => {
  expect(waitedFor(since, NOW)).toBe(expected);
});

test.each([
  ["2026-03-03T17:20:10Z", "5 h 20 min"],
  ["2026-03-03T12:12:00Z", "12 min"],
  ["2026-03-03T12:00:30Z", "under a minute"],
  ["2026-03-03T12:00:00Z", null],
])("left until %s: %s", (until, expected) => {
  expect(timeLeft(until, NOW)).toBe(expected);
});
