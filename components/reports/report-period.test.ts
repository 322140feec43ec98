import { expect, test } from "vitest";
import { daysBefore, daysOf, intervalOf, isDay, momentsOf, spanOfPoint, type Interval } from "./report-period.ts";

const TODAY = new Date(2026, 2, 31, 15, 30);

test.each([
  ["today", "2026-03-31", "2026-03-31"],
  ["last7", "2026-03-25", "2026-03-31"],
  ["last30", "2026-03-02", "2026-03-31"],
  ["last90", "2026-01-01", "2026-03-31"],
  ["thisMonth", "2026-03-01", "2026-03-31"],
  ["lastMonth", "2026-02-01", "2026-02-28"],
] as const)("%s", (preset, from, to) => {
  expect(daysOf(preset, TODAY)).toEqual({ from, to });
});

test("what it is compared with is as long and adjoins", () => {
  expect(daysBefore({ from: "2026-03-25", to: "2026-03-31" })).toEqual({ from: "2026-03-18", to: "2026-03-24" });
  expect(daysBefore({ from: "2026-03-01", to: "2026-03-01" })).toEqual({ from: "2026-02-28", to: "2026-02-28" });
});

test("both days are in it, whole", () => {
  const { startDate, endDate } = momentsOf({ from: "2026-03-28", to: "2026-03-29" });
  expect(new Date(startDate)).toEqual(new Date(2026, 2, 28));
  expect(new Date(endDate)).toEqual(new Date(2026, 2, 30));
});

test("points are as fine as a chart can show", () => {
  expect(intervalOf({ from: "2026-03-30", to: "2026-03-31" })).toBe("hour");
  expect(intervalOf({ from: "2026-03-01", to: "2026-03-31" })).toBe("day");
  expect(intervalOf({ from: "2025-10-01", to: "2026-03-31" })).toBe("week");
  expect(intervalOf({ from: "2020-01-01", to: "2026-03-31" })).toBe("month");
});

test.each([
  ["2026-02-28", true],
  ["2026-02-30", false],
  ["26-02-28", false],
  ["", false],
  [null, false],
])("%s is a day: %s", (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test.each<[Interval, string, string, string]>([
  ["hour", "2026-11-21T10:00:00", "2026-11-21T10:00:00", "2026-11-21T11:00:00"],
  ["day", "2026-11-21T00:00:00", "2026-11-21T00:00:00", "2026-11-22T00:00:00"],
  // The first week starts before the period, and the last month ends after it.
  ["week", "2026-11-16T00:00:00", "2026-11-20T00:00:00", "2026-11-23T00:00:00"],
  ["month", "2026-12-01T00:00:00", "2026-12-01T00:00:00", "2026-12-05T00:00:00"],
])("a point by the %s is as much of it as lies in the period", (interval, at, start, end) => {
  const iso = (local: string) => new Date(local).toISOString();
  const whole = { startDate: iso("2026-11-20T00:00:00"), endDate: iso("2026-12-05T00:00:00") };
  expect(spanOfPoint(iso(at), interval, whole)).toEqual({ startDate: iso(start), endDate: iso(end) });
});
