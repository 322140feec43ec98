import { expect, test } from "vitest";
import { BARS, minutesAndSeconds, peaksOf, placeholderPeaks } from "./voice-wave.ts";

test("each bar has its stretch's loudest sample, and the loudest of all is 1", () => {
  const samples = new Float32Array(BARS * 10);
  samples[5] = -0.5;
  samples[25] = 0.25;
  const peaks = peaksOf(samples);
  expect(peaks).toHaveLength(BARS);
  expect(peaks.slice(0, 4)).toEqual([1, 0, 0.5, 0]);
});

test("silence, and less sound than there are bars, have no bars that are not numbers", () => {
  expect(peaksOf(new Float32Array(BARS * 2))).toEqual(Array(BARS).fill(0));
  expect(peaksOf([0.2, 0.4]).slice(0, 3)).toEqual([0.5, 1, 0]);
});

test("what was not listened to yet looks the same each time, and other files look otherwise", () => {
  expect(placeholderPeaks("a.ogg")).toEqual(placeholderPeaks("a.ogg"));
  expect(placeholderPeaks("a.ogg")).not.toEqual(placeholderPeaks("b.ogg"));
  for (const peak of placeholderPeaks("a.ogg")) expect(peak > 0 && peak <= 1).toBe(true);
});

test.each([
  [0, "0:00"],
  [7.4, "0:07"],
  [59.6, "1:00"],
  [750, "12:30"],
  [Number.NaN, "0:00"],
  [Infinity, "0:00"],
])("%s s is %s", (seconds, words) => {
  expect(minutesAndSeconds(seconds)).toBe(words);
});
