import { expect, test } from "vitest";
import { durationWords } from "./durations.ts";

test.each([
  [0.4, "0 sec"],
  [59, "59 sec"],
  [61, "1 min"],
  [3_540, "59 min"],
  [3_600, "1 hr"],
  [7_500, "2 hr 5 min"],
  [90_000, "1 day 1 hr"],
])("%s seconds", (seconds, words) => {
  expect(durationWords(seconds, "en")).toBe(words);
});
