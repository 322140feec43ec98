import { expect, test } from "vitest";
import { firstDayByRegion, firstDayOfWeek } from "./first-day-of-week.ts";

test.each([
  ["en-GB", 1],
  ["en-IE", 1],
  ["en-US", 0],
  ["en", 0],
  ["de", 1],
  ["de-CH", 1],
  ["es", 1],
  ["es-MX", 0],
  ["fr", 1],
  ["fr-CA", 0],
  ["en-EG", 6],
])("in %s a week begins on day %i, whether the browser knows it or not", (tag, day) => {
  expect(firstDayOfWeek(tag)).toBe(day);
  expect(firstDayByRegion(new Intl.Locale(tag).maximize().region ?? "")).toBe(day);
});

test("where nothing is known, it is Monday", () => {
  expect(firstDayByRegion("")).toBe(1);
});
